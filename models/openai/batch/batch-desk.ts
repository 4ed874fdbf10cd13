import path from 'node:path';
import { livingLocks, takeLock, type Lock } from '../../../engine/store/lock.ts';
import type { CallContext } from '../../call-context.ts';
import { abortable } from '../../remote/abortable.ts';
import { Batch, type BatchTools } from './batch.ts';
import { fileParts, requestLine, type FileLimits } from './batch-file.ts';
import { BatchFolder } from './batch-folder.ts';
import type { BatchResult } from './batch-result.ts';
import { digestOfRequest, idsOf, PendingRequest } from './pending-request.ts';

export interface DeskSettings extends BatchTools {
  /** Where batches are written down, and where locks lie. */
  readonly folder: string;
  readonly locks: string;
  readonly server: string;
  readonly endpoint: string;
  readonly model: string;
  readonly limits: FileLimits;
}

interface Queued {
  readonly request: PendingRequest;
  readonly body: string;
}

/** Requests that come within so many milliseconds of each other go together. */
const gatherMs = 500;
/** What a line takes besides its body, at most. */
const lineBytes = 200;

/** Takes requests to one model of one server, gathers them into batches, and hands out the replies. */
export class BatchDesk {
  readonly #settings: DeskSettings;
  /** Requests of earlier runs, by digest, that nobody has asked for yet. */
  readonly #unclaimed = new Map<string, { readonly request: PendingRequest; readonly batch: Batch }[]>();
  readonly #tasks = new Set<Promise<void>>();
  #earlier: Promise<void> | undefined;
  #queue: Queued[] = [];
  #arrivals = 0;

  constructor(settings: DeskSettings) {
    this.#settings = settings;
  }

  /**
   * What came of a request: that of an earlier run where it was asked for the same, once. Throws
   * what `callServer` throws, and the reason of `stopping`, once what is going on has come to rest.
   */
  async resultOf(body: string, call: CallContext): Promise<BatchResult> {
    await (this.#earlier ??= this.#adopt(call));
    const request = this.#claim(digestOfRequest(body, call.key), call) ?? this.#enqueue(body, call);
    try {
      return await abortable(request.outcome, call.stopping);
    } catch (error) {
      if (call.stopping.aborted) await Promise.allSettled(this.#tasks);
      throw error;
    } finally {
      call.settled?.(() => request.onSettled());
    }
  }

  /** Finds the batches of earlier runs; those that another process waits for are its own. */
  async #adopt(call: CallContext): Promise<void> {
    try {
      const { folder: root, locks, server, endpoint, model } = this.#settings;
      const held = new Set(await livingLocks(locks));
      for (const name of await BatchFolder.names(root)) {
        const { note } = (await BatchFolder.open(root, name)) ?? {};
        const own = note?.server === server && note.endpoint === endpoint && note.model === model;
        if (!own || held.has(lockOf(name))) continue;
        const lock = await this.#lock(name, call);
        // Its owner may have gone on with it until now.
        const folder = await BatchFolder.open(root, name);
        const batch = folder && (await Batch.adopted(folder, lock, this.#settings, call));
        if (batch === undefined) lock.release();
        else this.#offer(batch);
      }
    } catch (error) {
      this.#earlier = undefined;
      throw error;
    }
  }

  #offer(batch: Batch): void {
    for (const request of batch.requests) {
      const same = this.#unclaimed.get(request.digest) ?? [];
      same.push({ request, batch });
      this.#unclaimed.set(request.digest, same);
    }
  }

  #claim(digest: string, call: CallContext): PendingRequest | undefined {
    const found = this.#unclaimed.get(digest)?.shift();
    if (found === undefined) return undefined;
    this.#do(found.batch.watch(call));
    return found.request;
  }

  #enqueue(body: string, call: CallContext): PendingRequest {
    const request = new PendingRequest(digestOfRequest(body, call.key));
    this.#arrivals += 1;
    this.#queue.push({ request, body });
    if (this.#queue.length === 1) this.#do(this.#gather(call));
    return request;
  }

  /** Waits until no more requests come, and sends those that came. */
  async #gather(call: CallContext): Promise<void> {
    const { clock, limits } = this.#settings;
    try {
      for (let seen = 0; seen !== this.#arrivals;) {
        seen = this.#arrivals;
        await clock.sleep(gatherMs, call.stopping);
      }
    } catch {
      // The run stops: who asked knows.
      this.#queue = [];
      return;
    }
    const queue = this.#queue;
    this.#queue = [];
    for (const part of fileParts(queue, ({ body }) => Buffer.byteLength(body) + lineBytes, limits))
      await this.#send(part, call);
  }

  async #send(part: readonly Queued[], call: CallContext): Promise<void> {
    const { folder: root, clock, server, endpoint, model } = this.#settings;
    const requests = part.map(({ request }) => request);
    const ids = idsOf(requests.map(({ digest }) => digest));
    const lines = part.map(({ body }, index) => requestLine(ids[index] ?? '', endpoint, body));
    try {
      const folder = await BatchFolder.create(root, {
        server,
        endpoint,
        model,
        at: clock.now(),
        requests: [...ids],
      });
      const lock = await this.#lock(folder.name, call);
      const batch = Batch.ordered(folder, lock, requests, this.#settings);
      await batch.send(lines, call);
      this.#do(batch.watch(call));
    } catch (error) {
      for (const request of requests) request.reject(error);
    }
  }

  #lock(name: string, call: CallContext): Promise<Lock> {
    const { locks, tell } = this.#settings;
    return takeLock(path.join(locks, lockOf(name)), call.stopping, (owner) =>
      tell(`Waiting for ${owner}, which is looking at the same batch.`),
    );
  }

  #do(task: Promise<void>): void {
    this.#tasks.add(task);
    void task.finally(() => this.#tasks.delete(task));
  }
}

function lockOf(name: string): string {
  return `batch-${name}.lock`;
}
