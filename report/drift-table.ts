import type { SessionDrift } from '../locomo/lint/drift.ts';
import { alignNumbers } from './columns.ts';
import { percent } from './percent.ts';

/**
 * Observations beside others of the same conversations, in lines per conversation or per session: how many there are,
 * the turns that they cite and how many of these both cite as a share of all that either cites, and the share of the
 * turns of evidence that they cite. Shares are in percent.
 */
export function driftTable(drift: readonly SessionDrift[], per: 'conversation' | 'session'): string {
  const conversations = [...new Set(drift.map(({ sampleId }) => sampleId))].map((sampleId) => ({
    label: sampleId,
    sessions: drift.filter((session) => session.sampleId === sampleId),
  }));
  const lines =
    per === 'conversation'
      ? conversations
      : drift.map((session) => ({ label: `${session.sampleId} ${session.session}`, sessions: [session] }));
  return alignNumbers([
    ['drift, here | there', 'observations', 'turns cited', 'in common', 'evidence covered'],
    ...[...lines, { label: 'overall', sessions: drift }].map(({ label, sessions }) => [
      `  ${label}`,
      ...cells(sessions),
    ]),
  ]);
}

function cells(sessions: readonly SessionDrift[]): readonly string[] {
  const total = (count: (session: SessionDrift) => number) =>
    sessions.reduce((sum, session) => sum + count(session), 0);
  const [here, there] = [total(({ here: { cited } }) => cited), total(({ there: { cited } }) => cited)];
  const both = total(({ citedInBoth }) => citedInBoth);
  const evidence = total((session) => session.evidence);
  const covered = (count: number) => percent(evidence === 0 ? null : count / evidence);
  const either = here + there - both;
  return [
    `${total((session) => session.here.observations)} | ${total((session) => session.there.observations)}`,
    `${here} | ${there}`,
    percent(either === 0 ? null : both / either),
    `${covered(total((session) => session.here.evidenceCited))} | ${covered(total((session) => session.there.evidenceCited))}`,
  ];
}
