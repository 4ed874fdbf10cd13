/** A promise that is resolved from outside. */
export interface Deferred {
  readonly promise: Promise<void>;
  resolve(): void;
}

export function defer(): Deferred {
  const deferred: { promise: Promise<void>; resolve: () => void } = {
    promise: Promise.resolve(),
    resolve: () => undefined,
  };
  deferred.promise = new Promise<void>((resolve) => {
    deferred.resolve = resolve;
  });
  return deferred;
}
