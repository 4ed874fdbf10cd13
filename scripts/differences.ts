import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../engine/digest.ts';
import { packageRoot } from '../engine/package-root.ts';
import { loadDataset } from '../locomo/dataset/load.ts';
import type { AnsweredQuestion } from '../locomo/scoring/answered-question.ts';
import { average } from '../locomo/scoring/breakdown.ts';
import { released, repaired, type Protocol } from '../locomo/scoring/protocol.ts';
import { readAnswers } from '../locomo/scoring/read-answers.ts';
import { scoreQuestion } from '../locomo/scoring/score-question.ts';

/*
 * Writes docs/differences.md: `npm run differences -- [data file]`. It runs the pipeline that the document names,
 * which takes from the store what is there.
 */

/** What the two scorers do at each switch. */
const switches: { readonly [name in keyof Protocol]: readonly [released: string, repaired: string] } = {
  evidence: [
    'Evidence is the strings as released: one that holds two ids, or is misspelt, is never found.',
    'Evidence is the turns that the strings name: split, mended, each once; what names no turn does not count.',
  ],
  withoutEvidence: [
    'A question without evidence adds 0 to the sum of recall and 1 to its count.',
    'It is left out of the recall.',
  ],
  withoutContext: ['A question whose context was not recorded has a recall of 1.', 'It has no recall.'],
  unanswered: [
    'A missing, empty or failed answer has an F1 of 0.',
    'It has none; it is left out and counted, with the reason.',
  ],
  abstention: [
    'An adversarial answer is right where it holds “not mentioned” or “no information available”.',
    'It is right where it does, and is not the distractor word for word.',
  ],
  commas: [
    'Category 1 splits gold and answer at every comma, also between a day and its year.',
    'The comma of a date parts nothing.',
  ],
  rounding: [
    'Each score is rounded to three places before it is averaged.',
    'Scores are averaged as they are.',
  ],
};

const dataFile = process.argv[2] ?? 'data/locomo10.json';
const command = ['run', 'rag-dialog', '--retriever', 'bm25', '--embedder', 'none'];

const bytes = readFileSync(dataFile);
const { samples } = loadDataset(bytes, dataFile);
const answers = readAnswers(runPipeline(), samples);
/** The same with gaps: without them, no switch that is about gaps shows. */
const gapped = answers.map((answered, index) =>
  index % 10 === 9
    ? { ...answered, given: { status: 'missing' as const, prediction: null, context: null } }
    : answered,
);

writeFileSync(join(packageRoot, 'docs/differences.md'), document());

/** Runs the pipeline; returns the path of its results. */
function runPipeline(): string {
  const pipeline = join(packageRoot, 'bin/pipeline.js');
  const args = [pipeline, ...command, '--data', dataFile, '--json'];
  const report = execFileSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 1 << 28 });
  return JSON.parse(report).outputs.qa;
}

function document(): string {
  const names = Object.keys(switches) as (keyof Protocol)[];
  const effects = (run: readonly AnsweredQuestion[]): string[][] => [
    ...names.map((name) => [`\`${name}\``, ...effectOf(run, { ...released, [name]: repaired[name] })]),
    ['all of them', ...effectOf(run, repaired)],
  ];
  const head = ['switch', 'F1 (points)', 'questions', 'recall (points)', 'questions'];
  return `# Released or repaired

\`pipeline score\` shows every average twice: as the released scorer computes it, to the last digit, and without that
scorer's accidents. Each difference is a switch of \`Protocol\` in \`locomo/scoring/protocol.ts\`.
\`npm run differences\` writes this page.

${table(
  ['switch', 'released', 'repaired'],
  names.map((name) => [`\`${name}\``, ...switches[name]]),
)}

## What each is worth

Measured on \`pipeline ${command.join(' ')}\` with the released data (SHA-256 \`${sha256(bytes).slice(0, 12)}…\`):
${samples.length} conversations, ${answers.length} questions, all answered, every context recorded. Overall averages, as the
released scorer has them: ${baseline(answers)}. Each row sets one switch to \`repaired\` and leaves the
others as released; beside the change in points stands the number of questions whose own score changes or that enter
the average no longer, or otherwise.

${table(head, effects(answers))}

The same run with every tenth question (in the order of the data, from the tenth) unanswered and without a context:
${baseline(gapped)} as the released scorer has them.

${table(head, effects(gapped))}
`;
}

interface Scored {
  readonly f1: readonly (number | null)[];
  readonly recall: readonly (number | null)[];
}

function scoresOf(run: readonly AnsweredQuestion[], protocol: Protocol): Scored {
  const scores = run.map((answered) => scoreQuestion(answered, protocol));
  return { f1: scores.map(({ f1 }) => f1), recall: scores.map(({ recallShare }) => recallShare) };
}

function baseline(run: readonly AnsweredQuestion[]): string {
  const { f1, recall } = scoresOf(run, released);
  return `F1 ${shown(f1)}, recall ${shown(recall)}`;
}

function shown(values: Scored['f1']): string {
  return ((average(values).mean ?? Number.NaN) * 100).toFixed(3);
}

/** Change of F1, questions that it concerns, and the same of recall. */
function effectOf(run: readonly AnsweredQuestion[], protocol: Protocol): string[] {
  const before = scoresOf(run, released);
  const after = scoresOf(run, protocol);
  return (['f1', 'recall'] as const).flatMap((metric) => {
    const [old, now] = [average(before[metric]).mean, average(after[metric]).mean];
    const points = old === null || now === null ? Number.NaN : (now - old) * 100;
    const changed = after[metric].filter((value, index) => value !== before[metric][index]).length;
    return [changed === 0 ? '0' : signed(points), String(changed)];
  });
}

function signed(points: number): string {
  return `${points < 0 ? '−' : '+'}${Math.abs(points).toFixed(4)}`;
}

/** A table of Markdown, in the layout that the formatter gives it. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((_, column) =>
    Math.max(...[head, ...rows].map((row) => (row[column] ?? '').length)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
