import { ExpectedError } from '../../engine/expected-error.ts';
import type { ModelFacts } from '../catalog/model-facts.ts';
import type { ChatModel } from '../chat-model.ts';
import type { ModelContext } from '../model-context.ts';
import type { Tokeniser } from '../tokenisers/tokeniser.ts';
import { findLocalModel, localIdentity, windowOf, type Dtype } from './local-model.ts';
import { createOnnxChat, generatorOf } from './onnx-chat.ts';

/** How registries list models on this machine. */
export const localName = 'hf:<model>';

/** One sentence on them. */
export const aboutLocal =
  'An ONNX model on this machine, by its folder or its repository on a hub; --dtype sets the precision.';

const prefix = 'hf:';

export function isLocal(name: string): boolean {
  return name.startsWith(prefix);
}

/** The chat model of a name such as `hf:./folder`. */
export function createLocalChat(
  name: string,
  settings: { readonly dtype: Dtype | ''; readonly temperature: number | null; readonly tag: string },
  context: ModelContext,
): ChatModel {
  const { dtype, temperature, tag } = settings;
  const model = findLocalModel(name.slice(prefix.length), dtype);
  return createOnnxChat({ model, temperature, tag }, context);
}

/** Throws `ExpectedError` where a precision is asked of a model that is not on this machine. */
export function assertNoDtype(name: string, dtype: string): void {
  if (dtype === '') return;
  throw new ExpectedError({
    code: 'setting',
    message: `Expected a model on this machine, such as hf:./folder, found ${name}, whose precision its server sets.`,
    where: '--dtype',
    remedy: 'Leave it out.',
  });
}

/** What is known of a model on this machine before it is loaded: its window, and that it costs nothing. */
export function localFacts(name: string): ModelFacts {
  const model = findLocalModel(name.slice(prefix.length), '');
  return {
    name,
    contextTokens: windowOf(model),
    replyTokens: null,
    // The name of what counts is part of keys: a path is none.
    tokeniser: Object.entries(localIdentity(model))
      .map(([part, value]) => `${part}=${value}`)
      .join(' '),
    price: { input: 0, output: 0 },
  };
}

/** Counts tokens as such a model does. */
export async function localTokeniser(name: string, context: ModelContext): Promise<Tokeniser> {
  const model = findLocalModel(name.slice(prefix.length), '');
  const { count } = await generatorOf(model, context);
  return { name, isExact: true, count };
}
