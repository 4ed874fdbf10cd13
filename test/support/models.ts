import { systemClock } from '../../cli/system-clock.ts';
import { createModelContext } from '../../models/create-model-context.ts';
import type { ModelContext, Surroundings } from '../../models/model-context.ts';
import { createRemote } from '../../models/remote/remote.ts';

/** What models are made with in a test: no environment, and no waiting between the tries of a call. */
export function modelsForTests(given: Partial<Surroundings> = {}): ModelContext {
  const { env = {} } = given;
  return createModelContext({
    modelFolder: 'unused',
    env,
    remote: createRemote(env, { ...systemClock, sleep: async () => undefined }),
    limits: { concurrency: 8 },
    ...given,
  });
}
