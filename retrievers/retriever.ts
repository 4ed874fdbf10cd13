import type { Json } from '../engine/json.ts';
import type { Passage } from '../locomo/passages/passage.ts';
import type { Session } from '../locomo/sample.ts';
import type { Side, TokenVectors } from '../models/embedder.ts';

/** One conversation and the passages of one database of it. */
export interface Corpus {
  readonly sampleId: string;
  readonly speakers: readonly [string, string];
  readonly sessions: readonly Session[];
  readonly passages: readonly Passage[];
}

/** What is asked for. */
export interface Query {
  readonly text: string;
  /** Turns that hold the answer; told only to a retriever that sees the evidence. */
  readonly evidence?: readonly string[];
}

/** A ranked passage: its position in `corpus.passages` and a score that falls along the ranking. */
export interface Hit {
  readonly position: number;
  readonly score: number;
}

/** Vectors that were computed beforehand, looked up by the exact text that was embedded. */
export interface VectorTable {
  text(text: string, side: Side): Promise<Float32Array>;
  tokens(text: string, side: Side): Promise<TokenVectors>;
}

/** What a retriever wants embedded before it can open a corpus or answer a query. */
export interface EmbeddingNeed {
  readonly granularity: 'text' | 'token';
  passageTexts(corpus: Corpus): readonly string[];
  queryText(query: Query, corpus: Pick<Corpus, 'speakers'>): string;
}

/** One opened conversation, ready to be asked. */
export interface RetrievalIndex {
  /** At most `depth` hits, best first; ties by position. Never the same passage twice. */
  rank(query: Query, depth: number, signal: AbortSignal): Promise<readonly Hit[]>;
}

/** Ranks the passages of a conversation for a question. */
export interface Retriever {
  /** Name, version and every constant that can change a ranking (the embedder's identity is added by the caller). */
  readonly identity: Json;
  /** Something that the user should know, such as a fallback that was taken. */
  readonly notice?: string;
  /** True for a reference line that is told where the answer stands, so that no result of it is a system's. */
  readonly seesEvidence?: true;
  /** Absent for lexical retrievers. */
  readonly embedding?: EmbeddingNeed;
  /** Writes index files for a corpus into an empty folder; absent where opening needs none. */
  build?(corpus: Corpus, vectors: VectorTable, folder: string, signal: AbortSignal): Promise<void>;
  /** `folder` is the one that `build` wrote. An empty corpus opens and ranks nothing. */
  open(
    corpus: Corpus,
    vectors: VectorTable,
    folder: string | undefined,
    signal: AbortSignal,
  ): Promise<RetrievalIndex>;
}
