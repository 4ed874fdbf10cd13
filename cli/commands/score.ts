import { Command, Option } from 'commander';
import { shownPath } from '../../engine/shown.ts';
import { writeFileAtomic } from '../../engine/store/atomic-file.ts';
import { adversarialReport } from '../../locomo/diagnosis/adversarial.ts';
import { loadDataset } from '../../locomo/dataset/load.ts';
import { databases, type Database } from '../../locomo/passages/passage.ts';
import { aggregate } from '../../locomo/scoring/aggregate.ts';
import { protocols, released, repaired } from '../../locomo/scoring/protocol.ts';
import { askedOf, inScope } from '../../locomo/scoring/question-scope.ts';
import { measureAnswers } from '../../locomo/scoring/question-result.ts';
import { readAnswerFile } from '../../locomo/scoring/read-answers.ts';
import { scoreQuestion } from '../../locomo/scoring/score-question.ts';
import { recallCeiling } from '../../locomo/scoring/recall-ceiling.ts';
import { adversarialTable } from '../../report/adversarial-table.ts';
import {
  answersReport,
  type AnswersFacts,
  type AnswersReport,
  type ProtocolName,
} from '../../report/answers-report.ts';
import { answersTables } from '../../report/answers-table.ts';
import { answersWarnings } from '../../report/answers-warnings.ts';
import { conflictWarnings, errataReport, errataText } from '../../report/errata-report.ts';
import { referenceScores, referenceTable } from '../../report/reference-table.ts';
import { counted } from '../../report/counted.ts';
import { reasonLines } from '../../report/reasons.ts';
import { namesArgument, pathArgument } from '../arguments.ts';
import type { BuildCommand } from '../build-command.ts';
import { chooseData } from '../data-file.ts';
import { errataOption } from '../errata-option.ts';
import { loadErrata } from '../load-errata.ts';
import { programName } from '../program-name.ts';
import { print, tell } from '../streams.ts';

interface ScoreFlags {
  readonly data?: string;
  readonly protocol: ProtocolName;
  readonly key?: string;
  readonly samples?: readonly string[];
  readonly onlyAnswered?: boolean;
  readonly json?: boolean;
  readonly out?: string;
  readonly errata: readonly string[];
}

/** `pipeline score <answers>`. */
export const scoreCommand: BuildCommand = () =>
  new Command()
    .description('Scores the answers of any system, by the released scorer and by a repaired one.')
    .argument('<answers>', 'JSON lines, a released-style _qa.json, CSV, or the folder of a run', pathArgument)
    .option('--data <file>', 'the data that was asked about', pathArgument)
    .addOption(
      new Option('--protocol <name>', 'what scores --json and --out hold')
        .choices(['released', 'repaired'])
        .default('released'),
    )
    .option('--key <key>', 'which system of a released-style file')
    .option('--samples <ids>', 'score these conversations only, with commas between them', namesArgument)
    .option('--only-answered', 'score the questions only that have an answer')
    .addOption(errataOption())
    .option('--out <file>', 'write a line of JSON for each question', pathArgument)
    .option('--json', 'print one object')
    .action(score);

async function score(path: string, flags: ScoreFlags): Promise<void> {
  const { file: data, chosenBecause } = chooseData(flags.data);
  const { samples } = loadDataset(data.bytes, data.name);
  const { file, key, isRun, answers: all } = readAnswerFile(path, samples, { key: flags.key });
  const { samples: named = [], onlyAnswered = false } = flags;
  const answers = inScope(all, { samples: named, onlyAnswered });
  const questions = samples.reduce((sum, sample) => sum + sample.questions.length, 0);
  const scope = [
    ...(isRun && all.length < questions ? ['the run’s own'] : []),
    ...(named.length === 0 ? [] : [`of ${named.join(', ')}`]),
    ...(onlyAnswered ? ['answered only'] : []),
  ];
  const results = measureAnswers(answers);
  const averages = aggregate(results);
  const database = databaseOf(key);
  const { sha256 } = data.identity;
  const overlays = await loadErrata(flags.errata, { name: data.name, sha256 });
  const errata = errataReport(overlays, samples, answers, flags.protocol);
  const facts: AnswersFacts = {
    file,
    ...(key === undefined ? {} : { key }),
    data: { file: data.name, sha256, questions },
    scope,
    protocol: flags.protocol,
    ...(isRun
      ? {}
      : {
          adversarial: adversarialReport(answers, null, (answer) =>
            answer.given.status === 'answered' ? scoreQuestion(answer, protocols[flags.protocol]).f1 : null,
          ),
        }),
    ...(database === undefined
      ? {}
      : {
          recallCeiling: {
            released: recallCeiling(answers, database, released),
            repaired: recallCeiling(answers, database, repaired),
          },
        }),
    referenceLines: referenceScores(askedOf(samples, answers), flags.protocol),
    ...(errata === undefined ? {} : { errata }),
  };
  const report = answersReport(facts, averages, results, [
    ...answersWarnings(averages, results),
    ...(onlyAnswered && answers.length < all.length
      ? [
          `ONLY A PART is scored: ${counted(all.length - answers.length, 'question')} without an answer left out.`,
        ]
      : []),
    ...conflictWarnings(errata?.conflicts ?? []),
  ]);
  if (flags.out !== undefined)
    await writeFileAtomic(flags.out, report.results.map((line) => `${JSON.stringify(line)}\n`).join(''));
  for (const warning of report.warnings) tell(`warning: ${warning}`);
  if (flags.json === true) return print(JSON.stringify(report));
  if (chosenBecause !== undefined) tell(`data: ${shownPath(data.name)} (${chosenBecause})`);
  print(
    scoreText(
      report,
      results.flatMap(({ given }) => (given.status === 'answered' ? [] : (given.reason ?? []))),
    ),
  );
  if (flags.out !== undefined) print(`\nquestions: ${shownPath(flags.out)} (${flags.protocol})`);
}

/** The database that the key of a run names, as in `gpt-4o_observation_top_5`. */
function databaseOf(key = ''): Database | undefined {
  return databases.find((database) => key.split('_').includes(database));
}

function scoreText(report: AnswersReport, reasons: readonly string[]): string {
  const { file, key, data, scope, questions, questionSet, statuses } = report;
  const counts = Object.entries(statuses).map(([status, count]) => `${count} ${status}`);
  const unanswered = questions - statuses.answered;
  return [
    `${[shownPath(file), ...(key === undefined ? [] : [key])].join(', ')}: ` +
      `${scope.length === 0 ? '' : `${questions} of `}${counted(data.questions, 'question')} of ${shownPath(data.file)}` +
      `${scope.length === 0 ? '' : ` (${scope.join('; ')})`}, set ${questionSet}`,
    counts.join(', '),
    ...(unanswered === 0
      ? []
      : [
          `${counted(unanswered, 'question')} without an answer: 0 in the released F1, left out of the repaired one`,
          ...reasonLines(reasons).map((line) => `  ${line}`),
        ]),
    '',
    answersTables(report, report.recallCeiling),
    '',
    ...(report.adversarial === undefined
      ? [`Category 5 and the risk at coverage: ${programName} diagnose RUN`]
      : [adversarialTable(report.adversarial)]),
    '',
    referenceTable(report.referenceLines, report.protocol),
    ...(report.errata === undefined ? [] : ['', errataText(report.errata)]),
  ].join('\n');
}
