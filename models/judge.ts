import type { Forecast } from '../engine/forecast.ts';
import type { Json } from '../engine/json.ts';
import type { Verdict } from '../locomo/reply/read-verdict.ts';
import type { CallContext } from './call-context.ts';

/** What a judge sees of an answer, as plain data. */
export interface JudgeRequest {
  readonly question: string;
  readonly gold: string;
  /** The final answer alone, without the reasoning that led to it. */
  readonly answer: string;
}

/** What a judge sees of a statement that was written down about a conversation. */
export interface SupportRequest {
  readonly speakers: string;
  /** When the lines were said. */
  readonly date: string;
  /** The lines that the statement is drawn from. */
  readonly turns: string;
  readonly statement: string;
}

/** What a judge said. */
export interface Judgement {
  readonly verdict: Verdict;
  /** Its whole reply. */
  readonly raw: string;
}

/** Says whether an answer comes to the same as the gold one, or whatever else it is asked. */
export interface Judge<Request = JudgeRequest> {
  /** Everything that can change a verdict besides what `promptOf` returns. */
  readonly identity: Json;
  /** What `promptOf` is made with. */
  readonly prompts: Json;
  /** All that the judge is asked for a request: the key of its verdict. */
  promptOf(request: Request): Json;
  /** True where it asks a server. */
  readonly asksServer: boolean;
  /** How many requests may be out at once, where that is more than the run allows. */
  readonly atOnce?: number;
  /** What judging would count, without asking anybody, where the first reply holds a verdict. */
  forecast(request: Request): Promise<Forecast>;
  /** Throws `ExpectedError` where no call can succeed, for want of a key for example. */
  assertReady(): void;
  /** Throws `ItemFailure` where there is no verdict on this answer, `ExpectedError` where there is none on any. */
  judge(request: Request, call: CallContext): Promise<Judgement>;
}
