/** Settles as the promise does, or rejects with the signal's reason where that fires first. */
export function abortable<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true });
    // Listeners on a signal that outlives many calls would pile up.
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
