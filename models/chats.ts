import { ExpectedError } from '../engine/expected-error.ts';
import type { ChatModel } from './chat-model.ts';
import { familyOf } from './families.ts';
import { assertNoDtype, createLocalChatOf, isLocal, localNames } from './local/local-chats.ts';
import type { Dtype } from './local/onnx-model.ts';
import type { ModelContext } from './model-context.ts';
import { anthropic } from './providers/anthropic.ts';
import { googleGenai } from './providers/google-genai.ts';
import { createLangChainChat } from './providers/langchain-chat.ts';
import { ollama } from './providers/ollama.ts';
import { openai } from './providers/openai.ts';
import type { Provider } from './providers/provider.ts';
import { serverOf } from './providers/server.ts';

/** What a user may choose about a chat model. */
export interface ChatSettings {
  /** Address of the model's server; empty for the one that the environment or the provider names. */
  readonly baseUrl: string;
  /** Tells apart servers that have different models under one name. */
  readonly tag: string;
  /** Precision of a model on this machine; empty for what there is. */
  readonly dtype?: Dtype | '';
  /** Null leaves it to the model. */
  readonly temperature: number | null;
  /** The longest reply, in tokens; null leaves it to the model. */
  readonly maxTokens: number | null;
}

/** Who serves chat models. */
export const providers: readonly Provider[] = [openai, anthropic, googleGenai, ollama];

/** Which of them serves a model such as `openai:gpt-4o`. */
export function providerOf(name: string): Provider | undefined {
  const { family } = familyOf(name);
  return providers.find((provider) => chatName(provider) === family);
}

/** How registries list all chat models. */
export function chatNames(): readonly string[] {
  return [...providers.map(chatName), ...localNames.map(([name]) => name)];
}

/** How a registry lists the models of a provider. */
export function chatName({ name }: Provider): string {
  return `${name}:<model>`;
}

/**
 * The chat model of a name; undefined where no provider has it. `flags` is how the flags begin that set it up, `--`
 * where absent. Nothing is loaded before its first use.
 */
export function createChat(
  name: string,
  { baseUrl, tag, dtype = '', temperature }: ChatSettings,
  context: ModelContext,
  flags = '--',
): ChatModel | undefined {
  if (isLocal(name)) return createLocalChatOf(name, { dtype, temperature, tag }, context, flags);
  const provider = providerOf(name);
  if (provider === undefined) return undefined;
  assertNoDtype(name, dtype);
  const server = serverOf(provider, context, { address: baseUrl, where: `${flags}base-url` });
  const { model } = familyOf(name);
  const asked = { provider, model, server, temperature, tag, flags };
  if (context.batches === undefined) return createLangChainChat(asked, context);
  if (provider.hasBatches !== true) throw withoutBatches(name);
  return context.batches.createChat(asked, context);
}

function withoutBatches(name: string): ExpectedError {
  const able = providers.filter(({ hasBatches }) => hasBatches === true).map(chatName);
  return new ExpectedError({
    code: 'no-batches',
    message: `Expected a model that can be asked in batches (${able.join(', ')}), found ${name}.`,
    where: '--batch-api',
    remedy: 'Leave the flag out, or ask the models one by one: pipeline rejudge has judges of its own.',
  });
}
