import { ExpectedError } from '../../../engine/expected-error.ts';
import type { Lock } from '../../../engine/store/lock.ts';
import type { CallContext } from '../../call-context.ts';
import type { Clock } from '../../remote/clock.ts';
import type { BatchApi } from './batch-api.ts';
import type { BatchFolder } from './batch-folder.ts';
import { hasEnded, type BatchObject } from './batch-object.ts';
import { faultOfLost, isReply, resultsIn } from './batch-result.ts';
import { digestOfId, PendingRequest } from './pending-request.ts';

/** What batches need of their surroundings. */
export interface BatchTools {
  readonly api: BatchApi;
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  /** Tells the user. */
  tell(message: string): void;
}

/** Milliseconds between two looks at a batch: twice as many each time, up to the latter. */
const [firstLook, longestLook] = [1000, 60_000];
/** A batch that was being ordered when its run was killed may appear late. */
const [looksForLost, betweenLooks] = [3, 2000];

/** A batch and its requests, from the order to the last reply that is kept elsewhere. */
export class Batch {
  readonly folder: BatchFolder;
  readonly #tools: BatchTools;
  readonly #lock: Lock;
  /** Those that are not settled, by their ids. */
  readonly #requests: Map<string, PendingRequest>;
  #watching = false;
  #ended = false;

  private constructor(
    folder: BatchFolder,
    lock: Lock,
    requests: ReadonlyMap<string, PendingRequest>,
    tools: BatchTools,
  ) {
    this.folder = folder;
    this.#lock = lock;
    this.#requests = new Map(requests);
    this.#tools = tools;
    for (const [id, request] of requests) request.onSettled = () => this.#settle(id);
  }

  /** A batch that is written down and not yet sent. */
  static ordered(
    folder: BatchFolder,
    lock: Lock,
    requests: readonly PendingRequest[],
    tools: BatchTools,
  ): Batch {
    const { requests: ids } = folder.note;
    const byId = new Map(requests.map((request, index) => [ids[index] ?? '', request]));
    return new Batch(folder, lock, byId, tools);
  }

  /** The batch of an earlier run; undefined where nothing is to be had from it. */
  static async adopted(
    folder: BatchFolder,
    lock: Lock,
    tools: BatchTools,
    call: CallContext,
  ): Promise<Batch | undefined> {
    const settled = await folder.settled();
    const open = folder.note.requests.filter((id) => !settled.has(id));
    const requests = new Map(open.map((id) => [id, new PendingRequest(digestOfId(id))]));
    const batch = new Batch(folder, lock, requests, tools);
    const results = await folder.results();
    if (results !== undefined) batch.#deliver(results);
    else if (!(await batch.#wasMade(call))) batch.#drop();
    return batch.#requests.size === 0 ? undefined : batch;
  }

  get requests(): readonly PendingRequest[] {
    return [...this.#requests.values()];
  }

  /** Uploads the requests and makes the batch. Each step is written down before the next. */
  async send(lines: readonly string[], call: CallContext): Promise<void> {
    const { api, tell } = this.#tools;
    const { folder } = this;
    try {
      const fileId = await api.upload(folder.name, lines, call);
      await folder.update({ fileId });
      const { id } = await api.create({ name: folder.name, fileId, endpoint: folder.note.endpoint }, call);
      await folder.update({ batchId: id });
      tell(`${this.#title} is made; its replies come within a day. Ctrl-C leaves it at work.`);
    } catch (error) {
      if (folder.note.fileId === undefined) folder.remove();
      throw this.#giveUp(mended(error, 'This server has no batch endpoint: leave out --batch-api.'));
    }
  }

  /** Looks at the batch until it has ended, and delivers what came of it. Not twice at once. */
  async watch(call: CallContext): Promise<void> {
    if (this.#watching || this.#ended) return;
    this.#watching = true;
    const { clock, tell } = this.#tools;
    try {
      let shown = '';
      for (let wait = firstLook; ; wait = Math.min(2 * wait, longestLook)) {
        const batch = await this.#look(call);
        if (hasEnded(batch)) return await this.#collect(batch, call);
        const state = stateOf(batch);
        if (shown !== '' && shown !== state) tell(`${this.#title}: ${state}`);
        shown = state;
        await clock.sleep(wait, call.stopping);
      }
    } catch (error) {
      if (call.stopping.aborted)
        tell(`${this.#title} is being worked on by the server; run the same command again to collect it.`);
      this.#giveUp(mended(error, this.#unknownHere));
    } finally {
      this.#watching = false;
    }
  }

  get #title(): string {
    const { batchId = this.folder.name, requests } = this.folder.note;
    return `Batch ${batchId} (${requests.length} ${requests.length === 1 ? 'request' : 'requests'})`;
  }

  get #unknownHere(): string {
    const { batchId = '' } = this.folder.note;
    return `The server has ${batchId} no more, or not for this key. To ask its requests anew, delete ${this.folder.folder}.`;
  }

  async #look(call: CallContext): Promise<BatchObject> {
    return this.#tools.api.retrieve(this.folder.note.batchId ?? '', call);
  }

  /** Whether the server knows the batch: the run that ordered it may not have come to note its name. */
  async #wasMade(call: CallContext): Promise<boolean> {
    const { api, clock } = this.#tools;
    const { batchId, fileId, at } = this.folder.note;
    if (batchId !== undefined) return true;
    if (fileId === undefined) return false;
    for (let look = 1; look <= looksForLost; look += 1) {
      if (look > 1) await clock.sleep(betweenLooks, call.stopping);
      const found = await api.find(this.folder.name, at, call);
      if (found !== undefined) {
        await this.folder.update({ batchId: found.id });
        return true;
      }
    }
    return false;
  }

