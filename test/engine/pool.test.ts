import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { runPool } from '../../engine/run/pool.ts';

const never = new AbortController().signal;
const tasks = Array.from({ length: 40 }, (_, index) => index);

it.each([1, 2, 7, 100])('has %i tasks in flight at most, and as many as it may', async (concurrency) => {
  let running = 0;
  let most = 0;
  const started: number[] = [];
  await runPool(tasks, concurrency, never, async (task) => {
    started.push(task);
    most = Math.max(most, ++running);
    await sleep(task % 3);
    running--;
  });
  expect(started).toEqual(tasks);
  expect(most).toBe(Math.min(concurrency, tasks.length));
});

it('does nothing for no tasks', async () => {
  await runPool([], 4, never, () => Promise.reject(new Error('called')));
});

it('starts nothing after a failure, waits for what is in flight, and throws the first', async () => {
  const finished: number[] = [];
  const work = async (task: number): Promise<void> => {
    if (task === 3) throw new Error('the third');
    await sleep(5);
    finished.push(task);
    if (task === 4) throw new Error('the fourth');
  };
  await expect(runPool(tasks, 3, never, work)).rejects.toThrow('the third');
  // 0, 1 and 2 began together; 3 failed when one of them was done, the others were waited for.
  expect(Math.max(...finished)).toBeLessThan(8);
  const count = finished.length;
  await sleep(20);
  expect(finished.length).toBe(count);
});

it('starts nothing once it is to stop, and finishes what is in flight', async () => {
  const stopping = new AbortController();
  const finished: number[] = [];
  await runPool(tasks, 2, stopping.signal, async (task) => {
    if (task === 5) stopping.abort();
    await sleep(1);
    finished.push(task);
  });
  expect(finished.toSorted((a, b) => a - b)).toEqual(
    [0, 1, 2, 3, 4, 5].concat(finished.includes(6) ? [6] : []),
  );
});

it('lets timers and signals through while tasks never wait', async () => {
  let ticks = 0;
  const timer = setInterval(() => ticks++, 1);
  await runPool(tasks, 2, never, async () => {
    const until = performance.now() + 10;
    while (performance.now() < until);
  });
  clearInterval(timer);
  expect(ticks).toBeGreaterThan(3);
});
