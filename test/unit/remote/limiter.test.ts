import { setMaxListeners } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Limiter, type Limits } from '../../../models/remote/limiter.ts';
import type { RequestEnd } from '../../../models/remote/slots.ts';
import { seededRandom } from '../../support/random.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

const { signal } = new AbortController();
setMaxListeners(0, signal);

/** Starts requests all at once; each takes `ms` and ends as `end` says. Tells when each started, and the most at once. */
async function load(
  limits: Limits,
  count: number,
  options: { ms?: number; tokens?: number; end?: (place: number) => RequestEnd } = {},
) {
  const clock = new VirtualClock();
  const limiter = new Limiter(limits, clock);
  const begin = clock.now();
  const starts: { place: number; at: number }[] = [];
  let out = 0;
  let most = 0;
  await Promise.all(
    Array.from({ length: count }, async (_, place) => {
      const release = await limiter.acquire(options.tokens ?? 0, signal);
      starts.push({ place, at: clock.now() - begin });
      most = Math.max(most, (out += 1));
      await clock.sleep(options.ms ?? 100, signal);
      out -= 1;
      release(options.end?.(place) ?? 'success');
    }),
  );
  return { starts, most, limiter, took: clock.now() - begin };
}

/** The most that started within any minute. */
function mostInAMinute(starts: readonly { at: number }[]): number {
  return Math.max(
    ...starts.map(({ at }) => starts.filter((other) => other.at >= at && other.at < at + 60_000).length),
  );
}

function until(overloads: number): (place: number) => RequestEnd {
  return (place) => (place < overloads ? 'overloaded' : 'success');
}

describe('requests at once', () => {
  it('are never more than the limit, and as many while there is work', async () => {
    const { most, took, limiter } = await load({ concurrency: 7 }, 700);
    expect(most).toBe(7);
    expect(took).toBe(100 * 100);
    expect(limiter.successes).toBe(700);
  });

  it('start in the order in which they came', async () => {
    const { starts } = await load({ concurrency: 3 }, 50);
    expect(starts.map(({ place }) => place)).toEqual(Array.from({ length: 50 }, (_, place) => place));
  });

  it('are halved by an overload, once for all that were out at the time, and never below one', async () => {
    expect((await load({ concurrency: 8 }, 8, { end: () => 'overloaded' })).limiter.allowed).toBe(4);
    expect((await load({ concurrency: 8 }, 200, { end: () => 'overloaded' })).limiter.allowed).toBe(1);
  });

  it('grow again by one after a run of successes, up to the limit', async () => {
    // 4 at once after the first eight; then 4 + 5 + 6 + 7 successes bring back the eighth.
    expect((await load({ concurrency: 8 }, 8 + 21, { end: until(8) })).limiter.allowed).toBe(7);
    expect((await load({ concurrency: 8 }, 8 + 22, { end: until(8) })).limiter.allowed).toBe(8);
    expect((await load({ concurrency: 8 }, 300, { end: until(8) })).limiter.allowed).toBe(8);
  });

  it('are not fewer after other failures', async () => {
    expect((await load({ concurrency: 8 }, 80, { end: () => 'other' })).limiter.allowed).toBe(8);
  });

  it('stay within the limits under a mixed load', async () => {
    const random = seededRandom(7);
    const ends: readonly RequestEnd[] = ['success', 'success', 'success', 'success', 'other', 'overloaded'];
    const { most, starts, limiter } = await load({ concurrency: 16 }, 2000, {
      end: () => ends[Math.floor(random() * ends.length)] ?? 'success',
    });
    expect(starts.length).toBe(2000);
    expect(most).toBeLessThanOrEqual(16);
    expect(limiter.allowed).toBeGreaterThanOrEqual(1);
  });
});

describe('requests and tokens a minute', () => {
  it('never exceed the limit in any minute, and nearly reach it', async () => {
    const { starts, took } = await load({ concurrency: 100, requestsPerMinute: 300 }, 1000, { ms: 1 });
    expect(mostInAMinute(starts)).toBeLessThanOrEqual(300);
    expect(took).toBeLessThan((1000 / 300) * 60_000 * 1.02);
  });

  it('let the first request through at once', async () => {
    const { starts } = await load({ concurrency: 1, requestsPerMinute: 1 }, 2);
    expect(starts[0]?.at).toBe(0);
    expect(starts[1]?.at).toBeGreaterThanOrEqual(60_000);
  });

  it('count tokens', async () => {
    const { starts } = await load({ concurrency: 100, tokensPerMinute: 10_000 }, 100, { tokens: 500 });
    expect(mostInAMinute(starts)).toBeLessThanOrEqual(20);
  });

  it('let a request through that is larger than a minute, and make the next one wait for it', async () => {
    const { starts } = await load({ concurrency: 2, tokensPerMinute: 100 }, 2, { tokens: 200 });
    expect(starts[0]?.at).toBe(0);
    expect(starts[1]?.at).toBeGreaterThanOrEqual(119_000);
  });

  it('keep late timers from slowing the pace', async () => {
    const clock = new VirtualClock();
    const late = { now: clock.now, sleep: (ms: number, s: AbortSignal) => clock.sleep(ms + 5, s) };
    const limiter = new Limiter({ concurrency: 10, requestsPerMinute: 6000 }, late);
    const begin = clock.now();
    for (let sent = 0; sent < 600; sent += 1) (await limiter.acquire(0, signal))('success');
    expect(clock.now() - begin).toBeLessThan(6000 * 1.05);
  });
});

describe('giving up', () => {
  it('in the line leaves the others their turn and their order', async () => {
    const limiter = new Limiter({ concurrency: 1 }, new VirtualClock());
    const release = await limiter.acquire(0, signal);
    const impatient = new AbortController();
    const order: string[] = [];
    const second = limiter.acquire(0, impatient.signal);
    const third = limiter.acquire(0, signal).then((done) => (order.push('third'), done));
    const fourth = limiter.acquire(0, signal).then((done) => (order.push('fourth'), done));
    const reason = new Error('stopped');
    impatient.abort(reason);
    await expect(second).rejects.toBe(reason);
    await nextTurn();
    expect(order).toEqual([]);
    release('success');
    (await third)('success');
    (await fourth)('success');
    expect(order).toEqual(['third', 'fourth']);
  });

  it('while waiting for the pace spends nothing', async () => {
    const clock = new VirtualClock();
    const limiter = new Limiter({ concurrency: 9, requestsPerMinute: 1 }, clock);
    (await limiter.acquire(0, signal))('success');
    const impatient = new AbortController();
    const given = limiter.acquire(0, impatient.signal);
    impatient.abort();
    await expect(given).rejects.toThrow();
    const begin = clock.now();
    (await limiter.acquire(0, signal))('success');
    expect(clock.now() - begin).toBeLessThan(61_000);
  });

  it('before the beginning takes no turn', async () => {
    const limiter = new Limiter({ concurrency: 1 }, new VirtualClock());
    await expect(limiter.acquire(0, AbortSignal.abort())).rejects.toThrow();
    (await limiter.acquire(0, signal))('success');
  });
});