  async #collect(batch: BatchObject, call: CallContext): Promise<void> {
    const files = [batch.output_file_id, batch.error_file_id].filter((id) => typeof id === 'string');
    const contents: string[] = [];
    for (const file of files) contents.push(await this.#tools.api.content(file, call));
    const results = contents.join('\n');
    await this.folder.saveResults(results);
    this.#tools.tell(`${this.#title}: ${stateOf(batch)}`);
    this.#deliver(results, batch);
  }

  /** Hands out the results. Those without a reply are settled at once: the next run asks anew. */
  #deliver(lines: string, batch?: BatchObject): void {
    this.#ended = true;
    const results = resultsIn(lines);
    for (const [id, request] of this.#requests) {
      const result = results.get(id);
      if (result !== undefined) request.resolve(result);
      else if (batch !== undefined) request.resolve({ ok: false, fault: faultOfLost(batch) });
      if (!isReply(result)) this.#settle(id);
    }
  }

  /** Forgets a request whose reply is kept elsewhere; the last takes the batch with it. */
  #settle(id: string): void {
    // What is not known yet is collected by another run.
    if (!this.#ended || !this.#requests.delete(id)) return;
    if (this.#requests.size > 0) this.folder.settle(id);
    else this.#drop();
  }

  #drop(): void {
    this.#requests.clear();
    this.folder.remove();
    this.#lock.release();
  }

  #giveUp(error: unknown): unknown {
    for (const request of this.#requests.values()) request.reject(error);
    this.#lock.release();
    return error;
  }
}

/** An error with what to do about an address that is none of the server's. */
function mended(error: unknown, remedy: string): unknown {
  return error instanceof ExpectedError && error.code === 'wrong-address' ? error.withRemedy(remedy) : error;
}

function stateOf({ status, request_counts: counts }: BatchObject): string {
  const state = status.replaceAll('_', ' ');
  if (!counts || counts.total === 0) return state;
  const failed = counts.failed > 0 ? `, ${counts.failed} failed` : '';
  return `${state}, ${counts.completed} of ${counts.total} done${failed}`;
}
