import type { Session } from '../sample.ts';
import type { Finding } from './finding.ts';

/** The sessions with turns of which no memory is. A conversation without any is not meant to have some. */
export function leftOut(
  sessions: readonly Session[],
  memories: readonly { readonly session: number }[],
): readonly Finding[] {
  const remembered = new Set(memories.map(({ session }) => session));
  if (remembered.size === 0) return [];
  return sessions
    .filter(({ number, turns }) => turns.length > 0 && !remembered.has(number))
    .map(({ number }) => ({
      kind: 'session-left-out',
      session: number,
      memory: null,
      speaker: null,
      ids: [],
      text: '',
    }));
}
