import type { StepOutcome } from '../events.ts';
import type { Plan } from '../pipeline/plan.ts';
import type { ArtifactReader } from '../store/artifact.ts';
import type { RunOptions } from './run-options.ts';
import { runStep } from './run-step.ts';

/** What a run came to. */
export interface RunOutcome {
  /** The artifact of each step, by name; those of steps with failed items hold the items that succeeded. */
  readonly artifacts: ReadonlyMap<string, ArtifactReader<unknown>>;
  readonly steps: readonly StepOutcome[];
}

/** Runs the steps of a plan one behind the other. Throws `Stopped` where the user stops it. */
export async function runPlan(plan: Plan, options: RunOptions): Promise<RunOutcome> {
  const artifacts = new Map<string, ArtifactReader<unknown>>();
  const steps: StepOutcome[] = [];
  for (const step of plan.steps) {
    const { artifact, outcome } = await runStep(step, artifacts, options);
    artifacts.set(step.name, artifact);
    steps.push(outcome);
    options.report({ type: 'step-finished', outcome });
  }
  return { artifacts, steps };
}
