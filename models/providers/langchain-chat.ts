import type { AIMessageChunk } from '@langchain/core/messages';
import { createRequire } from 'node:module';
import { ExpectedError } from '../../engine/expected-error.ts';
import type { ChatMessage, ChatModel, ChatReply } from '../chat-model.ts';
import { forecastCall } from '../forecast-call.ts';
import type { ModelContext } from '../model-context.ts';
import { noteUsage } from '../note-usage.ts';
import { assertPriced, purseForChat } from '../purse.ts';
import { callServer } from '../remote/call-server.ts';
import type { Usage } from '../remote/usage.ts';
import { inCallScope, scopedFetch, type Called } from './call-scope.ts';
import { FirstAlone } from './first-alone.ts';
import type { Provider, TextBlock } from './provider.ts';
import { rethrowAsRefusal, rethrowWithRemedy } from './refused-settings.ts';
import type { Server } from './server.ts';
import { StructuredReplies } from './structured-replies.ts';

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
  const clients = new Map<string, Promise<Client>>();
  const starts = new FirstAlone();
  const structured = new StructuredReplies(provider);
  let contextTokens = 0;

  /** LangChain fixes the longest reply and the context when it makes a client, so there is one for each. */
  function clientFor(messages: readonly ChatMessage[], maxTokens: number | null): Promise<Client> {
    // Never less than before: a server loads its model anew with each change.
    if (provider.sizesContext === true)
      contextTokens = Math.max(contextTokens, contextFor(messages, maxTokens));
    const key = `${maxTokens} of ${contextTokens}`;
    const client = clients.get(key) ?? createClient(settings, { maxTokens, contextTokens });
    clients.set(key, client);
    return client;
  }

  return {
    identity: { provider: provider.name, model, temperature, ...(tag === '' ? {} : { tag }) },
    assertReady() {
      server.key();
      assertInstalled(provider);
      assertPriced(name, context);
    },
    asksServer: true,
    forecast: (messages, reply) => forecastCall(name, messages, reply, context),
    async complete(messages, { maxTokens, schema }, call) {
      const client = await clientFor(messages, maxTokens);
      const sent = messages.map((message) => ({ role: message.role, content: contentOf(message, provider) }));
      const attempt = (signal: AbortSignal, options: object): Promise<ChatReply> =>
        inCallScope(context.fetchFor?.(call) ?? context.remote.fetch, signal, () =>
          client.invoke(sent, options),
        )
          .then((called) => replyOf(called, provider))
          .catch(rethrowAsRefusal);
      const tokens = estimatedTokens(messages) + (maxTokens ?? 0);
      const limiter = context.limiterOf(server.baseUrl);
      const purse = await purseForChat(name, messages, maxTokens, context);
      const count = (usage: Usage | undefined): void => {
        call.note('modelCalls', 1);
        noteUsage(name, usage, context, call);
      };
      const serve = (options: object): Promise<ChatReply> =>
        callServer((signal) => attempt(signal, options), {
          ...context,
          limiter,
          call,
          tokens,
          purse,
          wasted: count,
        });
      const start = sharedStart(messages);
      const reply = await structured
        .ask(schema, (options) =>
          provider.firstAlone === true && start !== ''
            ? starts.run(start, () => serve(options))
            : serve(options),
        )
        .catch((error: unknown) => rethrowWithRemedy(error, { provider, model, flags }));
      purse?.settle(reply.usage);
      count(reply.usage);
      return reply;
    },
  };
}

async function createClient(
  { provider, model, server, temperature }: LangChainChatSettings,
  limits: { readonly maxTokens: number | null; readonly contextTokens: number },
) {
  const { initChatModel } = await import('langchain/chat_models/universal');
  const { baseUrl } = server;
  return initChatModel(model, {
    modelProvider: provider.name,
    // Retries are ours: LangChain's know nothing of Retry-After, spent credit and a run that stops.
    maxRetries: 0,
    verbose: false,
    ...provider.clientFields({ key: server.key(), baseUrl, temperature, ...limits, fetch: scopedFetch }),
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
  return Math.ceil(charactersOf(messages) / 4);
}

function charactersOf(messages: readonly ChatMessage[]): number {
  return messages.reduce((sum, { content }) => sum + content.length, 0);
}

/** Steps of the context, and what is left for a reply of any length. */
const [contextStep, anyReply] = [4096, 1024];

/** Tokens that a prompt and its reply surely fit in: three characters make fewer than one of English. */
function contextFor(messages: readonly ChatMessage[], maxTokens: number | null): number {
  const wanted = charactersOf(messages) / 3 + (maxTokens ?? anyReply);
  return Math.ceil(wanted / contextStep) * contextStep;
}

function replyOf({ value, usage }: Called<AIMessageChunk>, provider: Provider): ChatReply {
  const { text, response_metadata } = value;
  const finishReason = provider.finishReasonOf(response_metadata);
  return { text, finishReason, ...(usage === undefined ? {} : { usage }) };
}
