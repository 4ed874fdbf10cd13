import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long work may keep the event loop from signals and timers, in milliseconds. */
const longestTurn = 25;

/**
 * Works off a list with at most `concurrency` tasks at once, started in order. When `stopping` fires or a
 * task throws, no further task is started; those in flight are waited for. Then the first error is thrown.
 */
export async function runPool<T>(
  tasks: readonly T[],
  concurrency: number,
  stopping: AbortSignal,
  work: (task: T) => Promise<void>,
): Promise<void> {
  let next = 0;
  let failure: { readonly error: unknown } | undefined;
  const turns = new Turns();

  const worker = async (): Promise<void> => {
    while (next < tasks.length && failure === undefined && !stopping.aborted) {
      const task = tasks[next++];
      if (task === undefined) continue;
      const turn = turns.current();
      try {
        await work(task);
      } catch (error) {
        failure ??= { error };
      }
      // A task that has waited for something has let the others have their turn.
      if (turn === turns.current() && turns.length() > longestTurn) await nextTurn();
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, tasks.length) }, worker));
  if (failure !== undefined) throw failure.error;
}

/** Tells the turns of the event loop apart, and how long one has lasted. */
class Turns {
  #count = 0;
  #started: number | undefined;

  /** The number of this turn. */
  current(): number {
    if (this.#started === undefined) {
      this.#started = performance.now();
      setImmediate(() => {
        this.#count += 1;
        this.#started = undefined;
      });
    }
    return this.#count;
  }

  /** Milliseconds since this turn was first asked for. */
  length(): number {
    return performance.now() - (this.#started ?? performance.now());
  }
}
