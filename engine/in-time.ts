/**
 * Does a piece of work under a signal that fires with the outer one, or with `late()` after `ms`
 * milliseconds. `AbortSignal.any` of an `AbortSignal.timeout` will not do: nothing but the combination refers to
 * the inner one, weakly, so that a garbage collection takes it and it never fires (Node 20); and combinations
 * pile up on an outer signal that outlives many calls.
 */
export async function inTime<T>(
  work: (signal: AbortSignal) => Promise<T>,
  ms: number,
  late: () => Error,
  outer: AbortSignal | null | undefined,
): Promise<T> {
  outer?.throwIfAborted();
  const controller = new AbortController();
  const stop = (): void => controller.abort(outer?.reason);
  const timer = setTimeout(() => controller.abort(late()), ms);
  outer?.addEventListener('abort', stop, { once: true });
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener('abort', stop);
  }
}
