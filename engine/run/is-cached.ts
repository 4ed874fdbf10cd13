import type { Plan } from '../pipeline/plan.ts';
import type { ServiceProvider } from '../service.ts';
import type { ArtifactReader } from '../store/artifact.ts';
import type { Store } from '../store/store.ts';
import { inputsOf, recipeOf, servicesOf } from './recipes.ts';

/** Whether the store holds every artifact of a plan, so that a run of it would compute nothing; no item is listed. */
export async function isCached(
  { steps }: Pick<Plan, 'steps'>,
  { store, services }: { readonly store: Store; readonly services: ServiceProvider },
): Promise<boolean> {
  const artifacts = new Map<string, ArtifactReader<unknown>>();
  for (const step of steps) {
    const inputs = inputsOf(step, artifacts);
    if (inputs === undefined) return false;
    const sealed = await store.find<unknown>(recipeOf(step, inputs, servicesOf(step, services)));
    if (sealed === undefined) return false;
    artifacts.set(step.name, sealed);
  }
  return true;
}
