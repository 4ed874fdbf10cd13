import type { Lock } from '../../../engine/store/lock.ts';
import type { Fault } from '../../remote/fault.ts';
import type { BatchFolder } from './batch-folder.ts';
import type { BatchObject } from './batch-object.ts';
import { faultOfLost, isReply, resultsIn } from './batch-result.ts';
import type { PendingRequest } from './pending-request.ts';

/** The requests of a batch whose replies are not kept elsewhere. The last takes the batch's folder and lock with it. */
export class OpenRequests {
  readonly #folder: BatchFolder;
  readonly #lock: Lock;
  readonly #byId: Map<string, PendingRequest>;
  #isDelivered = false;

  constructor(folder: BatchFolder, lock: Lock, byId: ReadonlyMap<string, PendingRequest>) {
    this.#folder = folder;
    this.#lock = lock;
    this.#byId = new Map(byId);
    for (const [id, request] of byId) request.onSettled = () => this.#settle(id);
  }

  get all(): readonly PendingRequest[] {
    return [...this.#byId.values()];
  }

  /** Whether it is known what came of them. */
  get isDelivered(): boolean {
    return this.#isDelivered;
  }

  /** Hands out the results of a batch. Those without a reply are settled at once: the next run asks anew. */
  deliver(lines: string, batch?: BatchObject): void {
    this.#isDelivered = true;
    const results = resultsIn(lines);
    for (const [id, request] of this.#byId) {
      const result = results.get(id);
      if (result !== undefined) request.resolve(result);
      else if (batch !== undefined) request.resolve({ ok: false, fault: faultOfLost(batch) });
      if (!isReply(result)) this.#settle(id);
    }
    // A run was killed before it could take the folder away.
    if (this.#byId.size === 0) this.drop();
  }

  /** Fails all of them: nobody has worked on them. */
  refuse(fault: Fault): void {
    for (const request of this.all) request.resolve({ ok: false, fault });
    this.drop();
  }

  /** Leaves them to another run. */
  giveUp(error: unknown): void {
    for (const request of this.all) request.reject(error);
    this.#lock.release();
  }

  /** Forgets the batch. */
  drop(): void {
    this.#byId.clear();
    this.#folder.remove();
    this.#lock.release();
  }

  #settle(id: string): void {
    // What is not known yet is collected by another run.
    if (!this.#isDelivered || !this.#byId.delete(id)) return;
    if (this.#byId.size > 0) this.#folder.settle(id);
    else this.drop();
  }
}
