import { describe, expect, it } from 'vitest';
import { normalizeAnswer } from '../../locomo/metrics/normalize-answer.ts';
import { readJsonLines } from '../support/golden.ts';
import { sharedPath } from '../support/shared.ts';

const golden = sharedPath('golden/normalize.jsonl');

describe.skipIf(golden === undefined)('normalizeAnswer (needs ../shared/golden/normalize.jsonl)', () => {
  it('gives the text of the released scorer for every reference input', () => {
    const pairs = readJsonLines<[string, string]>(golden);
    expect(pairs).toHaveLength(9209);
    expect(pairs.map(([input]) => [input, normalizeAnswer(input)])).toEqual(pairs);
  });
});
