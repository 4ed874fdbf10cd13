import { describe, expect, it } from 'vitest';
import { parseOverlay, requireSameData } from '../../../locomo/errata/overlay.ts';
import { aDigest, entry, overlay, overlayText } from './fiction.ts';

const readEntry = (facts: object) => () => overlay(entry(facts));

describe('an overlay of errata', () => {
  it('is read with the place of each entry', () => {
    const read = overlay(
      entry({ do: 'fix-gold', answer: 'blue' }),
      entry({ do: 'fix-evidence', evidence: ['D1:3'] }),
      entry({ qa_index: 1, do: 'reclassify', category: 4 }),
      entry({ qa_index: 2, do: 'contest' }),
      entry({ sample_id: 'talk-b', do: 'drop' }),
    );
    expect(read).toMatchObject({ name: 'own.errata.json', about: 'Invented.', sha256: aDigest });
    expect(read.entries.map(({ question, do: action }) => [question, action])).toEqual([
      ['talk-a/0', 'fix-gold'],
      ['talk-a/0', 'fix-evidence'],
      ['talk-a/1', 'reclassify'],
      ['talk-a/2', 'contest'],
      ['talk-b/0', 'drop'],
    ]);
    expect(read.entries[1]?.where).toMatch(/^own\.errata\.json:\d+:\d+ entries\[1\]$/);
  });

  it.each([
    ['an action that it does not know', { do: 'fix' }, 'what to do: fix-gold', 'entries[0].do'],
    ['a gold without an answer', { do: 'fix-gold' }, 'the right answer', 'entries[0]'],
    ['a blank answer', { do: 'fix-gold', answer: ' ' }, 'the right answer', 'entries[0].answer'],
    [
      'evidence that is no id',
      { do: 'fix-evidence', evidence: ['D1:01'] },
      'a dialog id',
      'entries[0].evidence[0]',
    ],
    [
      'a category there is not',
      { do: 'reclassify', category: 6 },
      'a category from 1 to 5',
      'entries[0].category',
    ],
    [
      'a member of another action',
      { do: 'contest', answer: 'blue' },
      'an entry with just sample_id, qa_index, reason, do',
      'entries[0]',
    ],
    ['no reason', { do: 'drop', reason: undefined }, 'a reason', 'entries[0]'],
    [
      'an index below 0',
      { do: 'drop', qa_index: -1 },
      'the index of a question, from 0',
      'entries[0].qa_index',
    ],
  ])('is refused with %s', (_what, facts, expected, place) => {
    expect(readEntry(facts)).toThrow(
      expect.objectContaining({
        code: 'bad-data',
        exitCode: 2,
        message: expect.stringContaining(`Expected ${expected}`),
        where: expect.stringContaining(` ${place}`),
      }),
    );
  });

  it.each([
    ['no digest', { data: {} }, 'a SHA-256'],
    ['a digest of another length', { data: { sha256: 'ab' } }, 'a SHA-256 of 64'],
    ['a member that it does not know', { author: 'me' }, 'an overlay: an object with just about'],
    ['no entries', { entries: undefined }, 'a list of entries'],
  ])('is refused as a whole with %s', (_what, changes, expected) => {
    expect(() => parseOverlay(overlayText([], changes), 'own.json')).toThrow(expected);
  });

  it('is refused where it is no JSON', () => {
    expect(() => parseOverlay(Buffer.from('about: mine'), 'own.yaml')).toThrow(
      expect.objectContaining({ code: 'not-json', where: 'own.yaml:1:1' }),
    );
  });

  it.each([
    [{ do: 'fix-gold', answer: 'blue' }, { do: 'contest' }, 'the gold of talk-a/0'],
    [{ do: 'fix-evidence', evidence: [] }, { do: 'drop' }, 'the evidence of talk-a/0'],
    [{ do: 'contest' }, { do: 'contest' }, 'the gold of talk-a/0'],
  ])('is refused where it decides one thing twice', (one, other, told) => {
    expect(() => overlay(entry(one), entry(other))).toThrow(
      expect.objectContaining({ code: 'repeated-erratum', message: expect.stringContaining(told) }),
    );
  });

  it('belongs to one data file, and names both digests where it is another', () => {
    const own = overlay();
    expect(() => requireSameData(own, { name: 'own.json', sha256: aDigest })).not.toThrow();
    const other = 'cd'.repeat(32);
    expect(() => requireSameData(own, { name: 'own.json', sha256: other })).toThrow(
      expect.objectContaining({
        code: 'errata-of-other-data',
        where: 'own.errata.json',
        message: expect.stringMatching(new RegExp(`own\\.json.*${other}.*${aDigest}`)),
      }),
    );
  });
});
