import { ExpectedError } from '../engine/expected-error.ts';
import type { Json } from '../engine/json.ts';
import { familyOf } from './families.ts';
import type { ModelContext } from './model-context.ts';

/** How much a model takes, and how that is counted. */
export interface ContextWindow {
  readonly identity: Json;
  /** Tokens for what is asked; null where there is no limit. */
  readonly tokens: number | null;
  /** A function that counts the tokens of a text; its table is loaded with it. */
  counter(): Promise<(text: string) => number>;
}

/** Left for instructions and reply where the window is the model's own. */
const reserve = 1024;

/**
 * The window of a model. One that is not known is an `ExpectedError` where it is the limit (`isLimited`); a reader on
 * this machine that is no model has none.
 */
export function contextWindow(
  model: string,
  isLimited: boolean,
  { factsOf, tokeniserOf }: Pick<ModelContext, 'factsOf' | 'tokeniserOf'>,
): ContextWindow {
  const { contextTokens, tokeniser } = factsOf(model);
  const isModel = familyOf(model).family !== model;
  if (isLimited && isModel && contextTokens === null)
    throw new ExpectedError({
      code: 'unknown-window',
      message: `Expected a model whose context window is known, found ${model}, of which the catalogue knows nothing.`,
      where: '--model',
      remedy:
        'Say how many tokens it takes with --context-tokens, or leave nothing out with --truncation none.',
    });
  const tokens = contextTokens === null ? null : Math.max(0, contextTokens - reserve);
  return {
    identity: { tokeniser, tokens: isLimited ? tokens : null },
    tokens,
    counter: async () => (await tokeniserOf(model)).count,
  };
}
