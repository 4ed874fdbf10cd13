import type { Question, Sample } from '../sample.ts';

/** Where the evidence of a question lies, in characters (code points) of transcript. */
export interface EvidenceDistance {
  /** From the start of the conversation up to and including the earliest evidence turn. */
  readonly toEarliest: number;
  /** From the earliest evidence turn to the latest; null where the latest cannot be read. */
  readonly span: number | null;
}

/**
 * Characters from the start of the conversation up to and including each turn, by dialog id. A turn
 * counts as the line `<speaker>: <text>` with its line break.
 */
export function turnOffsets(sample: Sample): ReadonlyMap<string, number> {
  const offsets = new Map<string, number>();
  let total = 0;
  for (const turn of sample.sessions.flatMap((session) => session.turns)) {
    total += [...`${turn.speaker}: ${turn.text}\n`].length;
    offsets.set(turn.id, total);
  }
  return offsets;
}

/**
 * Locates a question's evidence as the released statistics do: from the raw strings, with the session
 * before the first ":" and the turn after the last; the earliest is the first turn cited of the first
 * session cited, the latest the last of the last. Null where there is no evidence, a session cannot be
 * read, or the earliest turn is not in the conversation.
 */
export function locateEvidence(
  question: Question,
  offsets: ReadonlyMap<string, number>,
): EvidenceDistance | null {
  const cited = question.evidence
    .map((evidence) => evidence.replaceAll(/[()]/g, ''))
    .filter((evidence) => evidence !== '')
    .map(readCitation);
  const turnsOf = (session: number): number[] =>
    cited.filter((citation) => citation.session === session).map((citation) => citation.turn);
  const sessions = cited.map((citation) => citation.session);
  const first = Math.min(...sessions);
  const last = Math.max(...sessions);
  // An unreadable number is NaN, which no dialog id contains.
  const toEarliest = offsets.get(`D${first}:${Math.min(...turnsOf(first))}`);
  const toLatest = offsets.get(`D${last}:${Math.max(...turnsOf(last))}`);
  if (toEarliest === undefined) return null;
  return { toEarliest, span: toLatest === undefined ? null : toLatest - toEarliest };
}

function readCitation(evidence: string): { session: number; turn: number } {
  const fields = evidence.split(':');
  return { session: readInteger(fields[0]?.slice(1)), turn: readInteger(fields.at(-1)) };
}

function readInteger(text = ''): number {
  return /^\s*\d+\s*$/.test(text) ? Number(text) : Number.NaN;
}
