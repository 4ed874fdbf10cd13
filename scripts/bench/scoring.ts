import { readFileSync } from 'node:fs';
import { loadDataset } from '../../locomo/dataset/load.ts';
import { evidenceRecall } from '../../locomo/metrics/evidence-recall.ts';
import { scoreAnswer } from '../../locomo/metrics/score-answer.ts';
import { comparePairs, type ScoredPair } from '../../locomo/statistics/paired-comparison.ts';
import type { Row } from './measure.ts';

const abstention = 'Not mentioned in the conversation';

/** Scoring and comparing in a warm process, in processor time, which other processes do not lengthen. */
export function scoringRows(file: string): readonly Row[] {
  const { samples } = loadDataset(readFileSync(file), file);
  // Each question is given the gold answer of the next: words of the data, right and wrong ones.
  const questions = samples.flatMap((sample) =>
    sample.questions.map((question, index) => ({
      question: { category: question.category, answer: question.answer ?? '' },
      evidence: question.evidence,
      prediction: sample.questions[index + 1]?.answer ?? abstention,
      context: sample.questions[index + 1]?.evidence ?? ['D1:1'],
      cluster: sample.sampleId,
    })),
  );
  const scored = medianCpu(30, () => {
    for (const { question, prediction, evidence, context } of questions) {
      scoreAnswer(question, prediction);
      evidenceRecall(evidence, context);
    }
  });
  const pairs = questions.map(({ cluster, question, prediction }): ScoredPair => ({
    cluster,
    first: scoreAnswer(question, prediction),
    second: scoreAnswer(question, abstention),
  }));
  const compared = medianCpu(3, () =>
    comparePairs(pairs, { interval: 'bootstrap', samples: 10_000, seed: 1 }),
  );
  return [
    { what: `scoring ${questions.length} answers, warm`, found: scored * 1000, bar: 20, unit: 'ms' },
    { what: 'comparing them with 10,000 bootstrap samples', found: compared, bar: 2, unit: 's' },
  ];
}

/** The median of the seconds of processor time of several turns; the first half of them only warms up. */
function medianCpu(turns: number, work: () => void): number {
  const seconds: number[] = [];
  for (let turn = 0; turn < 2 * turns; turn++) {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    if (turn >= turns) seconds.push((user + system) / 1e6);
  }
  return seconds.toSorted((a, b) => a - b)[Math.floor(turns / 2)] ?? 0;
}
