import { unknownPrice } from './budget.ts';
import type { ChatMessage } from './chat-model.ts';
import { mostOf, promptTokens, textTokens } from './forecast-call.ts';
import type { ModelContext } from './model-context.ts';
import type { Usage } from './remote/usage.ts';

/** What the tries of one call may spend within a limit. */
export interface Purse {
  /** Sets aside what a try may cost; throws `ExpectedError` where there is not enough left. */
  reserve(stopping: AbortSignal): Promise<void>;
  /** Settles what that try used; where nobody counted, it is taken for the most that it may cost. */
  settle(usage: Usage | undefined): void;
  /** Settles a try that brought no answer, and so is not paid for. */
  release(): void;
}

/** The purse of a call to a chat model; undefined where there is no limit. */
export async function purseForChat(
  model: string,
  messages: readonly ChatMessage[],
  maxTokens: number | null,
  context: ModelContext,
): Promise<Purse | undefined> {
  if (context.budget === undefined) return undefined;
  const output = maxTokens ?? context.factsOf(model).replyTokens;
  if (output === null) throw unknownPrice(model, 'longest reply');
  return purse(model, { input: await promptTokens(model, messages, context), output }, context);
}

/** The purse of a call that turns texts into vectors; undefined where there is no limit. */
export async function purseForTexts(
  model: string,
  texts: readonly string[],
  context: ModelContext,
): Promise<Purse | undefined> {
  if (context.budget === undefined) return undefined;
  return purse(model, { input: await textTokens(model, texts, context), output: 0 }, context);
}

/** Throws `ExpectedError` where calls to a model cannot be kept within a limit that there is. */
export function assertPriced(model: string, { budget, factsOf }: ModelContext): void {
  if (budget !== undefined && factsOf(model).price === null) throw unknownPrice(model, 'price');
}

function purse(
  model: string,
  tokens: { readonly input: number; readonly output: number },
  { budget, costOf }: ModelContext,
): Purse {
  const most = mostOf(model, tokens, { costOf });
  if (most === undefined) throw unknownPrice(model, 'price');
  let pay: ((spent: number) => void) | undefined;
  const settle = (spent: number): void => {
    pay?.(spent);
    pay = undefined;
  };
  return {
    async reserve(stopping) {
      pay = await budget?.reserve(most, stopping);
    },
    settle: (usage) => settle((usage && costOf?.(model, usage)) ?? most),
    release: () => settle(0),
  };
}
