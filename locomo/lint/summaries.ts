import type { SessionSummary } from '../sample.ts';
import { words } from '../text/tokens.ts';
import type { Finding, Problem } from './finding.ts';
import { leftOut } from './left-out.ts';
import type { Conversation } from './observations.ts';
import { Repetitions } from './repetitions.ts';
import { leastSupportOfSummary, supportOf } from './support.ts';

/** Holds session summaries against their sessions, as `lintObservations` does with observations. */
export function lintSummaries(
  { speakers, sessions }: Conversation,
  summaries: readonly SessionSummary[],
): readonly Finding[] {
  const repetitions = new Repetitions();
  const findings = summaries.flatMap(({ session, text }) => {
    const memory = `S${session}`;
    const summarised = sessions.find(({ number }) => number === session);
    const support = summarised === undefined ? null : supportOf(text, summarised.turns, speakers);
    const problems: readonly Problem[] = [
      ...(summarised === undefined ? [{ kind: 'unknown-session' } as const] : []),
      ...(words(text).length === 0 ? [{ kind: 'empty' } as const] : []),
      ...(support !== null && support < leastSupportOfSummary
        ? [{ kind: 'unsupported', support } as const]
        : []),
      ...repetitions.problemsOf(text, session, memory),
    ];
    return problems.map((problem): Finding => ({
      session,
      memory,
      speaker: null,
      ids: [],
      text,
      ...problem,
    }));
  });
  return [...findings, ...leftOut(sessions, summaries)];
}
