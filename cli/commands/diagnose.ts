import { Command, InvalidArgumentError } from 'commander';
import { shownPath } from '../../engine/shown.ts';
import { writeFileAtomic } from '../../engine/store/atomic-file.ts';
import { adversarialReport } from '../../locomo/diagnosis/adversarial.ts';
import { bothOrders } from '../../locomo/diagnosis/both-orders.ts';
import { lossLadder, type Loss } from '../../locomo/diagnosis/loss-ladder.ts';
import { summariseLosses } from '../../locomo/diagnosis/summarise-losses.ts';
import { applyErrata } from '../../locomo/errata/apply-errata.ts';
import { correctedAnswers } from '../../locomo/errata/three-ways.ts';
import { questionName, type AnsweredQuestion } from '../../locomo/scoring/answered-question.ts';
import { released } from '../../locomo/scoring/protocol.ts';
import { scoreQuestion } from '../../locomo/scoring/score-question.ts';
import { adversarialTable } from '../../report/adversarial-table.ts';
import { bothOrdersTable } from '../../report/both-orders-table.ts';
import { conflictWarnings } from '../../report/errata-report.ts';
import { lossTable, reachTable } from '../../report/loss-table.ts';
import { pathArgument } from '../arguments.ts';
import type { BuildCommand } from '../build-command.ts';
import { errataOption } from '../errata-option.ts';
import { loadErrata } from '../load-errata.ts';
import { openRecordedRun } from '../recorded-run.ts';
import { StoredRecords } from '../stored-records.ts';
import { readsConversations, reversedAnswers, runQuestions, type RunQuestion } from '../run-questions.ts';
import { print, tell } from '../streams.ts';

interface DiagnoseFlags {
  readonly rightFrom: number;
  readonly errata: readonly string[];
  readonly out?: string;
  readonly json?: boolean;
}

/** `pipeline diagnose <run>`. */
export const diagnoseCommand: BuildCommand = () =>
  new Command()
    .description('Tells for each question of a run where it was lost, and how category 5 was dealt with.')
    .argument('<run>', 'folder of a finished run, or its id below outputs/runs')
    .option('--right-from <score>', 'the least score of a right answer, from 0 to 1', scoreArgument, 0.5)
    .addOption(errataOption())
    .option('--out <file>', 'write a line of JSON for each question', pathArgument)
    .option('--json', 'print one object')
    .action(diagnose);

async function diagnose(named: string, flags: DiagnoseFlags): Promise<void> {
  const run = await openRecordedRun(named, 'outputs');
  const { data, run: id } = run.record;
  const records = await StoredRecords.of(run);
  const questions = await runQuestions(records);
  const overlays = await loadErrata(flags.errata, { name: data.file, sha256: data.identity.sha256 });
  const { corrected, errata } = correctedBy(questions, overlays);
  for (const warning of conflictWarnings(errata.conflicts)) tell(`warning: ${warning}`);

  const losses = lossLadder(
    corrected.map((each) => ({ ...each, score: scoreOf(each.answer) })),
    { rightFrom: flags.rightFrom, contested: errata.contested },
  );
  const summary = summariseLosses(losses);
  const { seed, topK, options } = records.stepOf('answers')?.settings ?? {};
  const { depth } = records.stepOf('rankings')?.settings ?? {};
  const isWhole = readsConversations(records);
  const answers = corrected.map(({ answer }) => answer);
  const optionSeed = typeof seed === 'number' ? seed : null;
  const adversarial = adversarialReport(answers, optionSeed, scoreOf);
  const orders =
    options === 'both' && optionSeed !== null
      ? bothOrders(answers, await reversedAnswers(records), optionSeed)
      : null;
  if (flags.out !== undefined) await writeFileAtomic(flags.out, losses.map(lossLine).join(''));
  const counts = { dropped: errata.dropped.size, contested: errata.contested.size };
  if (flags.json === true)
    return print(
      JSON.stringify({
        run: id,
        rightFrom: flags.rightFrom,
        errata: overlays.map(({ name, about, source }) => ({ name, about, source })),
        ...counts,
        losses: summary,
        adversarial,
        bothOrders: orders,
      }),
    );
  print(
    [
      `${id}: where its questions were lost`,
      '',
      lossTable(summary),
      `Right: a score of at least ${flags.rightFrom}. Lost: at the first place that some of the evidence did not get past.`,
      isWhole
        ? 'Nothing is ranked: the whole conversation is read, as far as the token budget goes.'
        : `Ranked are the best ${Number(depth)} passages; k is ${Number(topK)}.`,
      'Adversarial questions have no evidence for their answer, so they are lost in answering alone.',
      ...overlays.map(({ name, about }) => `Errata: ${name}: ${about}`),
      '',
      reachTable(summary, isWhole ? null : Number(topK)),
      '',
      adversarialTable(adversarial),
      ...(orders === null ? [] : ['', bothOrdersTable(orders)]),
      ...(flags.out === undefined ? [] : ['', `questions: ${shownPath(flags.out)}`]),
    ].join('\n'),
  );
}

/** A line of JSON, its question named as in other files of answers and scores. */
function lossLine({ sampleId: sample_id, qaIndex: qa_index, ...loss }: Loss): string {
  return `${JSON.stringify({ sample_id, qa_index, ...loss })}\n`;
}

/** The questions as the errata leave them. */
function correctedBy(
  questions: readonly RunQuestion[],
  overlays: Parameters<typeof applyErrata>[1],
): { readonly corrected: readonly RunQuestion[]; readonly errata: ReturnType<typeof applyErrata> } {
  const samples = [...new Set(questions.map(({ answer }) => answer.sample))];
  const errata = applyErrata(samples, overlays);
  const byName = new Map(questions.map((each) => [questionName(each.answer), each]));
  const corrected = correctedAnswers(
    questions.map(({ answer }) => answer),
    errata,
  ).flatMap((answer) => {
    const before = byName.get(questionName(answer));
    return before === undefined ? [] : [{ ...before, answer }];
  });
  return { corrected, errata };
}

/** The released score of an answer; null where there is none. */
function scoreOf(answer: AnsweredQuestion): number | null {
  return answer.given.status === 'answered' ? scoreQuestion(answer, released).f1 : null;
}

function scoreArgument(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(value >= 0 && value <= 1))
    throw new InvalidArgumentError('Expected a number from 0 to 1.');
  return value;
}
