import type { AIMessageChunk, UsageMetadata } from '@langchain/core/messages';
import { ExpectedError } from '../../engine/expected-error.ts';
import type { ChatMessage, ChatModel, ChatReply, FinishReason } from '../chat-model.ts';
import type { ModelContext } from '../model-context.ts';
import { noteUsage } from '../note-usage.ts';
import { withOwnSignal } from '../own-signal.ts';
import { callServer } from '../remote/call-server.ts';
import type { Usage } from '../remote/usage.ts';
import type { OpenAiServer } from './server.ts';

export interface OpenAiChatSettings {
  readonly model: string;
  readonly server: OpenAiServer;
  /** Null leaves it to the model, since some take none. */
  readonly temperature: number | null;
  /** Tells apart servers that have different models under one name; empty for no tag. */
  readonly tag: string;
  /** How the flags begin that set this model's temperature and longest reply; `--` where absent. */
  readonly flags?: string;
}

type Client = Awaited<ReturnType<typeof createClient>>;

/** A chat model behind OpenAI's API, through LangChain, which is loaded with the first call. */
export function createOpenAiChat(settings: OpenAiChatSettings, context: ModelContext): ChatModel {
  const { model, server, temperature, tag, flags = '--' } = settings;
  const clients = new Map<number | null, Promise<Client>>();

  /** LangChain fixes the longest reply when it makes a client, so there is one for each. */
  function clientFor(maxTokens: number | null): Promise<Client> {
    const client = clients.get(maxTokens) ?? createClient(settings, maxTokens, context);
    clients.set(maxTokens, client);
    return client;
  }

  return {
    identity: { provider: 'openai', model, temperature, ...(tag === '' ? {} : { tag }) },
    assertReady: () => void server.key(),
    async complete(messages, { maxTokens }, call) {
      const client = await clientFor(maxTokens);
      const attempt = (signal: AbortSignal): Promise<ChatReply> =>
        withOwnSignal(signal, async (own) => replyOf(await client.invoke([...messages], { signal: own })));
      const tokens = estimatedTokens(messages) + (maxTokens ?? 0);
      const limiter = context.limiterOf(server.baseUrl);
      const count = (usage: Usage | undefined): void => {
        call.note('modelCalls', 1);
        noteUsage(`openai:${model}`, usage, context, call);
      };
      const served = callServer(attempt, { ...context, limiter, call, tokens, wasted: count });
      const reply = await served.catch((error: unknown) => rethrowWithRemedy(error, flags));
      count(reply.usage);
      return reply;
    },
  };
}

async function createClient(
  { model, server, temperature }: OpenAiChatSettings,
  maxTokens: number | null,
  { remote }: ModelContext,
) {
  const { initChatModel } = await import('langchain/chat_models/universal');
  return initChatModel(model, {
    modelProvider: 'openai',
    apiKey: server.key(),
    ...(temperature === null ? {} : { temperature }),
    ...(maxTokens === null ? {} : { maxTokens }),
    // Retries are ours: LangChain's know nothing of Retry-After, spent credit and a run that stops.
    maxRetries: 0,
    verbose: false,
    configuration: { baseURL: server.baseUrl, fetch: remote.fetch, logLevel: 'off' },
  });
}

/** Four characters make a token of English, roughly. */
function estimatedTokens(messages: readonly ChatMessage[]): number {
  return Math.ceil(messages.reduce((sum, { content }) => sum + content.length, 0) / 4);
}

function replyOf({ text, response_metadata, usage_metadata }: AIMessageChunk): ChatReply {
  const finishReason = finishReasons[String(response_metadata['finish_reason'])] ?? 'other';
  const usage = usageOf(usage_metadata);
  return { text, finishReason, ...(usage === undefined ? {} : { usage }) };
}

function usageOf(counted: Partial<UsageMetadata> | undefined): Usage | undefined {
  const { input_tokens: input, output_tokens: output, input_token_details: details } = counted ?? {};
  // Where the server does not count, LangChain gives an object without members.
  if (input === undefined && output === undefined) return undefined;
  return { input: input ?? 0, cachedInput: details?.cache_read ?? 0, output: output ?? 0 };
}

const finishReasons: { readonly [reason: string]: FinishReason } = {
  stop: 'stop',
  length: 'length',
  content_filter: 'filtered',
};

/** Settings that some models refuse, and the flag that leaves each of them to the model. */
const refusable = [
  { setting: /temperature/i, what: 'temperature', flag: 'temperature' },
  { setting: /max_(?:completion_)?tokens/i, what: 'longest reply', flag: 'max-tokens' },
];

function rethrowWithRemedy(error: unknown, flags: string): never {
  if (!(error instanceof ExpectedError) || error.code !== 'unsupported-parameter') throw error;
  const refused = refusable.find(({ setting }) => setting.test(error.message));
  if (refused === undefined) throw error;
  throw error.withRemedy(`This model sets its ${refused.what} itself: add ${flags}${refused.flag} none.`);
}
