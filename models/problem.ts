import { ExpectedError } from '../engine/expected-error.ts';
import { ItemFailure } from '../engine/stage.ts';
import { RemoteFault } from './remote/remote-fault.ts';

/** Why a model or a provider cannot be used, as plain data. */
export interface Problem {
  /** What was met, with the place where there is one. */
  readonly message: string;
  /** What to do about it; where absent, the message says it. */
  readonly remedy?: string;
}

/** What an error tells its reader; one that is neither the user's nor a server's is thrown on. */
export function problemOf(error: unknown): Problem {
  if (error instanceof ItemFailure) return { message: error.message };
  if (error instanceof RemoteFault) return { message: `${error.fault.reason}.`, remedy: error.fault.remedy };
  if (!(error instanceof ExpectedError)) throw error;
  const { message, where, remedy } = error;
  return {
    message: where === undefined ? message : `${where}: ${message}`,
    ...(remedy === undefined ? {} : { remedy }),
  };
}
