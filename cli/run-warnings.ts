import type { ScoredQuestion } from '../report/scored-run.ts';

/** What a reader of the scores should know about the data and the retrieval. */
export function runWarnings(questions: readonly ScoredQuestion[]): readonly string[] {
  return [...wholeDatabases(questions), ...lostEvidence(questions)];
}

/** A k that reaches the whole database is clamped, and its recall says nothing about the retriever. */
function wholeDatabases(questions: readonly ScoredQuestion[]): readonly string[] {
  const whole = new Map<string, number>();
  for (const { score } of questions) {
    const { sampleId, passages, databaseSize } = score;
    if (passages !== null && passages === databaseSize) whole.set(sampleId, passages);
  }
  return [...whole].map(
    ([sampleId, size]) =>
      `${sampleId}: top-k reaches the whole database of ${size} passages; recall there measures no retrieval`,
  );
}

/** Evidence that names no turn can never be found. */
function lostEvidence(questions: readonly ScoredQuestion[]): readonly string[] {
  const lost = new Set(['evidence-unreadable', 'evidence-dangling']);
  const samples = new Set(questions.map(({ sample }) => sample));
  const count = [...samples].flatMap(({ repairs }) => repairs.filter(({ kind }) => lost.has(kind))).length;
  if (count === 0) return [];
  return [
    `data: ${count} evidence ids name no turn and count as not found; \`pipeline data check FILE\` lists them`,
  ];
}
