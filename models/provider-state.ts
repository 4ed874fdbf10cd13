import { familyOf } from './families.ts';
import { createLangChainChat } from './providers/langchain-chat.ts';
import type { ModelContext } from './model-context.ts';
import { problemOf, type Problem } from './problem.ts';
import type { Provider } from './providers/provider.ts';
import { serverOf, type Server } from './providers/server.ts';
import { bareHost, isLoopback } from './remote/proxy.ts';
import { servedModels } from './served-models.ts';

/** What stands between a provider's models and their use, as far as can be told without asking them. */
export interface ProviderState {
  readonly name: string;
  readonly about: string;
  /** Null where the environment names one that is none. */
  readonly address: string | null;
  /** The variable that its key is taken from; null where none is set. */
  readonly key: string | null;
  /** Why it cannot be used; absent where nothing is missing. */
  readonly problem?: Problem;
  /** The models that a server on this machine has; null where it was not asked or has no list. */
  readonly served: readonly string[] | null;
}

/**
 * Finds out about a provider: whether its client is installed, whether there is a key, and, for a server on this
 * machine, whether it answers and what it serves. Nobody beyond this machine is asked.
 */
export async function providerState(
  provider: Provider,
  baseUrl: string,
  context: ModelContext,
): Promise<ProviderState> {
  const { name, about, keyVariables } = provider;
  const key = keyVariables.find((variable) => (context.env[variable]?.trim() ?? '') !== '') ?? null;
  let server: Server | undefined;
  const known = (): Pick<ProviderState, 'name' | 'about' | 'address' | 'key'> => ({
    name,
    about,
    address: server?.baseUrl ?? null,
    key,
  });
  try {
    server = serverOf(provider, context, { address: baseUrl, where: '--base-url' });
    createLangChainChat(
      { provider, model: 'any', server, temperature: null, tag: '' },
      context,
    ).assertReady?.();
    const isHere = isLoopback(bareHost(new URL(server.baseUrl).hostname));
    return { ...known(), served: isHere ? await servedModels(provider, server, context) : null };
  } catch (error) {
    return { ...known(), problem: problemOf(error), served: null };
  }
}

/**
 * The model to try a provider with: the first that its server on this machine has, otherwise the cheapest of those in
 * the catalogue; undefined where none is known.
 */
export function modelToTry(
  { name, served }: ProviderState,
  listed: readonly string[],
  { factsOf }: Pick<ModelContext, 'factsOf'>,
): string | undefined {
  // Models that embed texts hold no chat.
  const here = served?.find((model) => !/embed|bge-|minilm/i.test(model));
  if (here !== undefined) return `${name}:${here}`;
  return listed
    .filter((model) => familyOf(model).family === familyOf(`${name}:any`).family)
    .map((model) => factsOf(model))
    .flatMap(({ name: model, replyTokens, price }) =>
      replyTokens === null || price === null ? [] : [{ model, dollars: price.input + price.output }],
    )
    .toSorted((a, b) => a.dollars - b.dollars)[0]?.model;
}
