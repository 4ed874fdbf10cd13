import { programName } from './program-name.ts';
import type { Catalog } from '../models/catalog/catalog.ts';
import { counted } from '../report/counted.ts';
import type { ScoredQuestion } from '../report/scored-run.ts';
import type { Spending } from '../report/spending.ts';

/** What a reader of the scores should know about the data and the retrieval. */
export function runWarnings(questions: readonly ScoredQuestion[], isRetrieval: boolean): readonly string[] {
  return [...(isRetrieval ? wholeDatabases(questions) : []), ...lostEvidence(questions)];
}

/** Statements that prove nothing are no part of a database. */
export function memoryWarnings({
  apart,
  of,
}: {
  readonly apart: number;
  readonly of: number;
}): readonly string[] {
  if (apart === 0) return [];
  return [
    `${apart} of ${counted(of, 'statement')} are kept apart, since they cite no turn of their session, are about neither speaker, or say nothing; the records of the step say why`,
  ];
}

/** What a reader of the costs should know. */
export function priceWarnings(
  { unknown }: Pick<Catalog, 'unknown'>,
  { unpricedCalls }: Pick<Spending, 'unpricedCalls'>,
): readonly string[] {
  if (unpricedCalls === 0) return [];
  const calls = `what ${counted(unpricedCalls, 'call')} cost is not known and in no sum`;
  if (unknown.size === 0) return [`${calls}: the server does not count tokens`];
  return [`no price is known for ${[...unknown].join(', ')}: ${calls}; --prices FILE takes prices`];
}

/** A k that reaches the whole database is clamped, and its recall says nothing about the retriever. */
function wholeDatabases(questions: readonly ScoredQuestion[]): readonly string[] {
  const whole = new Map<string, number>();
  for (const { score } of questions) {
    const { sampleId, passages, databaseSize } = score;
    if (passages !== null && passages === databaseSize) whole.set(sampleId, passages);
  }
  return [...whole].map(([sampleId, size]) =>
    size === 0
      ? `${sampleId}: the database has no passages; nothing can be found, and recall is 0 (rag-dialog needs nothing but the conversation)`
      : `${sampleId}: top-k reaches the whole database of ${counted(size, 'passage')}; recall there measures no retrieval`,
  );
}

/** Evidence that names no turn can never be found. */
function lostEvidence(questions: readonly ScoredQuestion[]): readonly string[] {
  const lost = new Set(['evidence-unreadable', 'evidence-dangling']);
  const samples = new Set(questions.map(({ sample }) => sample));
  const count = [...samples].flatMap(({ repairs }) => repairs.filter(({ kind }) => lost.has(kind))).length;
  if (count === 0) return [];
  return [
    `data: evidence that names no turn counts as not found (${counted(count, 'id')}); \`${programName} data check FILE --list\` shows it`,
  ];
}
