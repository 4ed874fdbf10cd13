import { expect, it } from 'vitest';
import { loadDataset } from '../../../locomo/dataset/load.ts';
import { drift } from '../../../locomo/lint/drift.ts';
import { inventedSample } from '../../support/fiction.ts';

it('compares observations session by session: how many, what they cite, what of the evidence', () => {
  const [sample] = loadDataset(Buffer.from(JSON.stringify([inventedSample()])), 'own.json').samples;
  if (sample === undefined) throw new Error('The invented sample is one.');
  const others = [
    { session: 1, speaker: 'Bram', text: 'Bram sails.', turnIds: ['D1:2'] },
    { session: 1, speaker: 'Bram', text: 'Bram has a boat.', turnIds: ['D1:2', 'D2:1'] },
  ];
  expect(drift(sample, others)).toEqual([
    {
      sampleId: 'conv-a',
      session: 1,
      turns: 2,
      evidence: 1,
      here: { observations: 2, cited: 2, evidenceCited: 1 },
      there: { observations: 2, cited: 1, evidenceCited: 0 },
      citedInBoth: 1,
    },
    {
      sampleId: 'conv-a',
      session: 2,
      turns: 1,
      evidence: 1,
      here: { observations: 1, cited: 1, evidenceCited: 1 },
      there: { observations: 0, cited: 0, evidenceCited: 0 },
      citedInBoth: 0,
    },
  ]);
});
