import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Question, Sample } from '../../locomo/sample.ts';
import { evidenceRecall } from '../../locomo/metrics/evidence-recall.ts';
import { releasedMemoryStats, releasedRagStats } from '../../locomo/metrics/released-stats.ts';
import { roundAsPython } from '../../locomo/metrics/round.ts';
import { roundScore, scoreAnswer } from '../../locomo/metrics/score-answer.ts';
import type { ScoreRow } from '../../locomo/metrics/score-row.ts';
import { summarise } from '../../locomo/metrics/summarise.ts';
import { goldenWithData, readSamples } from '../support/golden.ts';

interface Report {
  /** What the released script printed. */
  readonly stdout: readonly string[];
  readonly results: unknown;
}

const found = goldenWithData('stats.json');

const gold = (question: Question): string => question.answer ?? question.adversarialAnswer ?? '';
const abstention = (): string => 'Not mentioned in the conversation';

const cases = [
  { key: 'm_p1', predict: gold, context: null },
  { key: 'm_p4', predict: abstention, context: null },
  { key: 'm_p1_rag', predict: gold, context: (question: Question) => question.evidence },
  { key: 'm_p4_rag', predict: abstention, context: () => ['D99:1', 'D99:2'] },
];

describe.skipIf(found === undefined)('aggregates (need ../shared/golden and locomo10.json)', () => {
  const samples = readSamples(found?.data);
  const reports = found === undefined ? {} : readReports(found.golden);

  it.each(cases)('$key: every number of the released statistics', ({ key, predict, context }) => {
    const rows = scoreAll(samples, predict, context);
    const stats = context === null ? releasedMemoryStats(rows) : releasedRagStats(rows);
    const actual = flatten(stats);
    const expected = flatten(reports[key]?.results);
    expect([...actual.keys()].toSorted()).toEqual([...expected.keys()].toSorted());
    const differing = [...expected].filter(
      ([path, value]) => !(Math.abs((actual.get(path) ?? NaN) - value) <= 1e-9),
    );
    expect(differing).toEqual([]);
  });

  it.each(cases)('$key: the averages that the released script prints', ({ key, predict, context }) => {
    const { f1, recall } = summarise(scoreAll(samples, predict, context));
    const printOrder = [4, 1, 2, 3, 5] as const;
    const averages = [...printOrder.map((id) => round(f1[id])), round(f1.overall)];
    if (context !== null) averages.push(...printOrder.map((id) => round(recall[id])), recall.overall ?? NaN);
    // Each line ends in its average, headings in none.
    const printed = reports[key]?.stdout.filter((line) => /\d$/.test(line)) ?? [];
    expect(printed).toHaveLength(averages.length);
    averages.forEach((average, line) =>
      expect(average).toBeCloseTo(Number(printed[line]?.split(' ').at(-1)), 12),
    );
  });
});

function round(average: number | null): number {
  return roundAsPython(average ?? Number.NaN);
}

function readReports(path: string): Record<string, Report> {
  return JSON.parse(readFileSync(path, 'utf8'));
}

function scoreAll(
  samples: readonly Sample[],
  predict: (question: Question) => string,
  contextOf: ((question: Question) => readonly string[]) | null,
): ScoreRow[] {
  return samples.flatMap((sample) =>
    sample.questions.map((question) => ({
      sample,
      question,
      f1: roundScore(question.category, scoreAnswer(question, predict(question))),
      recall: contextOf && roundAsPython(evidenceRecall(question.evidence, contextOf(question))),
    })),
  );
}

/** The numbers of a nested object by their dotted path. */
function flatten(value: unknown, path = ''): Map<string, number> {
  if (typeof value === 'number') return new Map([[path, value]]);
  const members = Object.entries(value ?? {});
  return new Map(members.flatMap(([name, member]) => [...flatten(member, `${path}.${name}`)]));
}
