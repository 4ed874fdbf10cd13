import { ItemFailure } from '../../engine/stage.ts';
import type { Fault } from './fault.ts';
import { remoteFaultIn } from './remote-fault.ts';

/** What a server refuses must not fail what was sent with it: the failure is `apart` where `isOfOne` says so of its fault. */
export function rethrowApart(error: unknown, isOfOne = endsItem): never {
  if (error instanceof ItemFailure) {
    const fault = remoteFaultIn(error)?.fault;
    if (fault !== undefined && isOfOne(fault))
      throw new ItemFailure(error.message, { cause: error, apart: true });
  }
  throw error;
}

/** Whether a fault is of what was sent, and not of the server or of the moment. */
export function endsItem({ ends }: Fault): boolean {
  return ends === 'item';
}
