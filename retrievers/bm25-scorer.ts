/** How often each stem occurs in a document; fractions where an occurrence counts less than fully. */
export type TermCounts = ReadonlyMap<string, number>;

/** `k1`: how soon repeated terms stop counting. `b`: how much long documents are discounted, 0 to 1. */
export interface Bm25Constants {
  readonly k1: number;
  readonly b: number;
}

interface Posting {
  readonly document: number;
  /** The term's share of the document's score, its idf left out. */
  readonly weight: number;
}

/** Counts each term once per occurrence. */
export function countTerms(terms: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

/**
 * Inverse document frequency, ln(1 + (N - n + 0.5) / (n + 0.5)) for a term that n of N documents hold:
 * always positive, and largest for a term that none holds.
 */
export function inverseDocumentFrequency(documents: readonly TermCounts[]): (term: string) => number {
  const holders = new Map<string, number>();
  for (const document of documents)
    for (const term of document.keys()) holders.set(term, (holders.get(term) ?? 0) + 1);
  return (term) => {
    const n = holders.get(term) ?? 0;
    return Math.log(1 + (documents.length - n + 0.5) / (n + 0.5));
  };
}

/**
 * Okapi BM25 (Robertson and Zaragoza, 2009) over documents of weighted term counts, as an inverted index.
 * The idf is handed in because a window of turns is weighed by how rare a term is among single turns.
 */
export class Bm25Scorer {
  readonly #postings = new Map<string, Posting[]>();
  readonly #size: number;
  readonly #idf: (term: string) => number;

  constructor(
    documents: readonly TermCounts[],
    constants: Bm25Constants,
    idf = inverseDocumentFrequency(documents),
  ) {
    const lengths = documents.map((document) => sum(document.values()));
    const meanLength = sum(lengths) / documents.length || 1;
    this.#size = documents.length;
    this.#idf = idf;
    for (const [document, counts] of documents.entries()) {
      const discount = 1 - constants.b + (constants.b * (lengths[document] ?? 0)) / meanLength;
      for (const [term, count] of counts) {
        const weight = (count * (constants.k1 + 1)) / (count + constants.k1 * discount);
        const postings = this.#postings.get(term);
        if (postings) postings.push({ document, weight });
        else this.#postings.set(term, [{ document, weight }]);
      }
    }
  }

  /** One score per document, in order; a term asked for twice counts twice. */
  scores(terms: Iterable<string>): Float64Array {
    const scores = new Float64Array(this.#size);
    for (const term of terms) {
      const idf = this.#idf(term);
      for (const { document, weight } of this.#postings.get(term) ?? [])
        scores[document] = (scores[document] ?? 0) + idf * weight;
    }
    return scores;
  }
}

function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
