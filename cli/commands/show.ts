import { planRun } from '../../engine/pipeline/plan.ts';
import type { PipelineDefinition } from '../../engine/pipeline/definition.ts';
import { alignLeft } from '../../report/columns.ts';
import { mermaidGraph } from '../../report/mermaid.ts';
import { stages } from '../../stages/registry.ts';
import type { BuildCommand } from '../build-command.ts';
import { overridesOf, pipelineCommand, type PipelineFlags } from '../pipeline-command.ts';
import { print } from '../streams.ts';

interface ShowFlags extends PipelineFlags {
  readonly mermaid?: boolean;
  readonly json?: boolean;
}

/** `pipeline show <pipeline>`. */
export const showCommand: BuildCommand = (words) => {
  const { command, pipeline } = pipelineCommand(words);
  return command
    .description('Shows the parameters of a pipeline and the steps that run with them.')
    .option('--mermaid', 'print the steps as a Mermaid graph')
    .option('--json', 'print one object')
    .action((_name: string, flags: ShowFlags) => {
      if (pipeline !== undefined) show(pipeline, flags);
    });
};

function show(pipeline: PipelineDefinition, flags: ShowFlags): void {
  const plan = planRun(pipeline, overridesOf(pipeline, flags), stages);
  const steps = plan.steps.map(({ name, stage, inputs, settings }) => ({
    step: name,
    stage: stage.name,
    from: [...new Set(Object.values(inputs))],
    settings,
  }));
  if (flags.mermaid === true) return print(mermaidGraph(plan));
  if (flags.json === true) {
    return print(
      JSON.stringify({ pipeline: pipeline.name, summary: pipeline.summary, params: plan.params, steps }),
    );
  }
  const parameters = [...pipeline.params.values()].map(({ name, about }) => [
    `  --${name}`,
    String(plan.params[name] ?? ''),
    about,
  ]);
  const rows = steps.map(({ step, stage, from, settings }) => [
    `  ${step}`,
    stage,
    from.join(', '),
    Object.entries(settings)
      .map(([setting, value]) => `${setting}=${JSON.stringify(value)}`)
      .join(' '),
  ]);
  print(`${pipeline.name}: ${pipeline.summary}`);
  if (parameters.length > 0) print(`\nparameters\n${alignLeft(parameters)}`);
  print(`\nsteps\n${alignLeft([['  step', 'stage', 'reads', 'settings'], ...rows])}`);
  const ran = new Set(steps.map(({ step }) => step));
  const idle = [...pipeline.steps.keys()].filter((step) => !ran.has(step));
  if (idle.length > 0) print(`\nnot needed with these parameters: ${idle.join(', ')}`);
}
