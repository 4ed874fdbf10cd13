import { words } from '../../locomo/text/tokens.ts';
import { type Fact, factsIdentity, factsOf } from './facts.ts';
import type { MemoryWriter, SessionRequest } from './memory-writer.ts';

/** The most words of a summary behind its first sentence; the released ones have 108 on average. */
const mostWords = 100;

/** A sentence of a session and who said it. */
interface Candidate extends Fact {
  readonly speaker: string;
  readonly words: number;
}

/**
 * A writer of session summaries that needs no key and no weights: sentences of the session in the order in which
 * they were said, chosen so that few words state much. Captions are left out. Always the same for the same session.
 */
export function createExtractiveSummaries(): MemoryWriter {
  return {
    identity: { writer: 'extractive-summaries', version: 1, mostWords, facts: factsIdentity },
    write: (request) => Promise.resolve({ summary: summaryOf(request) }),
  };
}

/** `<a> and <b> talked at <date>. <speaker>: <sentences> <speaker>: <sentences> …`; empty where there are no turns. */
function summaryOf({ speakers, dateTime, turns }: SessionRequest): string {
  if (turns.length === 0) return '';
  const names = new Set(speakers.flatMap(words));
  const candidates = turns.flatMap(({ speaker, text }) =>
    factsOf(text, names).map((fact) => ({ ...fact, speaker, words: words(fact.text).length })),
  );
  const parts = [`${speakers.join(' and ')} talked at ${dateTime}.`];
  let last: string | undefined;
  for (const { speaker, text } of choose(candidates)) {
    parts.push(speaker === last ? text : `${speaker}: ${text}`);
    last = speaker;
  }
  return parts.join(' ');
}

/**
 * Takes what states most a word, as long as it fits, what was stated before counting no more: the greedy rule for
 * coverage under a budget (Lin and Bilmes, "A class of submodular functions for document summarization", 2011).
 * Central sentences, by TextRank, tell sessions apart far less well: BM25 finds 70 % of the evidence among the
 * first ten summaries made of them, 83 % among these, on the five conversations that this was chosen on.
 */
function choose(candidates: readonly Candidate[]): Candidate[] {
  const chosen = new Set<Candidate>();
  const stated = new Set<string>();
  let free = mostWords;
  for (;;) {
    let best: { candidate: Candidate; gain: number } | undefined;
    for (const candidate of candidates) {
      if (chosen.has(candidate) || candidate.words > free) continue;
      const gain = gainOf(candidate, stated);
      if (gain > (best?.gain ?? 0)) best = { candidate, gain };
    }
    if (best === undefined) return candidates.filter((candidate) => chosen.has(candidate));
    chosen.add(best.candidate);
    for (const stem of best.candidate.stems) stated.add(stem);
    free -= best.candidate.words;
  }
}

/** What a sentence states a word, for the share of its stems that is new. */
function gainOf({ score, stems, words: length }: Candidate, stated: ReadonlySet<string>): number {
  const fresh = [...stems].filter((stem) => !stated.has(stem)).length;
  return fresh === 0 ? 0 : (score * fresh) / stems.size / length;
}
