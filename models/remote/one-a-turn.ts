import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Makes a gate that lets one caller through with each turn of the event loop, in order. Replies that came
 * together would otherwise all be worked off before the first of them has led to the next request, and the
 * server would be idle meanwhile.
 */
export function oneATurn(): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return () => (last = last.then(() => nextTurn()));
}
