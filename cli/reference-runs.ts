import { ExpectedError } from '../engine/expected-error.ts';
import type { PipelineDefinition } from '../engine/pipeline/definition.ts';
import { planRun } from '../engine/pipeline/plan.ts';
import type { RunOptions } from '../engine/run/run-options.ts';
import { runPlan } from '../engine/run/run-plan.ts';
import { protocolScores } from '../report/protocol-scores.ts';
import { referenceScoreOf, type ReferencePassages, type ReferenceScore } from '../report/reference-table.ts';
import { scoredQuestions } from '../report/scored-run.ts';
import { stages } from '../stages/registry.ts';
import { tell } from './streams.ts';
import { overridesOf, type PipelineFlags } from './pipeline-command.ts';

/** What the reader is given, by the retriever that gives it. */
const retrieverOf: { readonly [retriever: string]: ReferencePassages } = {
  none: 'empty context',
  random: 'random passages',
  oracle: 'oracle passages',
};

/** Throws `ExpectedError` for a pipeline whose passages are not for a retriever to choose. */
export function assertHasReferences({ name, params }: PipelineDefinition): void {
  if (params.has('retriever')) return;
  throw new ExpectedError({
    code: 'no-references',
    message: `Expected a pipeline with the parameter retriever, found ${name} without it.`,
    where: '--references',
    remedy: 'Leave the flag out: there is nothing that other passages could show.',
  });
}

/**
 * What the same pipeline scores with an empty context, random passages and the right ones. All that is computed is
 * cached like that of any run; questions that failed are in no average.
 */
export async function referenceRuns(
  pipeline: PipelineDefinition,
  flags: PipelineFlags,
  options: RunOptions,
): Promise<readonly ReferenceScore[]> {
  const { params, settings } = overridesOf(pipeline, flags);
  const lines: ReferenceScore[] = [];
  for (const [retriever, line] of Object.entries(retrieverOf)) {
    const plan = planRun(pipeline, { settings, params: { ...params, retriever } }, stages);
    tell(`reference line: ${line}`);
    const scored = await scoredQuestions(plan, await runPlan(plan, options));
    if (scored !== undefined) lines.push(referenceScoreOf(line, protocolScores(scored).released));
  }
  return lines;
}
