import { livingLocks } from '../../../engine/store/lock.ts';
import type { CallContext } from '../../call-context.ts';
import { abortable } from '../../remote/abortable.ts';
import { Batch } from './batch.ts';
import { BatchDispatch, lockBatch, lockOf, type DispatchSettings, type Queued } from './batch-dispatch.ts';
import { BatchFolder } from './batch-folder.ts';
import type { BatchResult } from './batch-result.ts';
import { digestOfId, digestOfRequest, PendingRequest } from './pending-request.ts';

/** Requests that come within so many milliseconds of each other go together. */
const gatherMs = 500;

/** Takes requests to one model of one server, gathers them into batches, and hands out the replies. */
export class BatchDesk {
  readonly #settings: DispatchSettings;
  readonly #dispatch: BatchDispatch;
  /** Requests of those that nobody has asked for yet, by digest. */
  readonly #unclaimed = new Map<string, { readonly request: PendingRequest; readonly batch: Batch }[]>();
  readonly #tasks = new Set<Promise<void>>();
  /** The batches of earlier runs by the digests of their requests, and those that this run goes on with. */
  #earlier: Promise<ReadonlyMap<string, ReadonlySet<string>>> | undefined;
  readonly #adopted = new Map<string, Promise<void>>();
  #queue: Queued[] = [];
  #arrivals = 0;

  constructor(settings: DispatchSettings) {
    this.#settings = settings;
    this.#dispatch = new BatchDispatch(settings);
  }

  /**
   * What came of a request: that of an earlier run where it was asked for the same, once. Throws what `callServer`
   * throws, and the reason of `stopping`, once what is going on has come to rest.
   */
  async resultOf(body: string, call: CallContext): Promise<BatchResult> {
    const digest = digestOfRequest(body, call.key);
    const request = (await this.#claim(digest, call)) ?? this.#enqueue(digest, body, call);
    try {
      return await abortable(request.outcome, call.stopping);
    } catch (error) {
      if (call.stopping.aborted) await Promise.allSettled(this.#tasks);
      throw error;
    } finally {
      call.settled?.(() => request.onSettled());
    }
  }

  /** Finds the batches of earlier runs. */
  async #findEarlier(): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
    const { folder: root, server, endpoint, model } = this.#settings;
    const earlier = new Map<string, Set<string>>();
    for (const name of await BatchFolder.names(root)) {
      const { note } = (await BatchFolder.open(root, name)) ?? {};
      if (note?.server !== server || note.endpoint !== endpoint || note.model !== model) continue;
      for (const digest of note.requests.map(digestOfId))
        earlier.set(digest, (earlier.get(digest) ?? new Set()).add(name));
    }
    return earlier;
  }

  /** Goes on with a batch of an earlier run; one that another process waits for is its own. */
  async #adopt(name: string, call: CallContext): Promise<void> {
    const { folder: root, locks } = this.#settings;
    if ((await livingLocks(locks)).includes(lockOf(name))) return;
    const lock = await lockBatch(name, this.#settings, call);
    // Its owner may have gone on with it until now.
    const folder = await BatchFolder.open(root, name);
    if (folder === undefined) return lock.release();
    const batch = await Batch.adopted(folder, lock, this.#settings, call);
    for (const request of batch.requests) {
      const same = this.#unclaimed.get(request.digest) ?? [];
      same.push({ request, batch });
      this.#unclaimed.set(request.digest, same);
    }
  }

  /** A request of an earlier run that is the same; undefined where there is none. */
  async #claim(digest: string, call: CallContext): Promise<PendingRequest | undefined> {
    this.#earlier ??= this.#findEarlier();
    for (const name of (await this.#earlier).get(digest) ?? []) {
      const adopted = this.#adopted.get(name) ?? this.#adopt(name, call);
      this.#adopted.set(name, adopted);
      await adopted;
    }
    const found = this.#unclaimed.get(digest)?.shift();
    if (found !== undefined) this.#do(watchEarlier(found.batch, call));
    return found?.request;
  }

  #enqueue(digest: string, body: string, call: CallContext): PendingRequest {
    const request = new PendingRequest(digest);
    this.#arrivals += 1;
    this.#queue.push({ request, body });
    if (this.#queue.length === 1) this.#do(this.#gather(call));
    return request;
  }

  /** Waits until no more requests come, and sends those that came. */
  async #gather(call: CallContext): Promise<void> {
    try {
      for (let seen = 0; seen !== this.#arrivals;) {
        seen = this.#arrivals;
        await this.#settings.clock.sleep(gatherMs, call.stopping);
      }
    } catch {
      // The run stops: who asked knows.
      this.#queue = [];
      return;
    }
    const queue = this.#queue;
    this.#queue = [];
    await this.#dispatch.send(queue, call);
  }

  #do(task: Promise<void>): void {
    this.#tasks.add(task);
    void task.finally(() => this.#tasks.delete(task));
  }
}

/** Watches a batch whose requests are not at hand any more: one that there was no room for has failed. */
async function watchEarlier(batch: Batch, call: CallContext): Promise<void> {
  const noRoom = await batch.watch(call);
  if (noRoom !== undefined) batch.refuse(noRoom);
}
