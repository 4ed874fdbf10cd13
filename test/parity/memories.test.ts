import { beforeAll, describe, expect, it } from 'vitest';
import { evidenceCoverage } from '../../locomo/dataset/coverage.ts';
import { buildPassages } from '../../locomo/passages/build-passages.ts';
import type { Database } from '../../locomo/passages/passage.ts';
import type { Sample } from '../../locomo/sample.ts';
import { createWindow } from '../../retrievers/window.ts';
import { withExtractiveMemories } from '../../scripts/tune/memories.ts';
import { benchmarkSamples, meanRecall } from '../support/recall.ts';

const released = await benchmarkSamples();
const skipped = released.length === 0;
const window = createWindow({ embedder: 'none' });

describe.skipIf(skipped)(
  `memories written without a key${skipped ? ' (skipped: set LOCOMO_DATA)' : ''}`,
  () => {
    let written: readonly Sample[] = [];
    beforeAll(async () => {
      written = await Promise.all(released.map(withExtractiveMemories));
    });

    it('let at least 90 % of the evidence be found among observations', () => {
      const built = written.map((sample) => ({ sample, passages: buildPassages(sample, 'observation') }));
      const { mean, covered, entries } = evidenceCoverage(built, 'released');
      expect(mean).toBeGreaterThan(0.9);
      expect(covered / entries).toBeGreaterThan(0.9);
    });

    it('are found by window among ten observations more often than the released ones', async () => {
      const [own = 0] = await recallOf(written, 'observation', 10);
      const [theirs = 100] = await recallOf(released, 'observation', 10);
      expect([own, theirs].map((value) => value.toFixed(1))).toEqual(['76.5', '70.2']);
      expect(own).toBeGreaterThanOrEqual(theirs);
    });

    it('are found by window among summaries nearly as often as the released ones', async () => {
      const own = await recallOf(written, 'summary', 2, 5, 10);
      expect(own.map((value) => value.toFixed(1))).toEqual(['80.8', '89.2', '94.5']);
    });
  },
);

const recallOf = (
  samples: readonly Sample[],
  database: Database,
  ...depths: readonly number[]
): Promise<number[]> =>
  meanRecall(samples, database, depths, (corpus) =>
    window.open(corpus, { text: noVectors, tokens: noVectors }, undefined, new AbortController().signal),
  );

const noVectors = (): never => {
  throw new Error('words alone');
};
