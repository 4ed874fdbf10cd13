import { transcriptLines, transcriptText } from '../layout.ts';
import type { Passage } from '../passages/passage.ts';

/**
 * What is kept of a conversation that is longer than a model takes. `released` keeps the oldest sessions, of the first
 * one that does not fit its last turns, and shows the newest of them first, as the released code does. `paper` drops
 * the earliest dialogue, as the paper says. `middle` keeps both ends. `none` keeps everything, whatever comes of it.
 */
export const truncationPolicies = ['released', 'paper', 'middle', 'none'] as const;
export type TruncationPolicy = (typeof truncationPolicies)[number];

/** A conversation as a model is shown it. */
export interface FittedConversation {
  /** The turns that are kept, in the order in which they are shown. */
  readonly passages: readonly Passage[];
  /** Tokens of their transcript; null where there is no limit, and nobody counts. */
  readonly tokens: number | null;
}

/**
 * Cuts a conversation, its turns in their order, to a number of tokens; no limit for null. `count` counts the tokens of
 * a text.
 */
export function fitConversation(
  turns: readonly Passage[],
  policy: TruncationPolicy,
  limit: number | null,
  count: (text: string) => number,
): FittedConversation {
  if (policy === 'none' || limit === null) return { passages: shown(turns, policy), tokens: null };
  const kept = inOrderOfWorth(withinLimit(turns, policy, limit, count), policy);
  // The tokens of a whole may be more than those of its lines.
  for (let most = kept.length; most > 0; most -= 1) {
    const worth = new Set(kept.slice(0, most));
    const passages = shown(
      turns.filter((turn) => worth.has(turn)),
      policy,
    );
    const tokens = count(transcriptText(passages));
    if (tokens <= limit) return { passages, tokens };
  }
  return { passages: [], tokens: 0 };
}

/** The turns that are worth most and fit together, as far as their lines tell. */
function withinLimit(
  turns: readonly Passage[],
  policy: TruncationPolicy,
  limit: number,
  count: (text: string) => number,
): readonly Passage[] {
  const sessions = new Set<number>();
  const kept = new Set<Passage>();
  let tokens = 0;
  for (const turn of inOrderOfWorth(turns, policy)) {
    const { head, line } = transcriptLines(turn);
    tokens += count(line) + (sessions.has(turn.session) ? 0 : count(head));
    if (tokens > limit) break;
    sessions.add(turn.session);
    kept.add(turn);
  }
  return turns.filter((turn) => kept.has(turn));
}

/** The turns, those first that are dropped last. */
function inOrderOfWorth(turns: readonly Passage[], policy: TruncationPolicy): readonly Passage[] {
  switch (policy) {
    case 'released':
      return bySession(turns, 1).flatMap((session) => session.toReversed());
    case 'paper':
      return turns.toReversed();
    case 'middle':
      return turns
        .map((_, place) => turns.at(place % 2 === 0 ? place / 2 : -(place + 1) / 2))
        .filter(isThere);
    case 'none':
      return turns;
  }
}

/** The turns as they are shown: in their order, but the released code shows the newest session first. */
function shown(turns: readonly Passage[], policy: TruncationPolicy): readonly Passage[] {
  return policy === 'released' ? bySession(turns, -1).flat() : turns;
}

function bySession(turns: readonly Passage[], direction: 1 | -1): readonly (readonly Passage[])[] {
  const numbers = [...new Set(turns.map(({ session }) => session))];
  return numbers
    .toSorted((a, b) => direction * (a - b))
    .map((number) => turns.filter(({ session }) => session === number));
}

function isThere(turn: Passage | undefined): turn is Passage {
  return turn !== undefined;
}
