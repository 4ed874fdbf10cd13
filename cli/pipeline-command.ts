import { Command, Option } from 'commander';
import { ExpectedError } from '../engine/expected-error.ts';
import type { Overrides } from '../engine/pipeline/bind.ts';
import {
  placeText,
  presetOf,
  type Parameter,
  type PipelineDefinition,
} from '../engine/pipeline/definition.ts';
import { findPipeline, pipelineNames } from '../pipelines/find.ts';
import { withoutAliases } from './model-aliases.ts';
import { namesArgument, pathArgument, settingArgument } from './arguments.ts';

/** The flags that every command on a pipeline takes, besides the pipeline's parameters. */
export interface PipelineFlags {
  readonly data?: string;
  readonly observations?: string;
  readonly summaries?: string;
  readonly out: string;
  readonly set: { readonly [place: string]: string };
  readonly [flag: string]: unknown;
}

/** The commands' own flags, which no parameter may take. */
const reserved =
  'batch-api concurrency csv data dry-run help json max-cost mermaid observations out overwrite prices references replicates set summaries version'.split(
    ' ',
  );

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
  for (const parameter of pipeline?.params.values() ?? []) {
    refuseReserved(parameter);
    command.option(`--${parameter.name} <value>`, `${parameter.about}${presetOf(parameter)}`);
  }
  command
    .option('--data <file>', 'conversations and questions in the LoCoMo format', pathArgument)
    .option('--observations <file>', 'observations in place of those of the data', pathArgument)
    .option('--summaries <file>', 'session summaries in place of those of the data', pathArgument)
    .option('--out <folder>', 'where store and results lie', pathArgument, 'outputs')
    .addOption(
      new Option('--set <step.setting=value>', 'change one setting of a step; may be repeated')
        .argParser(settingArgument)
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

function refuseReserved({ name, where }: Parameter): void {
  if (!reserved.includes(name) && !name.startsWith('no-')) return;
  throw new ExpectedError({
    code: 'reserved-parameter',
    message: `Expected a parameter whose flag is free, found ${name}.`,
    where: placeText(where),
    remedy: `Give it another name; the commands use no-… and ${reserved.join(', ')} themselves.`,
  });
}

/** Takes the flag `--overwrite [step,…]`. */
export const overwriteOption = new Option(
  '--overwrite [steps]',
  'compute these steps again (names with commas between them; all when none is named)',
).argParser(namesArgument);

/** What the flags say of parameters and settings. */
export function overridesOf(pipeline: PipelineDefinition, flags: PipelineFlags): Overrides {
  const params = [...pipeline.params.keys()].flatMap((name) => {
    const value = flags[camelCase(name)];
    return typeof value === 'string' ? [[name, value]] : [];
  });
  return { params: withoutAliases(pipeline, Object.fromEntries(params)), settings: flags.set };
}

/** The name under which commander hands a flag over. */
export function camelCase(name: string): string {
  return name.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
