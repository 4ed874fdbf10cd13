import { completionOf, digestOfPrompt, type Asked } from './chat-server.ts';

/** What becomes of one request of a batch; one that is lost appears in no file. */
export type LineEnd =
  | { readonly status: number; readonly body: object }
  | { readonly error: { readonly code: string; readonly message: string } }
  | 'lost';

export interface BatchScript {
  /** How often a batch is looked at before it has ended. */
  readonly looks?: number;
  /** How the batches end, by their number from 1 and by how many requests they have; `completed` where absent. */
  readonly ends?: (batch: number, size: number) => 'completed' | 'expired' | 'cancelled' | 'failed';
  /** Why one was refused that ends as `failed`. */
  readonly errors?: readonly { readonly code: string; readonly message: string }[];
  /** What becomes of a request; undefined for a reply. */
  readonly line?: (asked: Asked, batch: number) => LineEnd | undefined;
  /** The words of a reply; the digest of the prompt where absent. */
  readonly reply?: (asked: Asked) => string;
  /** Batches on a page of the list, at most. */
  readonly pageSize?: number;
}

/** A reply that is no success. */
export interface Refusal {
  readonly status: number;
  readonly body: object;
}

interface Batch {
  readonly id: string;
  readonly number: number;
  readonly fields: { readonly [name: string]: unknown };
  readonly asked: readonly (Asked & { readonly customId: string })[];
  status: string;
  looks: number;
  output?: string;
  error?: string;
}

const ended = ['completed', 'expired', 'cancelled', 'failed'];

/** The files and batches of a server, as OpenAI's API has them. */
export class ServedBatches {
  readonly batches: Batch[] = [];
  readonly #files = new Map<string, string>();
  readonly #script: BatchScript;

  constructor(script: BatchScript) {
    this.#script = script;
  }

  async upload(form: FormData): Promise<object> {
    const file = form.get('file');
    if (form.get('purpose') !== 'batch' || !(file instanceof File))
      return refusal(400, 'no file for a batch');
    const id = this.#addFile(await file.text());
    return { id, object: 'file', bytes: file.size, created_at: now(), filename: file.name, purpose: 'batch' };
  }

  create(fields: { readonly [name: string]: unknown }): object {
    const content = this.#files.get(String(fields['input_file_id']));
    if (content === undefined || fields['completion_window'] !== '24h') return refusal(400, 'no such batch');
    const lines = content
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
    const isSound =
      new Set(lines.map(({ custom_id: id }) => id)).size === lines.length &&
      new Set(lines.map(({ body }) => body.model)).size === 1 &&
      lines.every(({ method, url }) => method === 'POST' && url === fields['endpoint']);
    const number = this.batches.length + 1;
    const batch: Batch = {
      id: `batch_${number}`,
      number,
      fields: { ...fields, object: 'batch', created_at: now() },
      asked: lines.map((line, index) => ({ ...askedIn(line.body, index + 1), customId: line.custom_id })),
      status: isSound ? 'validating' : 'failed',
      looks: 0,
    };
    this.batches.push(batch);
    return this.#shown(batch);
  }

  look(id: string): object {
    const batch = this.batches.find((each) => each.id === id);
    if (batch === undefined) return refusal(404, `no batch ${id}`);
    if (ended.includes(batch.status)) return this.#shown(batch);
    batch.looks += 1;
    const { looks = 0, ends } = this.#script;
    batch.status =
      batch.looks > looks ? (ends?.(batch.number, batch.asked.length) ?? 'completed') : 'in_progress';
    if (ended.includes(batch.status) && batch.status !== 'failed') this.#end(batch);
    return this.#shown(batch);
  }

  list(query: URLSearchParams): object {
    const youngestFirst = this.batches.toReversed();
    const from = youngestFirst.findIndex(({ id }) => id === query.get('after')) + 1;
    const size = Math.min(Number(query.get('limit') ?? 20), this.#script.pageSize ?? 100);
    const data = youngestFirst.slice(from, from + size).map((batch) => this.#shown(batch));
    return { object: 'list', data, has_more: from + size < youngestFirst.length };
  }

  content(id: string): string | Refusal {
    return this.#files.get(id) ?? refusal(404, `no file ${id}`);
  }

  /** A reply to a request on its own. */
  completion(asked: Asked): object {
    return completionOf((this.#script.reply ?? digestOfPrompt)(asked), asked);
  }

  /** Writes the files that a batch ends with; the results come in another order than the requests. */
  #end(batch: Batch): void {
    const output: string[] = [];
    const errors: string[] = [];
    for (const asked of batch.asked.toReversed()) {
      const own = this.#script.line?.(asked, batch.number);
      const became = own ?? { status: 200, body: this.completion(asked) };
      if (became === 'lost') continue;
      const response =
        'status' in became ? { status_code: became.status, request_id: 'r', body: became.body } : null;
      const error = 'error' in became ? became.error : null;
      const line = { id: `batch_req_${asked.nth}`, custom_id: asked.customId, response, error };
      (response?.status_code === 200 ? output : errors).push(`${JSON.stringify(line)}\n`);
    }
    if (output.length > 0) batch.output = this.#addFile(output.join(''));
    if (errors.length > 0) batch.error = this.#addFile(errors.join(''));
  }

  #shown({ id, fields, status, output, error, asked: { length: total } }: Batch): object {
    const linesOf = (file = ''): number => (this.#files.get(file) ?? '').split('\n').filter(Boolean).length;
    return {
      ...fields,
      id,
      status,
      output_file_id: output ?? null,
      error_file_id: error ?? null,
      errors: status === 'failed' ? { object: 'list', data: this.#script.errors ?? [] } : null,
      request_counts: { total, completed: linesOf(output), failed: linesOf(error) },
    };
  }

  #addFile(content: string): string {
    const id = `file-${this.#files.size + 1}`;
    this.#files.set(id, content);
    return id;
  }
}

/** What the body of a chat request asks. */
export function askedIn(body: { readonly [name: string]: unknown }, nth: number): Asked {
  const messages = body['messages'] as readonly { readonly content: string }[];
  const prompt = messages.map(({ content }) => content).join('\n');
  return { nth, prompt, model: String(body['model']), headers: {} };
}

export function refusal(status: number, message: string): Refusal {
  return { status, body: { error: { message, type: 'invalid_request_error' } } };
}

/** Seconds since the epoch. */
function now(): number {
  return Math.floor(Date.now() / 1000);
}
