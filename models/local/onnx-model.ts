import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ExpectedError } from '../../engine/expected-error.ts';
import { shownPath } from '../../engine/shown.ts';
import { fileDigest } from './file-digest.ts';

/** Precisions of weights, by what the names of their files end in. The first that a folder has is taken. */
const suffixes = { q8: '_quantized', q4: '_q4', fp16: '_fp16', fp32: '' } as const;
export type Dtype = keyof typeof suffixes;
export const dtypes = Object.keys(suffixes) as readonly Dtype[];

/** A model in ONNX form, in a folder of this machine or on a hub. */
export type OnnxModel =
  | { readonly folder: string; readonly dtype: Dtype }
  | { readonly repository: string; readonly revision: string; readonly dtype: Dtype };

/** What a model on a hub is fetched as where no precision is asked for. */
const usual: Dtype = 'q8';

/**
 * The model of a name such as `./my-model` or `org/name@revision`: a folder where there is one of that name, otherwise a
 * repository. Throws `ExpectedError` where it is neither, or the folder lacks a file.
 */
export function findOnnxModel(name: string, asked: Dtype | ''): OnnxModel {
  const folder = path.resolve(name);
  if (existsSync(folder)) return { folder, dtype: precisionIn(folder, asked) };
  const [, repository, revision = 'main'] =
    /^([\w][\w.-]*\/[\w][\w.-]*)(?:@([\w][\w./-]*))?$/.exec(name) ?? [];
  if (repository === undefined || repository.includes('..') || revision.includes('..'))
    throw new ExpectedError({
      code: 'no-local-model',
      message: `Expected hf: and a folder, or a repository such as org/name, found ${JSON.stringify(name)}, which is neither.`,
      where: '--model',
      remedy: 'The folder holds config.json, tokenizer.json, tokenizer_config.json and onnx/model….onnx.',
    });
  return { repository, revision, dtype: asked === '' ? usual : asked };
}

function precisionIn(folder: string, asked: Dtype | ''): Dtype {
  const has = (dtype: Dtype): boolean => existsSync(weightsIn(folder, dtype));
  for (const file of ['config.json', 'tokenizer.json', 'tokenizer_config.json'])
    if (!existsSync(path.join(folder, file))) throw lacking(folder, file);
  const there = dtypes.filter(has);
  const [first] = there;
  if (first === undefined) throw lacking(folder, 'onnx/model.onnx');
  if (asked === '' || has(asked)) return asked === '' ? first : asked;
  throw new ExpectedError({
    code: 'no-precision',
    message: `Expected weights of precision ${asked}, found ${there.join(', ')}.`,
    where: shownPath(folder),
    remedy: `Name one of these with --dtype, or export onnx/model${suffixes[asked]}.onnx.`,
  });
}

function lacking(folder: string, file: string): ExpectedError {
  return new ExpectedError({
    code: 'no-local-model',
    message: `Expected a model in ONNX form, found a folder without ${file}.`,
    where: shownPath(folder),
    remedy:
      'Export it with `optimum-cli export onnx --model NAME FOLDER --task text-generation-with-past`, and move model.onnx* into FOLDER/onnx.',
  });
}

function weightsIn(folder: string, dtype: Dtype): string {
  return path.join(folder, 'onnx', `model${suffixes[dtype]}.onnx`);
}

/** Everything that can change what a model says: its files by content, or the revision of its repository. */
export function onnxIdentity(model: OnnxModel): { readonly [name: string]: string } {
  const { dtype } = model;
  if ('repository' in model) return { repository: model.repository, revision: model.revision, dtype };
  const { folder } = model;
  const weights = path.basename(weightsIn(folder, dtype));
  const parts = readdirSync(path.join(folder, 'onnx'))
    // Weights of more than two gigabytes lie beside the graph.
    .filter((name) => name === weights || name.startsWith(`${weights}_data`))
    .map((name) => path.join('onnx', name));
  const texts = readdirSync(folder).filter((name) => /\.(?:json|jinja|model|txt)$/.test(name));
  const hash = createHash('sha256');
  for (const name of [...texts, ...parts].toSorted())
    hash.update(`${path.basename(name)} ${fileDigest(path.join(folder, name))}\n`);
  return { content: hash.digest('hex').slice(0, 32), dtype };
}

/** Tokens of prompt and reply together, by the configuration of a model in a folder; null where it does not say. */
export function onnxWindow(model: OnnxModel): number | null {
  if ('repository' in model) return null;
  const config: unknown = JSON.parse(readFileSync(path.join(model.folder, 'config.json'), 'utf8'));
  const of = (name: string): unknown =>
    typeof config === 'object' && config !== null ? Reflect.get(config, name) : undefined;
  const tokens = [of('max_position_embeddings'), of('n_positions')].find((value) => Number.isInteger(value));
  return typeof tokens === 'number' ? tokens : null;
}
