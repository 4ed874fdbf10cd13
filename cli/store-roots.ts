import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import type { ArtifactName, StoreRoots } from '../engine/store/needs.ts';
import { findRuns, type RunFolder } from './run-folder.ts';

/** What of `run.json` names artifacts. */
const record = z.object({
  steps: z.array(z.object({ stage: z.string(), artifact: z.string().optional() })),
});

/** What the runs of an output folder need of its store, and which runs these are. */
export interface RunRoots extends StoreRoots {
  /** Runs whose results are there. */
  readonly finished: readonly string[];
  /** Runs that are going on, or that were not completed. */
  readonly unfinished: readonly string[];
}

/**
 * What the runs need whose folders are there: all of them, or the last so many. Runs that are not complete are
 * always among them, because what they have paid for stands nowhere else.
 */
export async function storeRoots(out: string, keepRuns = Infinity): Promise<RunRoots> {
  const artifacts: ArtifactName[] = [];
  const claims: StoreRoots['claims'][number][] = [];
  const finished: string[] = [];
  const unfinished: string[] = [];
  let running = false;
  for (const [index, { folder, state }] of (await findRuns(out)).entries()) {
    const isComplete = state.status === 'complete';
    if (isComplete && index >= keepRuns) continue;
    (isComplete ? finished : unfinished).push(folder.id);
    running ||= state.running;
    artifacts.push(...(await artifactsOf(folder)));
    claims.push(...state.uses.map(({ stage, artifact: key, log }) => ({ stage, key, log })));
  }
  return { artifacts, claims, running, finished, unfinished };
}

/** The artifacts of a finished run; none where it has not finished yet. */
async function artifactsOf(folder: RunFolder): Promise<readonly ArtifactName[]> {
  try {
    const { steps } = record.parse(JSON.parse(await readFile(folder.file('run.json'), 'utf8')));
    return steps.flatMap(({ stage, artifact }) => (artifact === undefined ? [] : [{ stage, key: artifact }]));
  } catch {
    return [];
  }
}
