import { resolve, join } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { ExpectedError } from '../engine/expected-error.ts';
import type { Overrides } from '../engine/pipeline/bind.ts';
import { unknownName } from '../engine/unknown-name.ts';
import type { PipelineDefinition } from '../engine/pipeline/definition.ts';
import { planRun, presetOf, type Plan } from '../engine/pipeline/plan.ts';
import { servicesOf } from '../engine/run/recipes.ts';
import type { ServiceProvider } from '../engine/service.ts';
import { Store } from '../engine/store/store.ts';
import { findPipeline, pipelineNames } from '../pipelines/find.ts';
import { createProvider } from '../stages/provider.ts';
import { stages } from '../stages/registry.ts';
import { chooseData, type ChosenData } from './data-file.ts';

/** The flags that every command on a pipeline takes. */
export interface SessionFlags {
  readonly data?: string;
  readonly out: string;
  readonly set: { readonly [place: string]: string };
  readonly overwrite?: readonly string[] | true;
}

/** A plan with all that is needed to run it. */
export interface Session {
  readonly plan: Plan;
  readonly data: ChosenData;
  readonly store: Store;
  readonly services: ServiceProvider;
  readonly overwrite: ReadonlySet<string>;
  /** The folder below which store and results lie. */
  readonly out: string;
}

/** A command on a pipeline: its parameters become flags once the pipeline's name is among the words. */
export function pipelineCommand(words: readonly string[]): {
  readonly command: Command;
  readonly pipeline: PipelineDefinition | undefined;
} {
  const named = pipelineAmong(words);
  const pipeline = named === undefined ? undefined : findPipeline(named);
  const command = new Command()
    .argument('<pipeline>', 'name of a pipeline (see pipeline ls), or path of a .yaml file')
    .allowExcessArguments(false)
    .helpOption('-h, --help', 'show this help');
  for (const parameter of pipeline?.params.values() ?? [])
    command.option(`--${parameter.name} <value>`, `${parameter.about}${presetOf(parameter)}`);
  command
    .option('--data <file>', 'conversations and questions in the LoCoMo format')
    .option('--out <folder>', 'where store and results lie', 'outputs')
    .addOption(
      new Option('--set <step.setting=value>', 'change one setting of a step; may be repeated')
        .argParser(collectSettings)
        .default({}, 'none'),
    );
  return { command, pipeline };
}

/** The word that names the pipeline. Until it is known, it is not known which flags take a value. */
function pipelineAmong(words: readonly string[]): string | undefined {
  const [first] = words;
  if (first !== undefined && !first.startsWith('-')) return first;
  const shipped = pipelineNames();
  return (
    words.find((word) => shipped.includes(word) || /\.ya?ml$/.test(word)) ??
    words.find((word) => !word.startsWith('-'))
  );
}

/** Takes the flag `--overwrite [step,…]`. */
export const overwriteOption = new Option(
  '--overwrite [steps]',
  'compute these steps again (names with commas between them; all when none is named)',
).argParser((text: string) =>
  text
    .split(',')
    .map((step) => step.trim())
    .filter(Boolean),
);

/** Plans the run that the flags ask for and opens its data and store. */
export async function openSession(
  pipeline: PipelineDefinition,
  flags: SessionFlags & { readonly [flag: string]: unknown },
): Promise<Session> {
  const plan = planRun(pipeline, overridesOf(pipeline, flags), stages);
  const overwrite = stepsToOverwrite(plan, flags.overwrite);
  const out = resolve(flags.out);
  const data = chooseData(flags.data);
  const store = await Store.open(join(out, 'store'));
  const services = createProvider({ data: data.file, modelFolder: join(store.folder, 'models') });
  // Services that cannot be had are told before anything runs; building one loads nothing heavy.
  for (const step of plan.steps) servicesOf(step, services);
  return { plan, data, store, services, overwrite, out };
}

/** What the flags say of parameters and settings. */
export function overridesOf(
  pipeline: PipelineDefinition,
  flags: SessionFlags & { readonly [flag: string]: unknown },
): Overrides {
  const params = [...pipeline.params.keys()].flatMap((name) => {
    const value = flags[camelCase(name)];
    return typeof value === 'string' ? [[name, value]] : [];
  });
  return { params: Object.fromEntries(params), settings: flags.set };
}

function stepsToOverwrite(plan: Plan, asked: SessionFlags['overwrite']): ReadonlySet<string> {
  const names = plan.steps.map(({ name }) => name);
  if (asked === undefined) return new Set();
  if (asked === true) return new Set(names);
  for (const step of asked) {
    if (names.includes(step)) continue;
    if (!plan.pipeline.steps.has(step))
      throw unknownName('step', step, plan.pipeline.steps.keys(), '--overwrite');
    throw new ExpectedError({
      code: 'unneeded-step',
      message: `Expected a step that runs, found ${step}, which nothing needs with these parameters.`,
      where: '--overwrite',
      remedy: `These run: ${names.join(', ')}.`,
    });
  }
  return new Set(asked);
}

function collectSettings(
  text: string,
  sofar: { readonly [place: string]: string },
): { [place: string]: string } {
  const at = text.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('Expected step.setting=value.');
  return { ...sofar, [text.slice(0, at)]: text.slice(at + 1) };
}

/** The name under which commander hands a flag over. */
function camelCase(name: string): string {
  return name.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
