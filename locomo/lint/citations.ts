import { resolveIds } from '../dataset/resolve-ids.ts';
import type { Turn } from '../sample.ts';

/** What an observation cites. */
export interface Citations {
  /** The turns that there are, each once, in citing order. */
  readonly turns: readonly Turn[];
  /** Ids of no turn. */
  readonly dangling: readonly string[];
  /** What is no id. */
  readonly unreadable: readonly string[];
}

/** Reads citations as written: several ids in one string and ids in another way of writing are understood. */
export function readCitations(cited: readonly string[], turnOf: ReadonlyMap<string, Turn>): Citations {
  const dangling: string[] = [];
  const unreadable: string[] = [];
  const ids = resolveIds(
    cited,
    'observation',
    new Set(turnOf.keys()),
    () => '',
    (kind, _place, found) => {
      if (kind === 'observation-dangling') dangling.push(found);
      if (kind === 'observation-unreadable') unreadable.push(found);
    },
  );
  return { turns: ids.flatMap((id) => turnOf.get(id) ?? []), dangling, unreadable };
}
