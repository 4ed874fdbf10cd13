import type { Json } from '../engine/json.ts';
import type { Forecast } from '../engine/forecast.ts';
import type { ItemFailure } from '../engine/stage.ts';
import type { Passage } from '../locomo/passages/passage.ts';
import type { CallContext } from './call-context.ts';

/** A retrieved passage as a reader gets it, best first. */
export interface ContextPassage extends Passage {
  /** The retriever's score; comparable within one question only. */
  readonly score: number;
}

/** Everything that may shape an answer, as plain data. */
export interface ReadRequest {
  readonly question: string;
  readonly speakers: readonly [string, string];
  /** Best first. */
  readonly passages: readonly ContextPassage[];
  /** Set for temporal questions: an approximate date drawn from the session's date is wanted. */
  readonly wantsDate: boolean;
  /** Set for adversarial questions: the answer is one of the two, shown in this order. */
  readonly options: readonly [string, string] | null;
  /** Whether the passages are a conversation, in the order in which they are shown; otherwise they were retrieved. */
  readonly isConversation?: true;
}

/** What a reader said. */
export interface Reply {
  /** The final answer. */
  readonly answer: string;
  /** The whole reply where it differs from the answer. */
  readonly raw?: string;
  /** How sure the reader is, comparable between questions: higher is surer. Absent where it cannot tell. */
  readonly confidence?: number;
}

/** Answers a question from retrieved passages. */
export interface Reader {
  /** Everything that can change an answer besides the request. */
  readonly identity: Json;
  /** True where it asks a server. */
  readonly asksServer?: boolean;
  /** How many requests may be out at once, where that is more than the run allows. */
  readonly atOnce?: number;
  /** What of the request shapes the answer, such as the prompt that is made of it; all of it where absent. */
  promptOf?(request: ReadRequest): Json;
  /** What `promptOf` is made with: it tells whole runs apart, and prompts tell answers apart. */
  readonly prompts?: Json;
  /** Throws `ExpectedError` where no call can succeed, for want of a key for example. */
  assertReady?(): void;
  /** What answering would count, without asking anybody: calls, tokens of the prompt, dollars. Nothing where absent. */
  forecast?(request: ReadRequest): Promise<Forecast>;
  /** Throws `ItemFailure` where this question cannot be answered, `ExpectedError` where none can. */
  read(request: ReadRequest, call: CallContext): Promise<Reply>;
  /**
   * Answers several questions on the same conversation in one call; one that the reply has no answer to is asked again
   * alone, and may fail alone. Where absent, each is answered alone. An `ItemFailure` that the whole of them is to blame
   * for is `apart`.
   */
  readAll?(requests: readonly ReadRequest[], call: CallContext): Promise<readonly (Reply | ItemFailure)[]>;
  /** What of several requests in one call shapes its answers, besides the prompts of each. */
  promptOfAll?(requests: readonly ReadRequest[]): Json;
  /** What a call for several would count. */
  forecastAll?(requests: readonly ReadRequest[]): Promise<Forecast>;
}
