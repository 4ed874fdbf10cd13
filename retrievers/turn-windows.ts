import type { Session } from '../locomo/sample.ts';

/** How much the turns around a turn count for it, the nearest first; the turn itself counts 1. */
export interface WindowDecay {
  readonly before: readonly number[];
  readonly after: readonly number[];
}

/** A turn of a window, by its position in the conversation, and how much it counts. */
export interface Neighbour {
  readonly turn: number;
  readonly weight: number;
}

/** What can be matched in each turn, in the conversation's order: its words and the caption of its image. */
export function turnTexts(sessions: readonly Session[]): string[] {
  return sessions
    .flatMap((session) => session.turns)
    .map(({ text, caption }) => (caption === undefined ? text : `${text} ${caption}`));
}

/**
 * The window of each turn: itself and the turns around it. A question stands in one turn and its answer in
 * the next, so what surrounds a turn tells what it is about; another session is another matter.
 */
export function turnWindows(sessions: readonly Session[], decay: WindowDecay): Neighbour[][] {
  const weights = [...decay.before.toReversed(), 1, ...decay.after];
  const windows: Neighbour[][] = [];
  for (const { turns } of sessions) {
    const first = windows.length;
    for (const position of turns.keys()) {
      const window = weights.map((weight, index) => ({
        turn: position + index - decay.before.length,
        weight,
      }));
      windows.push(
        window
          .filter(({ turn }) => turn >= 0 && turn < turns.length)
          .map(({ turn, weight }) => ({ turn: first + turn, weight })),
      );
    }
  }
  return windows;
}
