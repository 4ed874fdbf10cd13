import { z } from 'zod';
import { calibrationRates } from '../../locomo/scoring/calibration.ts';
import { summariseJudgements } from '../../locomo/scoring/judge-summary.ts';
import { judgedRun, verdictsFile, type JudgedRun } from '../../report/judged-run.ts';
import type { Findings } from '../../report/verification/findings.ts';
import { stages } from '../../stages/registry.ts';
import type { RecordedStep } from '../stored-records.ts';
import type { StoredStep } from './verify-store.ts';

const verdict = z.enum(['correct', 'wrong']);
const count = z.object({ count: z.int(), of: z.int() });

/** What the averages of a judge follow from. */
const schema = z.array(
  z.object({
    judge: z.string(),
    rubric: z.string(),
    repeats: z.int().min(1),
    calibration: z
      .object({
        falsePositives: count,
        falsePositivesByKind: z.object({ vague: count, specific: count }),
        falseNegatives: count,
        unjudged: z.int(),
      })
      .nullable(),
    answers: z.array(
      z.object({
        sampleId: z.string(),
        qaIndex: z.int(),
        category: z.literal([1, 2, 3, 4, 5]),
        prediction: z.string().nullable(),
        verdicts: z.array(verdict.nullable().transform((found) => found ?? undefined)),
        reasons: z.array(z.string()),
      }),
    ),
  }),
);

type WrittenJudge = z.infer<typeof schema>[number];

/**
 * Computes again what `verdicts.json` says of each judge: from the verdicts in the store, or, where they were cleared
 * away, from those in the file. Why a verdict is missing is nowhere else, and taken over.
 */
export async function verifyVerdicts(
  findings: Findings,
  bytes: Uint8Array,
  steps: readonly RecordedStep[],
  stored: readonly StoredStep[],
): Promise<void> {
  const judges = steps.filter(({ stage }) => stages.get(stage)?.output === 'verdicts');
  let [raw, written]: [unknown, readonly WrittenJudge[]] = [[], []];
  try {
    raw = JSON.parse(Buffer.from(bytes).toString());
    written = schema.parse(raw);
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof z.ZodError)) throw error;
    findings.compare(verdictsFile, '', 'another form', 'what the judges found');
    return;
  }
  const artifacts = new Map(stored.map(({ step, artifact }) => [step.step, artifact]));
  const recomputed: JudgedRun[] = [];
  for (const [at, { step: name, settings, inputs }] of judges.entries()) {
    const found = written[at];
    if (found === undefined) continue;
    const isStored = [name, ...Object.values(inputs)].every((each) => artifacts.has(each));
    const outcome = { artifacts, steps: [{ step: name, failures: failuresIn(found) }] };
    recomputed.push(isStored ? await judgedRun({ name, settings, inputs }, outcome) : fromFile(found));
  }
  // As the file would hold it.
  const whole: unknown = JSON.parse(JSON.stringify(recomputed));
  findings.compareAll(verdictsFile, '', raw, whole, (path) => !/\.(?:qaIndex|category|repeats)$/.test(path));
}

function fromFile(written: WrittenJudge): JudgedRun {
  const { judge, rubric, repeats, answers } = written;
  const calibration = written.calibration && calibrationRates(written.calibration);
  const summary = summariseJudgements(answers, repeats, calibration);
  return { judge, rubric, repeats, ...summary, calibration, answers };
}

/** Why verdicts are missing, by the name of the judgement. */
function failuresIn({ answers }: WrittenJudge): ReadonlyMap<string, string> {
  const failures = answers.flatMap(({ sampleId, qaIndex, verdicts, reasons }) => {
    const missing = verdicts.flatMap((found, at) => (found === undefined ? [at + 1] : []));
    return missing.map((repeat, at): [string, string] => [
      `${sampleId}/${qaIndex}/${repeat}`,
      reasons[at] ?? '',
    ]);
  });
  return new Map(failures.filter(([, reason]) => reason !== ''));
}
