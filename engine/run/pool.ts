import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long work may keep the event loop from signals and timers, in milliseconds. */
const turnLength = 25;

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
  let turnStarted = performance.now();

  const worker = async (): Promise<void> => {
    while (next < tasks.length && failure === undefined && !stopping.aborted) {
      const task = tasks[next++];
      if (task === undefined) continue;
      try {
        await work(task);
      } catch (error) {
        failure ??= { error };
      }
      if (performance.now() - turnStarted > turnLength) {
        await nextTurn();
        turnStarted = performance.now();
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, tasks.length) }, worker));
  if (failure !== undefined) throw failure.error;
}
