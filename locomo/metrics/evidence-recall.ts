/**
 * The released recall of a question's evidence, in [0, 1] and not rounded: the share of the released
 * evidence strings found among the ids of what was retrieved. A string listed twice counts twice, and
 * one that is no single id is never found. Where the first id begins with S, only session numbers are
 * compared. 1 where nothing was to be found: no evidence, or no retrieval (null).
 * (The released code fails on an empty context; here it has recalled nothing.)
 */
export function evidenceRecall(evidence: readonly string[], context: readonly string[] | null): number {
  if (context === null || evidence.length === 0) return 1;
  const retrieved = new Set(context);
  const isFound = context[0]?.startsWith('S')
    ? (id: string): boolean => retrieved.has(`S${sessionOf(id)}`)
    : (id: string): boolean => retrieved.has(id);
  return evidence.filter(isFound).length / evidence.length;
}

/** The `12` of `D12:7`. */
function sessionOf(id: string): string {
  return id.replace(/:.*/s, '').slice(1);
}
