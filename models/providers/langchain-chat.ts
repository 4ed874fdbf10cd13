import type { AIMessageChunk, UsageMetadata } from '@langchain/core/messages';
import { createRequire } from 'node:module';
import { ExpectedError } from '../../engine/expected-error.ts';
import type { ChatMessage, ChatModel, ChatReply } from '../chat-model.ts';
import { forecastCall } from '../forecast-call.ts';
import type { ModelContext } from '../model-context.ts';
import { noteUsage } from '../note-usage.ts';
import { callServer } from '../remote/call-server.ts';
import type { Usage } from '../remote/usage.ts';
import { inCallScope, scopedFetch } from './call-scope.ts';
import { FirstAlone } from './first-alone.ts';
import type { Provider, TextBlock } from './provider.ts';
import type { Server } from './server.ts';

export interface LangChainChatSettings {
  readonly provider: Provider;
  readonly model: string;
  readonly server: Server;
  /** Null leaves it to the model, since some take none. */
  readonly temperature: number | null;
  /** Tells apart servers that have different models under one name; empty for no tag. */
  readonly tag: string;
  /** How the flags begin that set this model's temperature and longest reply; `--` where absent. */
  readonly flags?: string;
}

type Client = Awaited<ReturnType<typeof createClient>>;

/** A chat model of a provider, through LangChain, which is loaded with the first call. */
export function createLangChainChat(settings: LangChainChatSettings, context: ModelContext): ChatModel {
  const { provider, model, server, temperature, tag, flags = '--' } = settings;
  const name = `${provider.name}:${model}`;
  const clients = new Map<number | null, Promise<Client>>();
  const starts = new FirstAlone();

  /** LangChain fixes the longest reply when it makes a client, so there is one for each. */
  function clientFor(maxTokens: number | null): Promise<Client> {
    const client = clients.get(maxTokens) ?? createClient(settings, maxTokens);
    clients.set(maxTokens, client);
    return client;
  }

  return {
    identity: { provider: provider.name, model, temperature, ...(tag === '' ? {} : { tag }) },
    assertReady() {
      server.key();
      assertInstalled(provider);
    },
    forecast: (messages, replyTokens) => forecastCall(name, messages, replyTokens, context),
    async complete(messages, { maxTokens }, call) {
      const client = await clientFor(maxTokens);
      const sent = messages.map((message) => ({ role: message.role, content: contentOf(message, provider) }));
      const attempt = (signal: AbortSignal): Promise<ChatReply> =>
        inCallScope(context.remote.fetch, signal, async () => replyOf(await client.invoke(sent), provider));
      const tokens = estimatedTokens(messages) + (maxTokens ?? 0);
      const limiter = context.limiterOf(server.baseUrl);
      const count = (usage: Usage | undefined): void => {
        call.note('modelCalls', 1);
        noteUsage(name, usage, context, call);
      };
      const serve = (): Promise<ChatReply> =>
        callServer(attempt, { ...context, limiter, call, tokens, wasted: count });
      const start = sharedStart(messages);
      const served = provider.firstAlone === true && start !== '' ? starts.run(start, serve) : serve();
      const reply = await served.catch((error: unknown) => rethrowWithRemedy(error, settings, flags));
      count(reply.usage);
      return reply;
    },
  };
}

async function createClient(
  { provider, model, server, temperature }: LangChainChatSettings,
  maxTokens: number | null,
) {
  const { initChatModel } = await import('langchain/chat_models/universal');
  const { baseUrl } = server;
  return initChatModel(model, {
    modelProvider: provider.name,
    // Retries are ours: LangChain's know nothing of Retry-After, spent credit and a run that stops.
    maxRetries: 0,
    verbose: false,
    ...provider.clientFields({ key: server.key(), baseUrl, temperature, maxTokens, fetch: scopedFetch }),
  });
}

/** Its client may have been left out of the installation. */
function assertInstalled({ name, library }: Provider): void {
  try {
    createRequire(import.meta.url).resolve(library);
  } catch {
    throw new ExpectedError({
      code: 'missing-package',
      message: `Expected the package ${library}, by which ${name}: models are reached, found none.`,
      remedy: `npm install ${library}`,
    });
  }
}

function contentOf(message: ChatMessage, { contentOf: of }: Provider): string | TextBlock[] {
  return of?.(message) ?? message.content;
}

/** What many calls begin with; empty where they share nothing. */
function sharedStart(messages: readonly ChatMessage[]): string {
  const [{ content, shared = 0 } = { content: '' }] = messages;
  return content.slice(0, shared);
}

/** Four characters make a token of English, roughly. */
function estimatedTokens(messages: readonly ChatMessage[]): number {
  return Math.ceil(messages.reduce((sum, { content }) => sum + content.length, 0) / 4);
}

function replyOf({ text, response_metadata, usage_metadata }: AIMessageChunk, provider: Provider): ChatReply {
  const usage = usageOf(usage_metadata);
  const finishReason = provider.finishReasonOf(response_metadata);
  return { text, finishReason, ...(usage === undefined ? {} : { usage }) };
}

function usageOf(counted: Partial<UsageMetadata> | undefined): Usage | undefined {
  const { input_tokens: input, output_tokens: output, input_token_details: details } = counted ?? {};
  // Where the server does not count, LangChain gives an object without members, or one of zeros.
  if ((input ?? 0) + (output ?? 0) === 0) return undefined;
  const { cache_read: cachedInput = 0, cache_creation: cacheWrite = 0 } = details ?? {};
  return {
    input: input ?? 0,
    cachedInput,
    output: output ?? 0,
    ...(cacheWrite === 0 ? {} : { cacheWrite }),
  };
}

/** Settings that some models refuse, and the flag that leaves each of them to the model. */
const refusable = [
  { setting: /temperature/i, what: 'temperature', flag: 'temperature' },
  { setting: /max_(?:completion_)?tokens/i, what: 'longest reply', flag: 'max-tokens' },
];

function rethrowWithRemedy(error: unknown, { provider, model }: LangChainChatSettings, flags: string): never {
  if (!(error instanceof ExpectedError)) throw error;
  const own = provider.remedies?.[error.code];
  if (own !== undefined) throw error.withRemedy(own(model));
  if (error.code !== 'unsupported-parameter') throw error;
  const refused = refusable.find(({ setting }) => setting.test(error.message));
  if (refused === undefined) throw error;
  throw error.withRemedy(`This model sets its ${refused.what} itself: add ${flags}${refused.flag} none.`);
}
