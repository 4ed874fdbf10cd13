import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { z } from 'zod';
import { ExpectedError } from '../engine/expected-error.ts';
import { shownPath } from '../engine/shown.ts';
import type { ArtifactReader } from '../engine/store/artifact.ts';
import type { Store } from '../engine/store/store.ts';
import { unknownName } from '../engine/unknown-name.ts';
import { stages } from '../stages/registry.ts';
import { findRuns, type RunFolder } from './run-folder.ts';

const record = z.looseObject({
  data: z.unknown(),
  steps: z.array(
    z.looseObject({
      step: z.string(),
      stage: z.string(),
      settings: z.looseObject({}),
      artifact: z.string().optional(),
    }),
  ),
});

/** A step as the record of a run has it. */
export type PastStep = z.infer<typeof record>['steps'][number];

/** What is written down about a run that has come to its end. */
export interface PastRun {
  readonly folder: RunFolder;
  readonly data: unknown;
  readonly steps: readonly PastStep[];
}

/** Finds a run by its id, or by the path of its folder, and reads its record. */
export async function findPastRun(name: string, out: string): Promise<PastRun> {
  const runs = await findRuns(out);
  const folder = runs.find((run) => run.folder.id === basename(name))?.folder;
  if (folder === undefined)
    throw unknownName(
      'run',
      name,
      runs.map((run) => run.folder.id),
      `--out ${shownPath(out)}`,
    );
  const file = folder.file('run.json');
  try {
    return { folder, ...record.parse(JSON.parse(await readFile(file, 'utf8'))) };
  } catch (error) {
    throw new ExpectedError(
      {
        code: 'unfinished-run',
        message: 'Expected the record of a run that has come to its end, found none that can be read.',
        where: shownPath(file),
        remedy: 'Finish the run first; pipeline status shows the command that resumes it.',
      },
      { cause: error },
    );
  }
}

/** The step of a past run that made a kind of record, with its artifact in the store. */
export async function pastArtifact(
  { folder, steps }: PastRun,
  kind: string,
  store: Store,
): Promise<{ readonly step: PastStep; readonly artifact: ArtifactReader<unknown> }> {
  const step = steps.find(({ stage }) => stages.get(stage)?.output === kind);
  if (step === undefined)
    throw new ExpectedError({
      code: 'run-without-records',
      message: `Expected a run that made ${kind}, found one that did not.`,
      where: folder.id,
      remedy: 'pipeline status lists the runs.',
    });
  const artifact = await store.findByKey(step.stage, step.artifact ?? '');
  if (artifact === undefined)
    throw new ExpectedError({
      code: 'artifact-missing',
      message: `Expected the ${kind} of the run in the store, where they are no longer.`,
      where: shownPath(store.folder),
      remedy: 'Make the run again: what its logs still have is not computed again.',
    });
  return { step, artifact };
}
