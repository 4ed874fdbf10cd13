import { describe, expect, it } from 'vitest';
import { porterStem } from '../../../locomo/text/porter.ts';

describe('porterStem', () => {
  it.each([
    ['skies', 'sky'],
    ['dying', 'die'],
    ['innings', 'inning'],
    ['proceed', 'proceed'],
  ])('knows the irregular word %s', (word, stem) => {
    expect(porterStem(word)).toBe(stem);
  });

  it.each([
    ['dies', 'die'],
    ['flies', 'fli'],
    ['died', 'die'],
    ['spied', 'spi'],
    ['enjoy', 'enjoy'],
    ['cry', 'cri'],
    ['by', 'by'],
    ['totally', 'total'],
    ['possibly', 'possibl'],
    ['hopefulli', 'hope'],
    ['geologi', 'geolog'],
    ['using', 'use'],
  ])('departs from the paper where NLTK does: %s', (word, stem) => {
    expect(porterStem(word)).toBe(stem);
  });

  it.each([
    ['caresses', 'caress'],
    ['agreed', 'agre'],
    ['conflated', 'conflat'],
    ['hopping', 'hop'],
    ['falling', 'fall'],
    ['filing', 'file'],
    ['sing', 'sing'],
    ['relational', 'relat'],
    ['electricity', 'electr'],
    ['adoption', 'adopt'],
    ['controlling', 'control'],
    ['rate', 'rate'],
  ])('follows the paper: %s', (word, stem) => {
    expect(porterStem(word)).toBe(stem);
  });

  it('lower-cases, but takes capitalised irregular words for regular ones', () => {
    expect(porterStem('Running')).toBe('run');
    expect(porterStem('AT')).toBe('at');
    expect(porterStem('Skies')).toBe('ski');
  });

  it('counts code points, and keeps what is no letter', () => {
    expect(porterStem('🎉s')).toBe('🎉s');
    expect(porterStem('🎉🎉s')).toBe('🎉🎉');
    expect(porterStem('2023')).toBe('2023');
    expect(porterStem('')).toBe('');
  });
});
