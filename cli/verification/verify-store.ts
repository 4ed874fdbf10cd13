import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ExpectedError } from '../../engine/expected-error.ts';
import type { ArtifactReader } from '../../engine/store/artifact.ts';
import { Store } from '../../engine/store/store.ts';
import type { Findings } from '../../report/verification/findings.ts';
import type { RecordedRejudging, RecordedRun } from '../recorded-run.ts';
import type { RecordedStep } from '../stored-records.ts';

/** A step of a run whose records are in the store as they were sealed. */
export interface StoredStep {
  readonly step: RecordedStep;
  readonly artifact: ArtifactReader<unknown>;
  /** Where the records are, from the folder of results. */
  readonly path: string;
}

/**
 * Compares what the store beside a run still holds of its steps with the digests in `run.json`, and each record with its
 * own; returns the steps that are whole. Artifacts that were cleared away are told.
 */
export async function verifyStore(
  findings: Findings,
  { folder, record }: RecordedRun | RecordedRejudging,
): Promise<readonly StoredStep[]> {
  const place = resolve(folder, '..', '..', 'store');
  const store = existsSync(join(place, 'layout.json')) ? await Store.open(place) : undefined;
  const [stored, cleared]: [StoredStep[], string[]] = [[], []];
  for (const [index, step] of record.steps.entries()) {
    const key = step.artifact;
    if (key === undefined) continue;
    const path = `store/artifacts/${step.stage}/${key.slice(0, 32)}`;
    const artifact = await store?.findByKey<unknown>(step.stage, key);
    if (artifact !== undefined) {
      const { digest, items } = artifact.manifest;
      findings.compare('run.json', `steps[${index}].content`, step.content, digest);
      findings.compare('run.json', `steps[${index}].items`, step.items, items, true);
      if (await areSealed(findings, artifact, path)) stored.push({ step, artifact, path });
    } else if (store !== undefined && existsSync(store.artifactFolder(step.stage, key)))
      findings.compare(path, '', 'records of another length, or no manifest', 'the sealed records');
    else cleared.push(step.step);
  }
  if (cleared.length > 0)
    findings.unchecked.push(`the stored records of ${cleared.join(', ')}: no longer in the store`);
  return stored;
}

/** Reads all records of an artifact, which checks every digest. */
async function areSealed(
  findings: Findings,
  artifact: ArtifactReader<unknown>,
  path: string,
): Promise<boolean> {
  try {
    const records = artifact.records()[Symbol.asyncIterator]();
    while ((await records.next()).done !== true);
    findings.others += 1;
    return true;
  } catch (error) {
    if (!(error instanceof ExpectedError)) throw error;
    findings.compare(path, 'digest', error.message, 'the records that were sealed');
    return false;
  }
}
