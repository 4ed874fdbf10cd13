import { readFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { digestOf, sha256 } from '../engine/digest.ts';
import { packageVersion } from '../engine/package-root.ts';
import type { PlannedStep } from '../engine/pipeline/plan.ts';
import type { RunOutcome } from '../engine/run/run-plan.ts';
import { memoryKinds } from '../locomo/dataset/read-overlay.ts';
import type { ScoreSummary } from '../locomo/metrics/summarise.ts';
import { pipelineFolder } from '../pipelines/find.ts';
import type { DataFile } from '../stages/load-dataset.ts';
import type { FileDigest } from './run-folder.ts';
import type { Session } from './session.ts';

/** What came of a run: its result files by name, and its averages where it has scores. */
export interface RunResults {
  readonly results: { readonly [file: string]: FileDigest };
  readonly scores?: ScoreSummary;
}

/**
 * Everything needed to repeat a run, and to see whether a repetition is the same and nothing was changed since. It
 * holds no time, no key, and no path of the machine; `digest` is that of all the rest.
 */
export function runRecord(
  { plan, data }: Session,
  run: string,
  outcome: RunOutcome,
  results: RunResults,
): object {
  return sealedRecord({
    run,
    version: packageVersion(),
    pipeline: plan.pipeline.name,
    ...pipelineFile(plan.pipeline.where.file),
    params: plan.params,
    data: dataRecord(data.file),
    steps: plan.steps.map((step) => stepRecord(step, outcome)),
    ...results,
  });
}

/** A data file by name and digest, and the names of the files whose memories stand in place of its own. */
function dataRecord({ name, bytes, identity, memories }: DataFile): object {
  const names = memoryKinds.flatMap((kind) => {
    const file = memories?.[kind];
    return file === undefined ? [] : [[kind, basename(file.name)] as const];
  });
  return {
    file: basename(name),
    bytes: bytes.length,
    identity,
    ...(names.length === 0 ? {} : { memories: Object.fromEntries(names) }),
  };
}

/** A record with the digest of all that it says. */
export function sealedRecord(record: object): object {
  return { ...record, digest: digestOf(record) };
}

/** What a step did with which settings, and where what it made is. */
export function stepRecord({ name, stage, settings, inputs }: PlannedStep, { artifacts }: RunOutcome) {
  const manifest = artifacts.get(name)?.manifest;
  return {
    step: name,
    stage: stage.name,
    version: stage.version,
    settings,
    inputs,
    services: manifest?.recipe.services,
    artifact: manifest?.key,
    content: manifest?.digest,
    items: manifest?.items,
  };
}

/** The pipeline's file where it is not one that ships, which the version names well enough. */
function pipelineFile(path: string): {
  readonly pipelineFile?: { readonly file: string; readonly sha256: string };
} {
  if (resolve(dirname(path)) === pipelineFolder) return {};
  return { pipelineFile: { file: basename(path), sha256: sha256(readFileSync(path)) } };
}
