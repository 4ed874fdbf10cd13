import { existsSync } from 'node:fs';
import { Argument, Command, Option } from 'commander';
import { ExpectedError } from '../../engine/expected-error.ts';
import { shownPath } from '../../engine/shown.ts';
import { writeFileAtomic } from '../../engine/store/atomic-file.ts';
import { loadDataset } from '../../locomo/dataset/load.ts';
import type { Sample } from '../../locomo/sample.ts';
import { askedOf } from '../../locomo/scoring/question-scope.ts';
import { protocols } from '../../locomo/scoring/protocol.ts';
import { readAnswers } from '../../locomo/scoring/read-answers.ts';
import type { ComparisonSettings } from '../../locomo/statistics/paired-comparison.ts';
import { compareSystems, type SystemComparison } from '../../report/comparison.ts';
import { comparisonLines, comparisonReport } from '../../report/comparison-report.ts';
import { comparisonMetrics, type ComparisonMetric } from '../../report/comparison-metric.ts';
import { comparisonText, systemLetter } from '../../report/comparison-table.ts';
import { counted } from '../../report/counted.ts';
import { referenceScores, referenceTable } from '../../report/reference-table.ts';
import { sharedQuestions, type SharedQuestions, type System } from '../../report/shared-questions.ts';
import { countArgument, pathArgument, wholeNumberArgument } from '../arguments.ts';
import type { BuildCommand } from '../build-command.ts';
import { chooseData } from '../data-file.ts';
import { print, tell } from '../streams.ts';

interface CompareFlags extends ComparisonSettings {
  readonly metric?: ComparisonMetric;
  readonly protocol: keyof typeof protocols;
  readonly common?: boolean;
  readonly flips: number;
  readonly data?: string;
  readonly out?: string;
  readonly json?: boolean;
}

/** `pipeline compare <answers> <answers>`. */
export const compareCommand: BuildCommand = () =>
  new Command()
    .description('Compares systems question by question: each further one with the first.')
    .addArgument(
      new Argument(
        '<answers...>',
        'two or more: files of answers (.jsonl, _qa.json, .csv), folders of runs, or file#key for one of several systems in a _qa.json',
      ).argParser((path: string, sofar: readonly string[] = []) => [...sofar, pathArgument(path)]),
    )
    .addOption(
      new Option(
        '--metric <name>',
        'compare by this alone (default: f1, and recall where contexts are)',
      ).choices(comparisonMetrics),
    )
    .addOption(
      new Option('--protocol <name>', 'how answers are scored')
        .choices(Object.keys(protocols))
        .default('released'),
    )
    .option('--common', 'compare the questions that all of them answered, where the questions differ')
    .option('--flips <count>', 'how many of the questions that flipped most to list', wholeNumberArgument, 10)
    .addOption(
      new Option('--interval <kind>', 'Student’s t over conversations, or their studentised bootstrap')
        .choices(['student', 'bootstrap'])
        .default('student'),
    )
    .option('--samples <count>', 'samples of the bootstrap and the permutation test', countArgument, 10_000)
    .option('--seed <number>', 'where chance begins', wholeNumberArgument, 1)
    .option('--data <file>', 'conversations and questions in the LoCoMo format', pathArgument)
    .option(
      '--out <file>',
      'write a JSON line for each question, with the scores in the order named',
      pathArgument,
    )
    .option('--json', 'print one object')
    .action(compare);

async function compare(paths: readonly string[], flags: CompareFlags): Promise<void> {
  if (paths.length < 2)
    throw new ExpectedError({
      code: 'usage',
      message: 'Expected at least two files of answers or folders of runs, found one.',
      remedy: 'See pipeline compare --help.',
    });
  const { file } = chooseData(flags.data);
  const { samples } = loadDataset(file.bytes, file.name);
  const systems = paths.map((path) => systemAt(path, samples));
  const shared = sharedQuestions(systems, flags.common === true);
  const warnings = [...commonWarnings(shared), ...failureWarnings(shared, flags.protocol)];
  const comparisons = compareBy(shared, flags);
  const lines = referenceScores(askedOf(samples, shared.systems[0]?.answers ?? []), flags.protocol);
  if (flags.out !== undefined) await writeFileAtomic(flags.out, comparisonLines(shared, flags.protocol));
  if (flags.json === true) {
    for (const warning of warnings) tell(warning);
    const data = { file: file.name, ...file.identity };
    return print(
      JSON.stringify(
        comparisonReport(shared, comparisons, { ...flags, data, warnings, referenceLines: lines }),
      ),
    );
  }
  print(
    [
      ...systems.map(({ name }, place) => `${systemLetter(place)}  ${name}`),
      ...warnings,
      `scored by the ${flags.protocol} protocol against ${shownPath(file.name)}; set ${shared.digest}`,
      ...comparisons.map((comparison) => `\n${comparisonText(comparison, flags.flips)}`),
      `\n${referenceTable(lines, flags.protocol)}`,
      ...(flags.out === undefined ? [] : [`\nby question: ${shownPath(flags.out)}`]),
    ].join('\n'),
  );
}

/** The answers at a path; `file.json#key` names one of several systems in a released-style file. */
function systemAt(path: string, samples: readonly Sample[]): System {
  const at = existsSync(path) ? -1 : path.indexOf('#');
  const [file, key] = at < 0 ? [path, undefined] : [path.slice(0, at), path.slice(at + 1)];
  const name = key === undefined ? shownPath(file) : `${shownPath(file)}#${key}`;
  return { name, answers: readAnswers(file, samples, { key }) };
}

/** By the metric that was asked for; otherwise by F1, and by recall each pair that has any. */
function compareBy({ systems }: SharedQuestions, flags: CompareFlags): readonly SystemComparison[] {
  const by = (metric: ComparisonMetric): readonly SystemComparison[] =>
    compareSystems(systems, metric, protocols[flags.protocol], flags);
  if (flags.metric === undefined)
    return [...by('f1'), ...by('recall').filter(({ scored }) => scored.length > 0)];
  const comparisons = by(flags.metric);
  if (comparisons.some(({ scored }) => scored.length > 0)) return comparisons;
  throw new ExpectedError({
    code: 'no-scores',
    message: `Expected ${flags.metric} of the same questions in two of them, found none.`,
    ...(flags.metric === 'recall'
      ? { remedy: 'Recall needs the ids of what was retrieved, in "context".' }
      : {}),
  });
}

/** That only a part is compared is said loudly. */
function commonWarnings({ systems, questions, leftOut }: SharedQuestions): readonly string[] {
  const parts = systems.flatMap(({ name }, place) => {
    const count = leftOut[place] ?? 0;
    return count === 0 ? [] : [`${counted(count, 'question')} of ${name}`];
  });
  if (parts.length === 0) return [];
  return [
    `ONLY A PART is compared: the ${counted(questions, 'question')} that all of them answered. Left out: ${parts.join(', ')}.`,
  ];
}

/** A call that failed is no wrong answer, though the released scorer takes it for one. */
function failureWarnings(
  { systems, questions }: SharedQuestions,
  protocol: CompareFlags['protocol'],
): readonly string[] {
  const taken = protocol === 'released' ? 'count as 0; --protocol repaired leaves them out' : 'are left out';
  return systems.flatMap(({ name, answers }) => {
    const failed = answers.filter(({ given }) => given.status === 'failed').length;
    return failed === 0
      ? []
      : [`FAILED in ${name}: ${failed} of ${counted(questions, 'question')}; they ${taken}.`];
  });
}
