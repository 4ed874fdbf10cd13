import type { StepOutcome } from '../events.ts';
import type { Plan, PlannedStep } from '../pipeline/plan.ts';
import type { ArtifactReader } from '../store/artifact.ts';
import { servicesOf } from './recipes.ts';
import type { RunOptions } from './run-options.ts';
import { runStep } from './run-step.ts';

/** What a run came to. */
export interface RunOutcome {
  /** The artifact of each step, by name; those of steps with failed items hold the items that succeeded. */
  readonly artifacts: ReadonlyMap<string, ArtifactReader<unknown>>;
  readonly steps: readonly StepOutcome[];
}

/**
 * Runs the steps of a plan one behind the other. Steps that are `given` are not among them: their artifacts are
 * read as they are. Throws `Stopped` where the user stops it.
 */
export async function runPlan(
  plan: Pick<Plan, 'steps'>,
  options: RunOptions,
  given: RunOutcome['artifacts'] = new Map(),
): Promise<RunOutcome> {
  const artifacts = new Map<string, ArtifactReader<unknown>>(given);
  const steps: StepOutcome[] = [];
  for (const [index, step] of plan.steps.entries()) {
    const assertReady = (): void => plan.steps.slice(index).forEach(assertStepReady);
    const { artifact, outcome } = await runStep(step, artifacts, { ...options, assertReady });
    artifacts.set(step.name, artifact);
    steps.push(outcome);
    options.report({ type: 'step-finished', outcome });
  }
  return { artifacts, steps };

  function assertStepReady(step: PlannedStep): void {
    for (const service of Object.values(servicesOf(step, options.services))) service.assertReady?.();
  }
}
