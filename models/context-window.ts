import type { Json } from '../engine/json.ts';
import { familyOf } from './families.ts';
import type { ModelContext } from './model-context.ts';

/** How much a model takes, and how that is counted. */
export interface ContextWindow {
  readonly identity: Json;
  /** Tokens for what is asked; null where there is no limit. */
  readonly tokens: number | null;
  /** Something that the user should know. */
  readonly notice?: string;
  /** A function that counts the tokens of a text; its table is loaded with it. */
  counter(): Promise<(text: string) => number>;
}

/** Left for instructions and reply where the window is the model's own. */
const reserve = 1024;

/**
 * The window of a model; none for a reader on this machine that is no model. Where it is the limit (`isLimited`) and not
 * known, nothing is cut, and the user is told.
 */
export function contextWindow(
  model: string,
  isLimited: boolean,
  { factsOf, tokeniserOf }: Pick<ModelContext, 'factsOf' | 'tokeniserOf'>,
): ContextWindow {
  const { contextTokens, tokeniser } = factsOf(model);
  const isModel = familyOf(model).family !== model;
  const tokens = contextTokens === null ? null : Math.max(0, contextTokens - reserve);
  return {
    identity: { tokeniser, tokens: isLimited ? tokens : null },
    tokens,
    ...(isLimited && isModel && contextTokens === null
      ? { notice: `how much ${model} takes is not known, so nothing is cut; --context-tokens N sets a limit` }
      : {}),
    counter: async () => (await tokeniserOf(model)).count,
  };
}
