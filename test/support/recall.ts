import { readFile } from 'node:fs/promises';
import { loadDataset } from '../../locomo/dataset/load.ts';
import type { Database, Passage } from '../../locomo/passages/passage.ts';
import { buildPassages } from '../../locomo/passages/build-passages.ts';
import type { Sample } from '../../locomo/sample.ts';
import type { Corpus, RetrievalIndex } from '../../retrievers/retriever.ts';
import { locomoData } from './shared.ts';

/** The conversations of the benchmark; none where its data file is not there. */
export async function benchmarkSamples(): Promise<readonly Sample[]> {
  const path = locomoData();
  return path === undefined ? [] : loadDataset(await readFile(path), path).samples;
}

/**
 * Recall at each depth by the released formula, in per cent: the mean, over all questions, of the share of
 * the released evidence strings that the first passages hold; a question without evidence adds 0.
 */
export async function meanRecall(
  samples: readonly Sample[],
  database: Database,
  depths: readonly number[],
  openIndex: (corpus: Corpus) => Promise<RetrievalIndex>,
): Promise<number[]> {
  const signal = new AbortController().signal;
  const totals = depths.map(() => 0);
  let questions = 0;
  for (const sample of samples) {
    const passages = buildPassages(sample, database);
    const index = await openIndex({ ...sample, passages });
    for (const { question, evidence } of sample.questions) {
      questions += 1;
      const hits = await index.rank({ text: question }, Math.max(...depths), signal);
      const ranked = hits.flatMap(({ position }) => passages[position] ?? []);
      for (const [column, depth] of depths.entries())
        totals[column] = (totals[column] ?? 0) + recall(evidence, ranked.slice(0, depth));
    }
  }
  return totals.map((total) => (100 * total) / questions);
}

/** The share of evidence among the retrieved ids; where these are sessions, evidence counts by its session. */
function recall(evidence: readonly string[], retrieved: readonly Passage[]): number {
  if (evidence.length === 0) return 0;
  const ids = new Set(retrieved.flatMap((passage) => passage.evidenceIds));
  const found = evidence.filter((id) => ids.has(id) || ids.has(`S${id.slice(1).split(':')[0]}`));
  return found.length / evidence.length;
}
