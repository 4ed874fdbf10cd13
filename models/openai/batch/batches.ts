import type { CallContext } from '../../call-context.ts';
import type { ChatModel } from '../../chat-model.ts';
import type { ModelContext } from '../../model-context.ts';
import { createLangChainChat, type LangChainChatSettings } from '../../providers/langchain-chat.ts';
import type { Server } from '../../providers/server.ts';
import { Limiter } from '../../remote/limiter.ts';
import { parsedJson } from '../../remote/parsed-json.ts';
import type { Remote } from '../../remote/remote.ts';
import { RemoteFault } from '../../remote/remote-fault.ts';
import { isRecord } from '../../remote/server-words.ts';
import { usageIn } from '../../remote/usage.ts';
import { wholeResponse } from '../../remote/whole-response.ts';
import { BatchApi } from './batch-api.ts';
import { BatchDesk } from './batch-desk.ts';
import { fileLimits } from './batch-file.ts';
import { faultOfResult } from './batch-result.ts';

export interface BatchesSettings {
  /** Where batches are written down, and where locks lie. */
  readonly folder: string;
  readonly locks: string;
  /** The way to the endpoints for files and batches. */
  readonly remote: Remote;
  /** Tells the user what becomes of batches. */
  tell(message: string): void;
}

/** Gathers requests into batches, by server and model. */
export class Batches {
  readonly #settings: BatchesSettings;
  readonly #desks = new Map<string, BatchDesk>();

  constructor(settings: BatchesSettings) {
    this.#settings = settings;
  }

  /**
   * The chat model that asks through batches what it would ask on its own: its requests, and so its identity, are the
   * same. A request has one try in a run: what it does not bring is asked by the next.
   */
  createChat(settings: LangChainChatSettings, context: ModelContext): ChatModel {
    const { provider, model, server } = settings;
    const { batchShare = 1 } = context.factsOf(`${provider.name}:${model}`).price ?? {};
    const { costOf } = context;
    const unlimited = new Limiter({ concurrency: Number.POSITIVE_INFINITY }, context.remote);
    const chat = createLangChainChat(settings, {
      ...context,
      policy: { ...context.policy, tries: 1, lostInARow: Number.POSITIVE_INFINITY },
      limiterOf: () => unlimited,
      fetchFor: (call) => this.#fetchFor(call, server, context),
      ...(costOf && {
        costOf: (name, usage) => {
          const dollars = costOf(name, usage);
          return dollars === undefined ? undefined : dollars * batchShare;
        },
      }),
    });
    return { ...chat, atOnce: fileLimits.requests };
  }

  /** A `fetch` whose requests go out in batches. */
  #fetchFor(call: CallContext, server: Server, context: ModelContext): typeof globalThis.fetch {
    return async (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input);
      const body = typeof init?.body === 'string' ? init.body : await new Response(init?.body).text();
      const { remote } = context;
      const result = await this.#deskOf(url, body, server, context).resultOf(body, call);
      const fault = faultOfResult(result, url.pathname, remote.now());
      const text = result.ok ? result.text : '';
      if (fault === undefined) return wholeResponse(text, 200, 'application/json');
      const address = `${url.origin}${url.pathname}`;
      throw new RemoteFault({ ...fault, reason: remote.redact(fault.reason) }, address, usageIn(text));
    };
  }

  #deskOf(url: URL, body: string, server: Server, context: ModelContext): BatchDesk {
    const { baseUrl } = server;
    const asked = parsedJson(body);
    const model = isRecord(asked) ? String(asked['model']) : '';
    const endpoint = `/v1${url.pathname.slice(new URL(baseUrl).pathname.replace(/\/$/, '').length)}`;
    const key = JSON.stringify([baseUrl, endpoint, model]);
    const { remote, ...settings } = this.#settings;
    const api = new BatchApi({ server, context, remote });
    const desk =
      this.#desks.get(key) ??
      new BatchDesk({
        ...settings,
        api,
        clock: remote,
        server: baseUrl,
        endpoint,
        model,
        limits: fileLimits,
      });
    this.#desks.set(key, desk);
    return desk;
  }
}
