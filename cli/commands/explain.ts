import type { PipelineDefinition } from '../../engine/pipeline/definition.ts';
import { unknownName } from '../../engine/unknown-name.ts';
import { explainRecipe } from '../../engine/run/explain.ts';
import { previewPlan, type StepPreview } from '../../engine/run/preview.ts';
import type { Store } from '../../engine/store/store.ts';
import { counted } from '../../report/counted.ts';
import type { BuildCommand } from '../build-command.ts';
import { pipelineCommand, type PipelineFlags } from '../pipeline-command.ts';
import { openSession } from '../session.ts';
import { print } from '../streams.ts';

/** `pipeline explain <pipeline> <step>`. */
export const explainCommand: BuildCommand = (words) => {
  const { command, pipeline } = pipelineCommand(words);
  return command
    .argument('[step]', 'one step; all of them when none is named')
    .description('Tells which steps would run, and what differs from the nearest run before.')
    .action(async (_name: string, step: string | undefined, flags: PipelineFlags) => {
      if (pipeline !== undefined) await explain(pipeline, step, flags);
    });
};

async function explain(
  pipeline: PipelineDefinition,
  step: string | undefined,
  flags: PipelineFlags,
): Promise<void> {
  const session = await openSession(pipeline, flags);
  const names = session.plan.steps.map(({ name }) => name);
  if (step !== undefined && !names.includes(step)) {
    if (pipeline.steps.has(step))
      return print(`${step}: not run, because nothing needs it with these parameters`);
    throw unknownName('step', step, pipeline.steps.keys());
  }
  for (const preview of await previewPlan(session.plan, session)) {
    if (step === undefined || preview.step === step) print(await explanation(preview, session.store));
  }
}

async function explanation(preview: StepPreview, store: Store): Promise<string> {
  if (preview.state === 'waits') {
    return `${preview.step}: runs if what it reads changes; waits for ${preview.for.join(', ')}`;
  }
  if (preview.state === 'cached') return `${preview.step}: in the store (${counted(preview.items, 'item')})`;
  const head = `${preview.step}: runs ${preview.items - preview.cached} of ${counted(preview.items, 'item')}`;
  const differences = await explainRecipe(store, preview.recipe);
  if (differences === undefined) return `${head}, because nothing of its stage is in the store yet`;
  if (differences.length === 0) return `${head}, because its artifact in the store is not whole`;
  const lines = differences.map(
    ({ field, before, now }) => `  ${field}: ${short(before)} before, ${short(now)} now`,
  );
  return [`${head}, because its recipe differs from the nearest one before:`, ...lines].join('\n');
}

function short(text: string | undefined): string {
  if (text === undefined) return 'nothing';
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
