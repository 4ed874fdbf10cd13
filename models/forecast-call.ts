import type { Forecast } from '../engine/forecast.ts';
import type { Notes } from '../engine/notes.ts';
import type { ChatMessage, ReplyLengths } from './chat-model.ts';
import type { ModelContext } from './model-context.ts';
import type { Tokeniser } from './tokenisers/tokeniser.ts';

/** What a chat adds to each of its messages, and to the whole, in tokens: OpenAI's figures; others publish none. */
const perMessage = 3;
const perChat = 3;

type Known = Pick<ModelContext, 'tokeniserOf' | 'costOf' | 'factsOf'>;

/** What a call to a model would count, without making it; its cost where the price is known. */
export async function forecastCall(
  model: string,
  messages: readonly ChatMessage[],
  { usual, longest }: ReplyLengths,
  context: Known,
): Promise<Forecast> {
  const input = await promptTokens(model, messages, context);
  const most = longest ?? context.factsOf(model).replyTokens;
  const cost = context.costOf?.(model, { input, cachedInput: 0, output: usual });
  const mostCost = most === null ? undefined : mostOf(model, { input, output: most }, context);
  return {
    expected: call(input, usual, cost),
    most: call(input, most ?? usual, mostCost),
  };
}

/** Dollars that a call may cost: with nothing found kept, and all of it kept for others; undefined where not known. */
export function mostOf(
  model: string,
  { input, output }: { readonly input: number; readonly output: number },
  { costOf }: { readonly costOf?: Known['costOf'] | undefined },
): number | undefined {
  const fresh = costOf?.(model, { input, cachedInput: 0, output });
  const kept = costOf?.(model, { input, cachedInput: 0, cacheWrite: input, output });
  return fresh === undefined || kept === undefined ? undefined : Math.max(fresh, kept);
}

/** What a call that turns texts into vectors would count besides itself. */
export async function forecastTexts(
  model: string,
  texts: readonly string[],
  { tokeniserOf, costOf }: Known,
): Promise<Forecast> {
  const input = await textTokens(model, texts, { tokeniserOf });
  const cost = costOf?.(model, { input, cachedInput: 0, output: 0 });
  const notes = { inputTokens: input, ...priced(cost) };
  return { expected: notes, most: notes };
}

/** Tokens of a prompt, as the model's tokeniser or its stand-in counts them. */
export async function promptTokens(
  model: string,
  messages: readonly ChatMessage[],
  { tokeniserOf }: Pick<Known, 'tokeniserOf'>,
): Promise<number> {
  const tokeniser = await tokeniserOf(model);
  return messages.reduce((sum, message) => sum + tokensOf(message, tokeniser) + perMessage, perChat);
}

/** Tokens of texts, as the model's tokeniser or its stand-in counts them. */
export async function textTokens(
  model: string,
  texts: readonly string[],
  { tokeniserOf }: Pick<Known, 'tokeniserOf'>,
): Promise<number> {
  const { count } = await tokeniserOf(model);
  return texts.reduce((sum, text) => sum + count(text), 0);
}

function call(input: number, output: number, dollars: number | undefined): Notes {
  return {
    modelCalls: 1,
    inputTokens: input,
    outputTokens: output,
    ...priced(dollars),
  };
}

function priced(dollars: number | undefined): Notes {
  return dollars === undefined ? { unpricedCalls: 1 } : { costUsd: dollars };
}

/** The last start that many prompts share, by tokeniser: whole conversations come in thousands of prompts. */
const counted = new Map<string, { readonly start: string; readonly tokens: number }>();

function tokensOf({ content, shared = 0 }: ChatMessage, { name, count }: Tokeniser): number {
  if (shared === 0) return count(content);
  const start = content.slice(0, shared);
  const last = counted.get(name);
  const tokens = last?.start === start ? last.tokens : count(start);
  counted.set(name, { start, tokens });
  return tokens + count(content.slice(shared));
}
