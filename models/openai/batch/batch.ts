import type { Lock } from '../../../engine/store/lock.ts';
import type { CallContext } from '../../call-context.ts';
import type { Fault } from '../../remote/fault.ts';
import type { BatchFolder } from './batch-folder.ts';
import { hasEnded, hasNoRoom, stateOf, type BatchObject } from './batch-object.ts';
import { cameToBatch, mended, placeOrder, type BatchTools } from './batch-order.ts';
import { faultOfLost } from './batch-result.ts';
import { OpenRequests } from './open-requests.ts';
import { digestOfId, PendingRequest } from './pending-request.ts';

/** Milliseconds between two looks at a batch: twice as many each time, up to the latter. */
const [firstLook, longestLook] = [1000, 60_000];

/** A batch, from the order to its end. */
export class Batch {
  readonly #folder: BatchFolder;
  readonly #open: OpenRequests;
  readonly #tools: BatchTools;
  #isWatched = false;

  private constructor(folder: BatchFolder, open: OpenRequests, tools: BatchTools) {
    this.#folder = folder;
    this.#open = open;
    this.#tools = tools;
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
    return new Batch(folder, new OpenRequests(folder, lock, byId), tools);
  }

  /** The batch of an earlier run; its folder and lock are gone where nothing is to be had from it. */
  static async adopted(
    folder: BatchFolder,
    lock: Lock,
    tools: BatchTools,
    call: CallContext,
  ): Promise<Batch> {
    const settled = await folder.settled();
    const ids = folder.note.requests.filter((id) => !settled.has(id));
    const byId = new Map(ids.map((id) => [id, new PendingRequest(digestOfId(id))]));
    const open = new OpenRequests(folder, lock, byId);
    const batch = new Batch(folder, open, tools);
    try {
      const results = await folder.results();
      if (results !== undefined) open.deliver(results);
      else if (!(await cameToBatch(folder, tools, call))) open.drop();
      return batch;
    } catch (error) {
      open.giveUp(error);
      throw error;
    }
  }

  /** Those whose replies are not kept elsewhere. */
  get requests(): readonly PendingRequest[] {
    return this.#open.all;
  }

  /** Has the server work on the requests. */
  async send(lines: readonly string[], call: CallContext): Promise<void> {
    try {
      await placeOrder(this.#folder, lines, this.#tools, call);
      this.#tools.tell(`${this.#title} is made; its replies come within 24 hours. Ctrl-C leaves it at work.`);
    } catch (error) {
      this.#open.giveUp(error);
      throw error;
    }
  }

  /**
   * Looks at the batch until it has ended, and delivers what came of it. The fault where the server had no room for
   * it, which is then to be refused or withdrawn. Not twice at once.
   */
  async watch(call: CallContext): Promise<Fault | undefined> {
    if (this.#isWatched || this.#open.isDelivered) return undefined;
    this.#isWatched = true;
    try {
      return await this.#untilEnded(call);
    } catch (error) {
      if (call.stopping.aborted)
        this.#tools.tell(
          `${this.#title} is being worked on by the server; run the same command again to collect it.`,
        );
      const { batchId = '' } = this.#folder.note;
      const remedy = `The server has ${batchId} no more, or not for this key. To ask its requests anew, delete ${this.#folder.folder}.`;
      this.#open.giveUp(mended(error, remedy));
      return undefined;
    } finally {
      this.#isWatched = false;
    }
  }

  /** Fails what nobody has worked on. */
  refuse(fault: Fault): void {
    this.#open.refuse(fault);
  }

  /** Forgets what nobody has worked on: its requests go into other batches. */
  withdraw(): void {
    this.#tools.tell(`${this.#title} finds no room at the server; its requests go into later ones.`);
    this.#open.drop();
  }

  get #title(): string {
    const { batchId, requests } = this.#folder.note;
    return `Batch ${batchId} (${requests.length} ${requests.length === 1 ? 'request' : 'requests'})`;
  }

  async #untilEnded(call: CallContext): Promise<Fault | undefined> {
    const { api, clock, tell } = this.#tools;
    const { batchId = '' } = this.#folder.note;
    let shown = '';
    for (let wait = firstLook; ; wait = Math.min(2 * wait, longestLook)) {
      const batch = await api.retrieve(batchId, call);
      if (hasNoRoom(batch)) return faultOfLost(batch);
      const state = stateOf(batch);
      const isOver = hasEnded(batch);
      if (isOver || (shown !== '' && shown !== state)) tell(`${this.#title}: ${state}`);
      if (isOver) {
        await this.#collect(batch, call);
        return undefined;
      }
      shown = state;
      await clock.sleep(wait, call.stopping);
    }
  }

  async #collect(batch: BatchObject, call: CallContext): Promise<void> {
    const files = [batch.output_file_id, batch.error_file_id].filter((id) => typeof id === 'string');
    const contents: string[] = [];
    for (const file of files) contents.push(await this.#tools.api.content(file, call));
    const lines = contents.join('\n');
    await this.#folder.saveResults(lines);
    this.#open.deliver(lines, batch);
  }
}
