import type { Budget } from './budget.ts';
import type { CallContext } from './call-context.ts';
import { readCatalog } from './catalog/catalog.ts';
import type { ModelFacts } from './catalog/model-facts.ts';
import { isLocal, localFacts, localTokeniser } from './local/local-chats.ts';
import type { Batches } from './openai/batch/batches.ts';
import { Limiter, type Limits } from './remote/limiter.ts';
import type { Environment } from './remote/proxy.ts';
import type { Remote } from './remote/remote.ts';
import { defaultPolicy, type RetryPolicy } from './remote/retry.ts';
import type { Usage } from './remote/usage.ts';
import type { Tokeniser } from './tokenisers/tokeniser.ts';
import { loadTokeniser } from './tokenisers/tokenisers.ts';

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

/** Gets ready for making models. */
export function createModelContext(surroundings: Surroundings): ModelContext {
  const limiters = new Map<string, Limiter>();
  const catalogued = surroundings.factsOf ?? ((model: string) => readCatalog().factsOf(model));
  const factsOf = (model: string): ModelFacts => (isLocal(model) ? localFacts(model) : catalogued(model));
  const context: ModelContext = {
    policy: defaultPolicy,
    ...surroundings,
    factsOf,
    tokeniserOf: (model) =>
      isLocal(model) ? localTokeniser(model, context) : loadTokeniser(factsOf(model).tokeniser),
    limiterOf(address) {
      const limiter = limiters.get(address) ?? new Limiter(surroundings.limits, surroundings.remote);
      limiters.set(address, limiter);
      return limiter;
    },
  };
  return context;
}
