import type { z } from 'zod';
import type { CallContext } from '../../call-context.ts';
import type { ModelContext } from '../../model-context.ts';
import type { Server } from '../../providers/server.ts';
import { callServer } from '../../remote/call-server.ts';
import { passingFault } from '../../remote/fault.ts';
import { parsedJson } from '../../remote/parsed-json.ts';
import type { Remote } from '../../remote/remote.ts';
import { RemoteFault } from '../../remote/remote-fault.ts';
import { BatchObject, BatchPage, FileObject } from './batch-object.ts';

export interface BatchApiSettings {
  readonly server: Server;
  readonly context: Pick<ModelContext, 'limiterOf' | 'policy'>;
  /** Files take longer than replies. */
  readonly remote: Remote;
}

/** The order for a batch. */
export interface Order {
  /** Our own name for it, by which it is found again. */
  readonly name: string;
  readonly fileId: string;
  /** Such as `/v1/chat/completions`. */
  readonly endpoint: string;
}

/** Under this name a batch says who ordered it. */
const orderField = 'locomo_pipeline_order';
const pageSize = 100;
/** Tries for what is asked of a batch at work, over an hour or so: nights have outages, and all of it waits. */
const looks = 60;
/** Clocks may differ: so many seconds before an order was written down, no batch can be its own. */
const clockSlack = 86_400;

type Init = { readonly method?: string; readonly headers?: Headers; readonly body?: string | Uint8Array };

/** OpenAI's endpoints for files and batches. All that it throws is what `callServer` throws. */
export class BatchApi {
  readonly #settings: BatchApiSettings;

  constructor(settings: BatchApiSettings) {
    this.#settings = settings;
  }

  /** Uploads the lines of a batch; returns the name of the file at the server. */
  async upload(name: string, lines: readonly string[], call: CallContext): Promise<string> {
    const form = new FormData();
    form.set('purpose', 'batch');
    form.set(
      'file',
      new Blob(
        lines.map((line) => `${line}\n`),
        { type: 'application/jsonl' },
      ),
      `${name}.jsonl`,
    );
    const encoded = new Response(form);
    const headers = new Headers({ 'content-type': encoded.headers.get('content-type') ?? '' });
    const body = new Uint8Array(await encoded.arrayBuffer());
    const { id } = await this.#call(call, (signal) =>
      this.#read(FileObject, '/files', signal, { method: 'POST', headers, body }),
    );
    return id;
  }

  /** Makes a batch, once: a try that may have reached the server is followed by a look whether it did. */
  async create({ name, fileId, endpoint }: Order, call: CallContext): Promise<BatchObject> {
    const headers = new Headers({ 'content-type': 'application/json' });
    const body = JSON.stringify({
      input_file_id: fileId,
      endpoint,
      completion_window: '24h',
      metadata: { [orderField]: name },
    });
    const since = this.#settings.remote.now();
    let tried = false;
    return this.#call(call, async (signal) => {
      const made = tried ? await this.#find(name, since, signal) : undefined;
      tried = true;
      return made ?? this.#read(BatchObject, '/batches', signal, { method: 'POST', headers, body });
    });
  }

  /** The batch of an order that was written down at `since` (milliseconds since the epoch); undefined where there is none. */
  async find(name: string, since: number, call: CallContext): Promise<BatchObject | undefined> {
    return this.#call(call, (signal) => this.#find(name, since, signal));
  }

  async retrieve(id: string, call: CallContext): Promise<BatchObject> {
    const path = `/batches/${encodeURIComponent(id)}`;
    return this.#call(call, (signal) => this.#read(BatchObject, path, signal), looks);
  }

  async content(fileId: string, call: CallContext): Promise<string> {
    const path = `/files/${encodeURIComponent(fileId)}/content`;
    return this.#call(call, async (signal) => (await this.#fetch(path, signal)).text(), looks);
  }

  async #find(name: string, since: number, signal: AbortSignal): Promise<BatchObject | undefined> {
    const oldest = since / 1000 - clockSlack;
    for (let after = ''; ;) {
      const path = `/batches?limit=${pageSize}${after === '' ? '' : `&after=${encodeURIComponent(after)}`}`;
      const { data, has_more: hasMore } = await this.#read(BatchPage, path, signal);
      const found = data.find(({ metadata }) => metadata?.[orderField] === name);
      const last = data.at(-1);
      if (found !== undefined || last === undefined || hasMore !== true) return found;
      if ((last.created_at ?? oldest) < oldest) return undefined;
      after = last.id;
    }
  }

  #call<T>(
    call: CallContext,
    attempt: (signal: AbortSignal) => Promise<T>,
    tries = this.#settings.context.policy.tries,
  ): Promise<T> {
    const { server, context, remote } = this.#settings;
    return callServer(attempt, {
      limiter: context.limiterOf(server.baseUrl),
      policy: { ...context.policy, tries },
      remote,
      call,
    });
  }

  async #read<T>(schema: z.ZodType<T>, path: string, signal: AbortSignal, init: Init = {}): Promise<T> {
    const response = await this.#fetch(path, signal, init);
    const parsed = schema.safeParse(parsedJson(await response.text()));
    if (parsed.success) return parsed.data;
    throw new RemoteFault(passingFault('unreadable', `the reply of ${path.split('?')[0]} has another form`));
  }

  #fetch(
    path: string,
    signal: AbortSignal,
    { headers = new Headers(), ...init }: Init = {},
  ): Promise<Response> {
    const { server, remote } = this.#settings;
    headers.set('authorization', `Bearer ${server.key()}`);
    return remote.fetch(`${server.baseUrl}${path}`, { ...init, headers, signal });
  }
}
