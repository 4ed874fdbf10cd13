import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadDataset } from '../../locomo/dataset/load.ts';
import { createExtractiveReader } from '../../models/extractive/reader.ts';
import { askAll } from '../../scripts/tune/ask.ts';
import { answerable, type Measured, measure, share } from '../../scripts/tune/measure.ts';
import { fittedOn } from '../../scripts/tune/reader.ts';
import { locomoData } from '../support/shared.ts';

const data = locomoData();

describe.skipIf(data === undefined)(
  'the extractive reader on the five conversations held out, dialog@10 by the lexical window (needs LOCOMO_DATA)',
  () => {
    let heldOut: Measured;
    beforeAll(async () => {
      const { samples } = loadDataset(readFileSync(data ?? ''), data ?? '');
      const unseen = samples.filter(({ sampleId }) => !fittedOn.includes(sampleId));
      heldOut = await measure(createExtractiveReader(), await askAll(unseen, 'dialog', 10));
    });

    it('reaches a token F1 of 0.26 on categories 1 to 4', () => {
      expect(answerable(heldOut).count).toBe(778);
      expect(share(answerable(heldOut))).toBeGreaterThanOrEqual(0.26);
    });

    it('sees through 70 % of the distractors while it keeps 88 % of the right answers', () => {
      expect(share(heldOut.byCategory.get(5))).toBeGreaterThanOrEqual(0.7);
      expect(share(heldOut.control)).toBeGreaterThanOrEqual(0.88);
    });
  },
);
