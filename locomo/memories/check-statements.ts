import { resolveIds } from '../dataset/resolve-ids.ts';
import type { Observation } from '../sample.ts';

/** Why a statement is kept apart. */
export type Apart = 'cites no turn of its session' | 'is about neither speaker' | 'says nothing';

/** A statement of a writer as an observation; with `apart` where it is of no use. */
export interface CheckedObservation extends Observation {
  readonly apart?: Apart;
}

/** What statements are checked against. */
export interface CheckedSession {
  readonly session: number;
  readonly speakers: readonly [string, string];
  readonly turnIds: ReadonlySet<string>;
}

/**
 * Statements as observations: with the ids of existing turns of the session, mended where they are written otherwise,
 * with the speakers' names as the conversation has them, and speaker by speaker, as in the released data. What is said
 * twice stands once.
 */
export function checkStatements(
  statements: readonly {
    readonly speaker: string;
    readonly text: string;
    readonly turnIds: readonly string[];
  }[],
  { session, speakers, turnIds }: CheckedSession,
): readonly CheckedObservation[] {
  const seen = new Set<string>();
  const checked = statements.flatMap((given): readonly CheckedObservation[] => {
    const text = given.text.trim();
    const named = given.speaker.trim().toLowerCase();
    const speaker = speakers.find((name) => name.toLowerCase() === named);
    const cited = resolveIds(
      given.turnIds,
      'observation',
      turnIds,
      () => '',
      () => undefined,
    );
    const key = `${speaker ?? named}\n${text}`;
    if (seen.has(key)) return [];
    seen.add(key);
    const read = { session, speaker: speaker ?? given.speaker.trim(), text, turnIds: cited };
    const apart = whyApart(read, speaker !== undefined);
    return [apart === undefined ? read : { ...read, apart }];
  });
  const [first] = speakers;
  return [
    ...checked.filter(({ speaker }) => speaker === first),
    ...checked.filter(({ speaker }) => speaker !== first),
  ];
}

function whyApart({ text, turnIds }: Observation, isSpeaker: boolean): Apart | undefined {
  if (text === '') return 'says nothing';
  if (!isSpeaker) return 'is about neither speaker';
  return turnIds.length === 0 ? 'cites no turn of its session' : undefined;
}
