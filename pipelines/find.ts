import { readdirSync, readFileSync } from 'node:fs';
import { basename, isAbsolute, join, relative } from 'node:path';
import { ExpectedError } from '../engine/expected-error.ts';
import { packageRoot } from '../engine/package-root.ts';
import { unknown } from '../engine/pipeline/bind.ts';
import type { PipelineDefinition } from '../engine/pipeline/definition.ts';
import { parsePipeline, type ReadPipeline } from '../engine/pipeline/parse.ts';

const folder = join(packageRoot, 'pipelines');

/** The names of the pipelines that ship with the package. */
export function pipelineNames(): readonly string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => basename(file, '.yaml'))
    .toSorted();
}

/** Finds a pipeline by the name of one that ships, or by the path of a file that ends in `.yaml` or `.yml`. */
export function findPipeline(nameOrPath: string): PipelineDefinition {
  const isPath = /\.ya?ml$/.test(nameOrPath);
  const source = isPath ? readPath(nameOrPath) : readShipped(nameOrPath);
  if (source === undefined) throw unknown('pipeline', nameOrPath, pipelineNames(), 'pipeline');
  return parsePipeline(
    isPath ? basename(nameOrPath).replace(/\.ya?ml$/, '') : nameOrPath,
    source,
    readShipped,
  );
}

const readShipped: ReadPipeline = (name) =>
  pipelineNames().includes(name) ? readPath(join(folder, `${name}.yaml`)) : undefined;

function readPath(path: string): { readonly file: string; readonly text: string } {
  const shown = relative(process.cwd(), path);
  try {
    return {
      file: isAbsolute(path) && shown.startsWith('..') ? path : shown,
      text: readFileSync(path, 'utf8'),
    };
  } catch (error) {
    throw new ExpectedError(
      {
        code: 'pipeline-file',
        message: 'Expected a pipeline file that can be read.',
        where: path,
        remedy: `Give another path, or one of the pipelines that ship: ${pipelineNames().join(', ')}.`,
      },
      { cause: error },
    );
  }
}
