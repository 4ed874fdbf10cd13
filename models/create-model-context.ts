import { readCatalog } from './catalog/catalog.ts';
import type { ModelFacts } from './catalog/model-facts.ts';
import { isLocal, localFacts, localTokeniser } from './local/local-chats.ts';
import type { ModelContext, Surroundings } from './model-context.ts';
import { Limiter } from './remote/limiter.ts';
import { defaultPolicy } from './remote/retry.ts';
import { loadTokeniser } from './tokenisers/tokenisers.ts';

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
