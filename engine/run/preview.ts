import type { Plan, PlannedStep } from '../pipeline/plan.ts';
import type { ServiceProvider } from '../service.ts';
import type { ArtifactReader, Recipe } from '../store/artifact.ts';
import type { Store } from '../store/store.ts';
import { inputsOf, itemRecipeOf, recipeOf, servicesOf } from './recipes.ts';
import { listItems } from './work-items.ts';

/** What a step would do if the plan were run now. */
export type StepPreview =
  | { readonly step: string; readonly state: 'cached'; readonly items: number; readonly recipe: Recipe }
  /** Some items are to be computed; `cached` of them are in the log. */
  | {
      readonly step: string;
      readonly state: 'run';
      readonly items: number;
      readonly cached: number;
      readonly recipe: Recipe;
    }
  /** What it would do depends on the content of steps that are still to be run. */
  | { readonly step: string; readonly state: 'waits'; readonly for: readonly string[] };

/** Tells for each step whether it is in the store, runs, or waits for another; computes and writes nothing. */
export async function previewPlan(
  plan: Plan,
  options: {
    readonly store: Store;
    readonly services: ServiceProvider;
    readonly overwrite: ReadonlySet<string>;
  },
): Promise<readonly StepPreview[]> {
  const artifacts = new Map<string, ArtifactReader<unknown>>();
  const previews: StepPreview[] = [];
  for (const step of plan.steps) {
    const preview = await previewStep(step);
    previews.push(preview);
  }
  return previews;

  async function previewStep(step: PlannedStep): Promise<StepPreview> {
    const inputs = inputsOf(step, artifacts);
    if (inputs === undefined) {
      const missing = [...new Set(Object.values(step.inputs))].filter((name) => !artifacts.has(name));
      return { step: step.name, state: 'waits', for: missing };
    }
    const services = servicesOf(step, options.services);
    const recipe = recipeOf(step, inputs, services);
    const sealed = options.overwrite.has(step.name) ? undefined : await options.store.find<unknown>(recipe);
    if (sealed !== undefined) {
      artifacts.set(step.name, sealed);
      return { step: step.name, state: 'cached', items: sealed.manifest.items, recipe };
    }
    const items = await listItems(step, inputs, services);
    const { keys } = await options.store.itemLog(itemRecipeOf(step, services)).scan();
    const cached = options.overwrite.has(step.name) ? 0 : items.filter(({ key }) => keys.has(key)).length;
    return { step: step.name, state: 'run', items: items.length, cached, recipe };
  }
}
