import type { Budget } from './budget.ts';
import type { CallContext } from './call-context.ts';
import type { ModelFacts } from './catalog/model-facts.ts';
import type { Batches } from './openai/batch/batches.ts';
import type { Limiter, Limits } from './remote/limiter.ts';
import type { Environment } from './remote/proxy.ts';
import type { Remote } from './remote/remote.ts';
import type { RetryPolicy } from './remote/retry.ts';
import type { Usage } from './remote/usage.ts';
import type { Tokeniser } from './tokenisers/tokeniser.ts';

/** What models find around them. */
export interface Surroundings {
  /** Where local models are kept; made when first needed. */
  readonly modelFolder: string;
  /** Variables that hold keys and addresses. */
  readonly env: Environment;
  readonly remote: Remote;
  /** What each server is asked at most. */
  readonly limits: Limits;
  readonly policy?: RetryPolicy;
  /** Where requests are gathered into batches for a provider's batch endpoint; they go out one by one where absent. */
  readonly batches?: Batches;
  /** What may be spent; anything where absent. */
  readonly budget?: Budget;
  /** Dollars that a call costs, by the name of the model such as `openai:gpt-4o`; undefined where it is not known. */
  readonly costOf?: (model: string, usage: Usage) => number | undefined;
  /** What is known of a model; from the catalogue that ships where absent. */
  readonly factsOf?: (model: string) => ModelFacts;
}

/** The way of the requests of one call, where it is not the common one. */
type FetchFor = (call: CallContext) => typeof globalThis.fetch;

/** What models are made with. Models of one server share its limiter. */
export interface ModelContext extends Surroundings {
  readonly policy: RetryPolicy;
  factsOf(model: string): ModelFacts;
  /** Counts tokens as the model does, or nearly; loaded with the first call. */
  tokeniserOf(model: string): Promise<Tokeniser>;
  limiterOf(address: string): Limiter;
  readonly fetchFor?: FetchFor;
}
