import path from 'node:path';
import { takeLock, type Lock } from '../../../engine/store/lock.ts';
import type { CallContext } from '../../call-context.ts';
import { Batch } from './batch.ts';
import { fileParts, requestLine, type FileLimits } from './batch-file.ts';
import { BatchFolder } from './batch-folder.ts';
import type { BatchTools } from './batch-order.ts';
import { idsOf, type PendingRequest } from './pending-request.ts';

export interface DispatchSettings extends BatchTools {
  /** Where batches are written down, and where locks lie. */
  readonly folder: string;
  readonly locks: string;
  readonly server: string;
  readonly endpoint: string;
  readonly model: string;
  readonly limits: FileLimits;
}

/** A request with its body, on its way. */
export interface Queued {
  readonly request: PendingRequest;
  readonly body: string;
}

/** What a line takes besides its body, at most. */
const lineBytes = 200;

/**
 * Sends requests in as many batches as they need. Where a server takes no more at once, the others wait until one has
 * ended; where it takes not even one, that is halved.
 */
export class BatchDispatch {
  readonly #settings: DispatchSettings;
  #waiting: (readonly Queued[])[] = [];
  #atWork = 0;
  #isFull = false;

  constructor(settings: DispatchSettings) {
    this.#settings = settings;
  }

  /** Resolves once every request has come to something, or the run stops. */
  async send(queue: readonly Queued[], call: CallContext): Promise<void> {
    const { limits } = this.#settings;
    this.#waiting.push(...fileParts(queue, ({ body }) => Buffer.byteLength(body) + lineBytes, limits));
    await this.#advance(call);
  }

  async #advance(call: CallContext): Promise<void> {
    const watched: Promise<void>[] = [];
    while (!call.stopping.aborted && !(this.#isFull && this.#atWork > 0)) {
      const part = this.#waiting.shift();
      if (part === undefined) break;
      const batch = await this.#order(part, call);
      if (batch === undefined) continue;
      this.#atWork += 1;
      watched.push(this.#watch(batch, part, call));
    }
    await Promise.all(watched);
  }

  async #watch(batch: Batch, part: readonly Queued[], call: CallContext): Promise<void> {
    const noRoom = await batch.watch(call);
    this.#atWork -= 1;
    if (noRoom !== undefined) {
      this.#isFull = true;
      const half = Math.ceil(part.length / 2);
      if (this.#atWork > 0) this.#waiting.unshift(part);
      else if (part.length > 1) this.#waiting.unshift(part.slice(0, half), part.slice(half));
      if (this.#atWork > 0 || part.length > 1) batch.withdraw();
      else batch.refuse(noRoom);
    }
    await this.#advance(call);
  }

  /** Writes a batch down and makes it; undefined where that fails, which its requests are told. */
  async #order(part: readonly Queued[], call: CallContext): Promise<Batch | undefined> {
    const { folder: root, clock, server, endpoint, model } = this.#settings;
    const requests = part.map(({ request }) => request);
    const ids = idsOf(requests.map(({ digest }) => digest));
    const lines = part.map(({ body }, index) => requestLine(ids[index] ?? '', endpoint, body));
    try {
      const note = { server, endpoint, model, at: clock.now(), requests: [...ids] };
      const folder = await BatchFolder.create(root, note);
      const batch = Batch.ordered(
        folder,
        await lockBatch(folder.name, this.#settings, call),
        requests,
        this.#settings,
      );
      await batch.send(lines, call);
      return batch;
    } catch (error) {
      for (const request of requests) request.reject(error);
      return undefined;
    }
  }
}

/** The name of the lock that the process holds which a batch belongs to. */
export function lockOf(name: string): string {
  return `batch-${name}.lock`;
}

/** Takes the lock of a batch. */
export function lockBatch(
  name: string,
  { locks, tell }: Pick<DispatchSettings, 'locks' | 'tell'>,
  { stopping }: CallContext,
): Promise<Lock> {
  return takeLock(path.join(locks, lockOf(name)), stopping, (owner) =>
    tell(`Waiting for ${owner}, which is looking at the same batch.`),
  );
}
