import type { Observation, Sample, Session, Turn } from '../sample.ts';
import { words } from '../text/tokens.ts';
import { readCitations, type Citations } from './citations.ts';
import type { Finding, FindingKind, Problem } from './finding.ts';
import { leftOut } from './left-out.ts';
import { Repetitions } from './repetitions.ts';
import { leastSupportOfObservation, supportOf } from './support.ts';

/** What memories are held against: a conversation, or some sessions of it. */
export type Conversation = Pick<Sample, 'speakers' | 'sessions'>;

/**
 * Holds observations against the conversation that they are drawn from. They may be as read, or as a model wrote
 * them: `turnIds` holds whatever was cited. Findings stand in the order of the observations, those of the
 * sessions that have none behind them.
 */
export function lintObservations(
  conversation: Conversation,
  observations: readonly Observation[],
): readonly Finding[] {
  const turnOf = new Map(
    conversation.sessions.flatMap((session) => session.turns.map((turn) => [turn.id, turn])),
  );
  const repetitions = new Repetitions();
  const counts = new Map<number, number>();
  const findings = observations.flatMap((observation) => {
    const { session, speaker, text, turnIds } = observation;
    const place = (counts.get(session) ?? 0) + 1;
    counts.set(session, place);
    const memory = `O${session}:${place}`;
    const citations = readCitations(turnIds, turnOf);
    const problems = [
      ...problemsOfPlace(observation, conversation),
      ...problemsOfCitations(observation, citations, conversation.sessions),
      ...problemsOfText(text, citations, conversation.speakers),
      ...repetitions.problemsOf(text, session, memory),
    ];
    return problems.map((problem): Finding => ({ session, memory, speaker, ids: turnIds, text, ...problem }));
  });
  return [...findings, ...leftOut(conversation.sessions, observations)];
}

function problemsOfPlace({ session, speaker }: Observation, { speakers, sessions }: Conversation): Problem[] {
  return [
    ...when(!sessions.some(({ number }) => number === session), 'unknown-session'),
    ...when(!speakers.includes(speaker), 'unknown-speaker'),
  ];
}

function problemsOfCitations(
  { session, speaker }: Observation,
  { turns, dangling, unreadable }: Citations,
  sessions: readonly Session[],
): Problem[] {
  const own = new Set(sessions.find(({ number }) => number === session)?.turns);
  return [
    ...each('unreadable-citation', unreadable),
    ...each('dangling-citation', dangling),
    ...each('other-session', turns.filter((turn) => !own.has(turn)).map(idOf)),
    ...each('other-speaker', turns.filter((turn) => turn.speaker !== speaker).map(idOf)),
    ...when(!turns.some((turn) => own.has(turn)), 'uncited'),
  ];
}

function problemsOfText(text: string, { turns }: Citations, speakers: Conversation['speakers']): Problem[] {
  if (words(text).length === 0) return when(true, 'empty');
  // What cites nothing is found as that.
  const support = turns.length === 0 ? null : supportOf(text, turns, speakers);
  return support !== null && support < leastSupportOfObservation ? [{ kind: 'unsupported', support }] : [];
}

function each(kind: FindingKind, ids: readonly string[]): Problem[] {
  return ids.map((id) => ({ kind, ids: [id] }));
}

function idOf({ id }: Turn): string {
  return id;
}

function when(holds: boolean, kind: FindingKind): Problem[] {
  return holds ? [{ kind }] : [];
}
