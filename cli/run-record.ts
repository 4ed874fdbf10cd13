import { packageVersion } from '../engine/package-root.ts';
import type { PlannedStep } from '../engine/pipeline/plan.ts';
import type { RunOutcome } from '../engine/run/run-plan.ts';
import type { Session } from './session.ts';

/** Everything needed to repeat a run and to see whether a repetition is the same. Holds no time and no key. */
export function runRecord({ plan, data }: Session, run: string, outcome: RunOutcome): object {
  return {
    run,
    version: packageVersion(),
    pipeline: plan.pipeline.name,
    params: plan.params,
    data: { file: data.file.name, bytes: data.file.bytes.length, identity: data.file.identity },
    steps: plan.steps.map((step) => stepRecord(step, outcome)),
  };
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
