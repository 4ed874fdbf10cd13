import { ExpectedError } from '../../../engine/expected-error.ts';
import type { CallContext } from '../../call-context.ts';
import type { Clock } from '../../remote/clock.ts';
import type { BatchApi } from './batch-api.ts';
import type { BatchFolder } from './batch-folder.ts';

/** What batches need of their surroundings. */
export interface BatchTools {
  readonly api: BatchApi;
  readonly clock: Pick<Clock, 'now' | 'sleep'>;
  /** Tells the user. */
  tell(message: string): void;
}

/** A batch that was being ordered when its run was killed may appear late: so many looks, so many milliseconds apart. */
const [looks, betweenLooks] = [3, 2000];

/** Uploads the requests of a batch and makes it. Each step is written down before the next. */
export async function placeOrder(
  folder: BatchFolder,
  lines: readonly string[],
  { api }: BatchTools,
  call: CallContext,
): Promise<void> {
  const { name, note } = folder;
  try {
    const fileId = await api.upload(name, lines, call);
    // A file alone is no order, and leaves nothing to look for.
    call.stopping.throwIfAborted();
    await folder.update({ fileId });
    const { id } = await api.create({ name, fileId, endpoint: note.endpoint }, call);
    await folder.update({ batchId: id });
  } catch (error) {
    if (folder.note.fileId === undefined) folder.remove();
    throw mended(error, 'This server has no batch endpoint: leave out --batch-api.');
  }
}

/** Whether an order of an earlier run came to a batch: that run may have been killed before it noted the batch's name. */
export async function cameToBatch(
  folder: BatchFolder,
  { api, clock }: BatchTools,
  call: CallContext,
): Promise<boolean> {
  const { batchId, fileId, at } = folder.note;
  if (batchId !== undefined) return true;
  if (fileId === undefined) return false;
  for (let look = 1; look <= looks; look += 1) {
    if (look > 1) await clock.sleep(betweenLooks, call.stopping);
    const found = await api.find(folder.name, at, call);
    if (found === undefined) continue;
    await folder.update({ batchId: found.id });
    return true;
  }
  return false;
}

/** An error with what to do about an address that is none of the server's. */
export function mended(error: unknown, remedy: string): unknown {
  return error instanceof ExpectedError && error.code === 'wrong-address' ? error.withRemedy(remedy) : error;
}
