import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { porterStem } from '../../locomo/text/porter.ts';
import { sharedPath } from '../support/shared.ts';

const golden = sharedPath('golden/porter-nltk.tsv');

describe.skipIf(golden === undefined)('porterStem (needs ../shared/golden/porter-nltk.tsv)', () => {
  it('stems every token of the reference list as NLTK does', () => {
    const pairs = readFileSync(golden ?? '', 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => line.split('\t'));
    expect(pairs).toHaveLength(4253);
    const stemmed = pairs.map(([token = '']) => [token, porterStem(token)]);
    expect(stemmed).toEqual(pairs);
  });
});
