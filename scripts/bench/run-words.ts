import { join } from 'node:path';
import { packageRoot } from '../../engine/package-root.ts';
import type { ModelServer } from './model-server.ts';

/** A data file, and where the results go. */
export interface Files {
  readonly data: string;
  readonly out: string;
}

/** How many items a run has in flight. */
export const atOnce = 64;

/** The words of a run over questions of our own. */
export function runWords({ data, out }: Files, ...more: readonly string[]): readonly string[] {
  const words = ['--data', data, '--out', out, '--concurrency', String(atOnce), '--json'];
  return [
    join(packageRoot, 'bin/pipeline.js'),
    'run',
    'rag-dialog',
    '--retriever',
    'bm25',
    ...words,
    ...more,
  ];
}

/** The words of one that asks a server's model. */
export function askWords(server: ModelServer, files: Files, ...more: readonly string[]): readonly string[] {
  const { baseUrl, provider } = server;
  return runWords(files, '--model', `${provider.name}:any`, '--base-url', baseUrl, ...more);
}
