import { Limiter, type Limits } from './remote/limiter.ts';
import type { Environment } from './remote/proxy.ts';
import type { Remote } from './remote/remote.ts';
import { defaultPolicy, type RetryPolicy } from './remote/retry.ts';
import type { Usage } from './remote/usage.ts';

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
  /** Dollars that a call costs, by the name of the model such as `openai:gpt-4o`; undefined where it is not known. */
  readonly costOf?: (model: string, usage: Usage) => number | undefined;
}

/** What models are made with. Models of one server share its limiter. */
export interface ModelContext extends Surroundings {
  readonly policy: RetryPolicy;
  limiterOf(address: string): Limiter;
}

/** Gets ready for making models. */
export function createModelContext(surroundings: Surroundings): ModelContext {
  const limiters = new Map<string, Limiter>();
  return {
    policy: defaultPolicy,
    ...surroundings,
    limiterOf(address) {
      const limiter = limiters.get(address) ?? new Limiter(surroundings.limits, surroundings.remote);
      limiters.set(address, limiter);
      return limiter;
    },
  };
}
