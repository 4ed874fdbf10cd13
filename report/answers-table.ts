import { categoryIds, categoryLabel } from '../locomo/categories.ts';
import type { Aggregate } from '../locomo/scoring/aggregate.ts';
import { average, type Average, type Breakdown, type Estimate } from '../locomo/scoring/breakdown.ts';
import type { DistanceBin } from '../locomo/scoring/by-distance.ts';
import type { AnswersFacts } from './answers-report.ts';
import { alignNumbers } from './columns.ts';
import { percent } from './percent.ts';

const heads = ['released', 'sum / n', 'repaired', 'sum / n'];

/** The averages of a file of answers as tables of text, the protocols side by side. */
export function answersTables(averages: Aggregate, ceiling: AnswersFacts['recallCeiling']): string {
  const { released, repaired, retrieval } = averages;
  const hasRecall = released.recall.overall.count > 0;
  return [
    byCategory('F1', released.f1, repaired.f1),
    hasRecall ? byCategory('recall', released.recall, repaired.recall, ceiling) : '',
    '±: to the end of the 95 % interval, over conversations like these',
    metricTable(averages),
    hasRecall ? retrievalTable(retrieval) : '',
    distanceTable(
      'evidence begins (characters)',
      released.f1ByDistance.toEarliest,
      repaired.f1ByDistance.toEarliest,
    ),
    distanceTable('the evidence of category 1 spans', released.f1ByDistance.span, repaired.f1ByDistance.span),
  ]
    .filter(Boolean)
    .join('\n\n');
}

function byCategory(
  metric: string,
  released: Breakdown,
  repaired: Breakdown,
  ceiling?: AnswersFacts['recallCeiling'],
): string {
  const row = (label: string, of: (averages: Breakdown) => Estimate): string[] => {
    const cells = (values: Breakdown, most?: Breakdown): string[] => {
      const found = of(values);
      const [mean = '', sum = ''] = averageCells(found);
      return [mean, halfWidth(found), sum, ...(most === undefined ? [] : [percent(of(most).mean)])];
    };
    return [label, ...cells(released, ceiling?.released), ...cells(repaired, ceiling?.repaired)];
  };
  const withCeiling = ceiling === undefined ? [] : ['ceiling'];
  return alignNumbers([
    [
      `${metric} (questions)`,
      ...['released', 'repaired'].flatMap((name) => [name, '±', 'sum / n', ...withCeiling]),
    ],
    ...categoryIds.map((id) =>
      row(categoryLabel(id, countOf(released.byCategory[id])), ({ byCategory: each }) => each[id]),
    ),
    row(`without adversarial (${countOf(released.withoutAdversarial)})`, (each) => each.withoutAdversarial),
    row(`overall (${countOf(released.overall)})`, ({ overall }) => overall),
    row('macro over categories', ({ macroCategories }) => macroCategories),
    row('macro over conversations', ({ macroConversations }) => macroConversations),
  ]);
}

/** The released protocol leaves no question out. */
const countOf = ({ count }: Average): number => count;

function metricTable({ released, repaired, words }: Aggregate): string {
  const row = (label: string, metric: keyof typeof released.overlap): string[] => [
    label,
    ...averageCells(released.overlap[metric].overall),
    ...averageCells(repaired.overlap[metric].overall),
  ];
  const length = words.overall.mean === null ? '–' : words.overall.mean.toFixed(1);
  return [
    alignNumbers([
      ['without adversarial', ...heads],
      row('exact match', 'exactMatch'),
      row('BLEU-1', 'bleu1'),
      row('ROUGE-L', 'rougeL'),
    ]),
    `answers have ${length} words on average`,
  ].join('\n');
}

function retrievalTable({ turn, session }: Aggregate['retrieval']): string {
  const row = (label: string, metric: keyof typeof turn): string[] => [
    label,
    ...averageCells(turn[metric].overall),
    ...averageCells(session[metric].overall),
  ];
  return alignNumbers([
    ['retrieval (existing evidence)', 'turns', 'sum / n', 'sessions', 'sum / n'],
    row('recall-any', 'recallAny'),
    row('recall-all', 'recallAll'),
    row('precision', 'precision'),
    row('MRR', 'mrr'),
    row('nDCG', 'ndcg'),
  ]);
}

/** Bin 0, of distance 0, belongs to the first row. */
function rowOf({ bin }: DistanceBin): number {
  return Math.max(0, Math.ceil(bin / 10) - 1);
}

/** The released bins of 1,000 characters, ten in a row. */
function distanceTable(
  label: string,
  released: readonly DistanceBin[],
  repaired: readonly DistanceBin[],
): string {
  const rows = [...new Set([...released, ...repaired].map(rowOf))].toSorted((a, b) => a - b);
  if (rows.length === 0) return '';
  const cells = (bins: readonly DistanceBin[], row: number): string[] => {
    const inRow = bins.filter((bin) => rowOf(bin) === row);
    const sum = total(inRow.map((bin) => bin.sum));
    const count = total(inRow.map((bin) => bin.count));
    return averageCells({ sum, count, mean: count === 0 ? null : sum / count });
  };
  return alignNumbers([
    [`F1 where ${label}`, ...heads],
    ...rows.map((row) => [
      `  ${thousands(row * 10)} to ${thousands(row * 10 + 10)}`,
      ...cells(released, row),
      ...cells(repaired, row),
    ]),
  ]);
}

function averageCells({ sum, count, mean }: Average): string[] {
  return [percent(mean), `${sum.toFixed(1)} / ${count}`];
}

/** Points from a mean to the farther end of its interval. */
function halfWidth({ mean, interval }: Estimate): string {
  if (interval === null || mean === null) return '';
  const [low, high] = interval;
  return (Math.max(mean - low, high - mean) * 100).toFixed(1);
}

function thousands(value: number): string {
  return value === 0 ? '0' : `${value},000`;
}

function total(values: readonly number[]): number {
  return average(values).sum;
}
