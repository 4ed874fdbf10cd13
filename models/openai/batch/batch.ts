import { ExpectedError } from '../../../engine/expected-error.ts';
import type { Lock } from '../../../engine/store/lock.ts';
import type { CallContext } from '../../call-context.ts';
import type { Clock } from '../../remote/clock.ts';
import type { Fault } from '../../remote/fault.ts';
import type { BatchApi } from './batch-api.ts';
import type { BatchFolder } from './batch-folder.ts';
import { hasEnded, hasNoRoom, stateOf, type BatchObject } from './batch-object.ts';
import { faultOfLost } from './batch-result.ts';
import { OpenRequests } from './open-requests.ts';
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
    const results = await folder.results();
    if (results !== undefined) open.deliver(results);
    else if (!(await batch.#wasMade(call))) open.drop();
    return batch;
  }

  /** Those whose replies are not kept elsewhere. */
  get requests(): readonly PendingRequest[] {
    return this.#open.all;
  }

  /** Uploads the requests and makes the batch. Each step is written down before the next. */
  async send(lines: readonly string[], call: CallContext): Promise<void> {
    const { api, tell } = this.#tools;
    const { name, note } = this.#folder;
    try {
      const fileId = await api.upload(name, lines, call);
      await this.#folder.update({ fileId });
      const { id } = await api.create({ name, fileId, endpoint: note.endpoint }, call);
      await this.#folder.update({ batchId: id });
      tell(`${this.#title} is made; its replies come within 24 hours. Ctrl-C leaves it at work.`);
    } catch (error) {
      if (this.#folder.note.fileId === undefined) this.#folder.remove();
      const told = mended(error, 'This server has no batch endpoint: leave out --batch-api.');
      this.#open.giveUp(told);
      throw told;
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

  /** Whether the server knows the batch: the run that ordered it may not have come to note its name. */
  async #wasMade(call: CallContext): Promise<boolean> {
    const { api, clock } = this.#tools;
    const { batchId, fileId, at } = this.#folder.note;
    if (batchId !== undefined) return true;
    if (fileId === undefined) return false;
    for (let look = 1; look <= looksForLost; look += 1) {
      if (look > 1) await clock.sleep(betweenLooks, call.stopping);
      const found = await api.find(this.#folder.name, at, call);
      if (found === undefined) continue;
      await this.#folder.update({ batchId: found.id });
      return true;
    }
    return false;
  }
}

/** An error with what to do about an address that is none of the server's. */
function mended(error: unknown, remedy: string): unknown {
  return error instanceof ExpectedError && error.code === 'wrong-address' ? error.withRemedy(remedy) : error;
}
