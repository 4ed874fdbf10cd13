import { ExpectedError } from '../../engine/expected-error.ts';

/** The expected error that a call throws. Anything else that it does fails the test. */
export function failureOf(call: () => unknown): ExpectedError {
  try {
    call();
  } catch (error) {
    if (error instanceof ExpectedError) return error;
    throw error;
  }
  throw new Error('the call succeeded, where an expected error was due');
}
