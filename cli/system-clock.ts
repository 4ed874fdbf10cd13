import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../models/remote/clock.ts';

/** The clock and the chance of this machine; its time never runs backwards. */
export const systemClock: Clock = {
  now: () => performance.timeOrigin + performance.now(),
  async sleep(ms, signal) {
    await sleep(ms, undefined, { signal }).catch(() => signal.throwIfAborted());
  },
  random: () => Math.random(),
};
