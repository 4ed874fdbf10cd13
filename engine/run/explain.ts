import { canonicalJson } from '../json.ts';
import type { Recipe } from '../store/artifact.ts';
import type { Store } from '../store/store.ts';

/** One field in which two recipes differ. */
export interface RecipeDifference {
  /** For example `settings.topK`, `inputs.dataset`, `services.reader.version`. */
  readonly field: string;
  /** Its canonical JSON in the earlier recipe; undefined where it has none. */
  readonly before: string | undefined;
  readonly now: string | undefined;
}

/**
 * Compares a recipe with the sealed one of the same stage that is nearest to it, which is the one that
 * differs in the fewest fields. Undefined where the stage has sealed nothing yet; empty where it is sealed itself.
 */
export async function explainRecipe(
  store: Store,
  recipe: Recipe,
): Promise<readonly RecipeDifference[] | undefined> {
  const now = fieldsOf(recipe);
  const all = (await store.manifests(recipe.stage)).map((manifest) =>
    differences(fieldsOf(manifest.recipe), now),
  );
  return all.toSorted((a, b) => a.length - b.length)[0];
}

function differences(
  before: ReadonlyMap<string, string>,
  now: ReadonlyMap<string, string>,
): readonly RecipeDifference[] {
  return [...new Set([...before.keys(), ...now.keys()])]
    .filter((field) => before.get(field) !== now.get(field))
    .map((field) => ({ field, before: before.get(field), now: now.get(field) }));
}

/** The leaves of a value, by dotted path. */
function fieldsOf(value: unknown, path = ''): ReadonlyMap<string, string> {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    return new Map([[path, canonicalJson(value)]]);
  }
  return new Map(
    Object.entries(value).flatMap(([name, member]) => [...fieldsOf(member, path ? `${path}.${name}` : name)]),
  );
}
