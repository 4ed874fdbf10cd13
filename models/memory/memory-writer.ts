import type { Forecast } from '../../engine/forecast.ts';
import type { Json } from '../../engine/json.ts';
import type { Turn } from '../../locomo/sample.ts';
import type { CallContext } from '../call-context.ts';

/** One session as a writer sees it, as plain data. */
export interface SessionRequest {
  readonly speakers: readonly [string, string];
  /** The released stamp, `h:mm am|pm on D Month, YYYY`. */
  readonly dateTime: string;
  /** In order; what a caption policy leaves out is not there. */
  readonly turns: readonly Pick<Turn, 'id' | 'speaker' | 'text' | 'caption'>[];
}

/** A statement about a speaker, as a writer gives it: nothing of it is checked. */
export interface Statement {
  readonly speaker: string;
  readonly text: string;
  /** The dialog ids that it is said to be drawn from. */
  readonly turnIds: readonly string[];
}

/** Writes down what is to be remembered of a session. */
export interface MemoryWriter {
  /** Everything that can change what it writes besides the request. */
  readonly identity: Json;
  /** True where it asks a server. */
  readonly asksServer?: boolean;
  /** How many sessions may be in flight with it at once, where that is more than the run allows. */
  readonly atOnce?: number;
  /** What of a request shapes what is written, by what is written; all of the request where absent. */
  promptOf?(request: SessionRequest): Json;
  /** What `promptOf` is made with: it tells whole runs apart. */
  readonly prompts?: Json;
  /** Throws `ExpectedError` where no call can succeed. */
  assertReady?(): void;
  /** What writing would count, without asking anybody. Nothing where absent. */
  forecast?(request: SessionRequest): Promise<Forecast>;
  /** Throws `ItemFailure` where there is nothing to be had for this session, `ExpectedError` where there is for none. */
  write(request: SessionRequest, call: CallContext): Promise<Written>;
}

/** What a writer gives: statements of a writer of observations, a text of a writer of summaries. */
export type Written = { readonly statements: readonly Statement[] } | { readonly summary: string };
