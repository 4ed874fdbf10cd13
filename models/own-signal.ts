/**
 * Does some work under a signal of its own that fires with the given one. Client libraries listen to the
 * signal of each request and never stop: a run's signal would collect a listener a call.
 */
export async function withOwnSignal<T>(
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const own = new AbortController();
  const abort = (): void => own.abort(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await work(own.signal);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
