import { ExpectedError } from '../engine/expected-error.ts';
import { planRun, type Plan } from '../engine/pipeline/plan.ts';
import { isCached } from '../engine/run/is-cached.ts';
import type { RunOptions } from '../engine/run/run-options.ts';
import { runPlan } from '../engine/run/run-plan.ts';
import { counted } from '../report/counted.ts';
import { protocolScores } from '../report/protocol-scores.ts';
import { referenceScoreOf, type ReferencePassages, type ReferenceScore } from '../report/reference-table.ts';
import { scoredQuestions } from '../report/scored-run.ts';
import { stages } from '../stages/registry.ts';
import { tell } from './streams.ts';
import type { Session } from './session.ts';
import { overridesOf, type PipelineFlags } from './pipeline-command.ts';

/** What the reader is given, by the retriever that gives it. */
const passagesOf: { readonly [retriever: string]: ReferencePassages } = {
  none: 'empty context',
  random: 'random passages',
  oracle: 'oracle passages',
};

/** Throws `ExpectedError` where other passages could change no score. */
export function assertHasReferences(plan: Plan): void {
  if (hasReferences(plan)) return;
  throw new ExpectedError({
    code: 'no-references',
    message: `Expected a pipeline with the parameter retriever whose result is scores, found ${plan.pipeline.name}.`,
    where: '--references',
    remedy: 'Leave the flag out: there is nothing that other passages could show.',
  });
}

/**
 * What the same pipeline scores with an empty context, random passages and the right ones. All that is computed is
 * cached like that of any run; questions that failed are in no average, and a warning says how many they are.
 */
export async function referenceRuns(
  own: Plan,
  flags: PipelineFlags,
  options: RunOptions,
): Promise<readonly ReferenceScore[]> {
  const lines: ReferenceScore[] = [];
  for (const { line, plan } of referencePlans(own, flags)) {
    tell(`reference line: ${line}`);
    const scored = await scoredQuestions(plan, await runPlan(plan, options));
    if (scored === undefined) continue;
    const { released } = protocolScores(scored);
    const { questions, unscored } = released;
    if (unscored.overall > 0) {
      const of = counted(questions.overall + unscored.overall, 'question');
      const message = `reference line ${line}: ${unscored.overall} of ${of} in no average, for want of a score`;
      options.report({ type: 'warning', message });
    }
    lines.push(referenceScoreOf(line, released));
  }
  return lines;
}

/** Whether `--references` would compute something: it does not where the store holds all that it needs. */
export async function canAddReferences(
  session: Pick<Session, 'plan' | 'store' | 'services'>,
  flags: PipelineFlags,
): Promise<boolean> {
  if (!hasReferences(session.plan)) return false;
  for (const { plan } of referencePlans(session.plan, flags))
    if (!(await isCached(plan, session))) return true;
  return false;
}

function hasReferences({ pipeline, steps, result }: Plan): boolean {
  const scores = steps.some(({ name, stage }) => name === result && stage.output === 'scores');
  return scores && pipeline.params.has('retriever');
}

function referencePlans(
  { pipeline }: Plan,
  flags: PipelineFlags,
): readonly { readonly line: ReferencePassages; readonly plan: Plan }[] {
  const { params, settings } = overridesOf(pipeline, flags);
  return Object.entries(passagesOf).map(([retriever, line]) => ({
    line,
    plan: planRun(pipeline, { settings, params: { ...params, retriever } }, stages),
  }));
}
