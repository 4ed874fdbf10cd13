import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ExpectedError } from '../engine/expected-error.ts';
import { packageRoot } from '../engine/package-root.ts';
import type { PipelineDefinition } from '../engine/pipeline/definition.ts';
import { parsePipeline } from '../engine/pipeline/parse.ts';
import type { PipelineSource } from '../engine/pipeline/pipeline-file.ts';
import { shownPath } from '../engine/shown.ts';
import { unknownName } from '../engine/unknown-name.ts';

/** Where the pipelines are that ship with the package. */
export const pipelineFolder = join(packageRoot, 'pipelines');

/** The names of the pipelines that ship with the package. */
export function pipelineNames(): readonly string[] {
  return readdirSync(pipelineFolder)
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => basename(file, '.yaml'))
    .toSorted();
}

/** Finds a pipeline by the name of one that ships, or by the path of a file that ends in `.yaml` or `.yml`. */
export function findPipeline(nameOrPath: string): PipelineDefinition {
  const isPath = /\.ya?ml$/.test(nameOrPath);
  const name = isPath ? basename(nameOrPath).replace(/\.ya?ml$/, '') : nameOrPath;
  return parsePipeline(name, isPath ? readPath(nameOrPath) : readShipped(nameOrPath), readShipped);
}

/** `asked` is the place that names the pipeline, where a file does. */
function readShipped(name: string, asked?: string): PipelineSource {
  if (!pipelineNames().includes(name)) throw unknownName('pipeline', name, pipelineNames(), asked);
  return readPath(join(pipelineFolder, `${name}.yaml`));
}

function readPath(path: string): PipelineSource {
  try {
    return {
      file: shownPath(path),
      text: new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path)),
    };
  } catch (error) {
    throw new ExpectedError(
      {
        code: 'pipeline-file',
        message: `Expected a pipeline file, found ${foundInstead(path, error)}.`,
        where: path,
        remedy: `Give the path of a YAML file in UTF-8, or one of ${pipelineNames().join(', ')}.`,
      },
      { cause: error },
    );
  }
}

function foundInstead(path: string, error: unknown): string {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return 'none';
  if (found.isDirectory()) return 'a folder';
  if (error instanceof TypeError) return 'bytes that are not UTF-8';
  return 'one that cannot be read';
}
