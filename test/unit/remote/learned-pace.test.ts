import { describe, expect, it } from 'vitest';
import { callServer } from '../../../models/remote/call-server.ts';
import { passingFault } from '../../../models/remote/fault.ts';
import { Limiter } from '../../../models/remote/limiter.ts';
import { RemoteFault } from '../../../models/remote/remote-fault.ts';
import { createRemote } from '../../../models/remote/remote.ts';
import { defaultPolicy } from '../../../models/remote/retry.ts';
import { seededRandom } from '../../support/random.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

/** Whether a server takes a request that comes now, by what it has taken before. */
type Takes = (taken: readonly number[], now: number) => boolean;

/** Makes so many calls, 64 at once, to a server that says when to come back with what it does not take. */
async function callAll(
  calls: number,
  { takes, latencyMs, waitMs = 1000 }: { takes: Takes; latencyMs: number; waitMs?: number },
) {
  const clock = new VirtualClock();
  clock.chances = [0.1, 0.9, 0.3, 0.7, 0.5];
  const limiter = new Limiter({ concurrency: 64 }, clock);
  const remote = createRemote({}, clock);
  const { signal } = new AbortController();
  const call = { signal, stopping: signal, note: () => undefined, tell: () => undefined };
  const begin = clock.now();
  const taken: number[] = [];
  let [refused, lost, left] = [0, 0, calls];
  const attempt = async (): Promise<void> => {
    await clock.sleep(1, signal);
    const now = clock.now() - begin;
    if (!takes(taken, now)) {
      refused += 1;
      throw new RemoteFault(passingFault('overloaded', '429 Too Many Requests', waitMs));
    }
    taken.push(now);
    await clock.sleep(latencyMs, signal);
  };
  const worker = async (): Promise<void> => {
    while (left-- > 0)
      await callServer(attempt, { limiter, policy: defaultPolicy, remote, call }).catch(() => (lost += 1));
  };
  await Promise.all(Array.from({ length: 64 }, worker));
  return { refused, lost, seconds: (taken.at(-1) ?? 0) / 1000 };
}

/** No second sees more than so many. */
function aSecond(limit: number): Takes {
  return (taken, now) => taken.length < limit || (taken.at(-limit) ?? 0) <= now - 1000;
}

/** Ten times as many after twenty seconds. */
function soonMore(taken: readonly number[], now: number): boolean {
  return aSecond(now < 20_000 ? 20 : 200)(taken, now);
}

/** Each answer takes five seconds. */
function eightAtOnce(taken: readonly number[], now: number): boolean {
  return taken.length < 8 || (taken.at(-8) ?? 0) <= now - 5000;
}

describe('a server that allows so many requests a second, and says of others when to come back', () => {
  it.each([
    [20, 1],
    [20, 100],
    [20, 2000],
    [200, 100],
  ])('is asked nearly as often, and no call is lost: %d a second, answers after %d ms', async (limit, ms) => {
    const calls = 50 * limit;
    const { seconds, refused, lost } = await callAll(calls, { takes: aSecond(limit), latencyMs: ms });
    expect(lost).toBe(0);
    expect((calls - limit) / limit / seconds).toBeGreaterThan(0.9);
    expect(refused).toBeLessThan(0.2 * calls);
  });

  it('is asked more once it allows more', async () => {
    const { seconds, lost } = await callAll(20 * 20 + 20 * 200, { takes: soonMore, latencyMs: 100 });
    expect(lost).toBe(0);
    expect(seconds).toBeLessThan(20 + 20 + 30);
  });
});

describe('other refusals', () => {
  it('now and then slow nothing down for long', async () => {
    let nth = 0;
    const { seconds, lost } = await callAll(2000, { takes: () => ++nth % 50 > 0, latencyMs: 1000 });
    expect(lost).toBe(0);
    expect(seconds).toBeLessThan((2000 / 64) * 1.5);
  });

  it.each([
    [0.1, 60],
    [0.2, 100],
  ])('that come whatever the pace do not slow it down: %f of all', async (share, most) => {
    const chance = seededRandom(7);
    const { seconds, lost } = await callAll(2000, { takes: () => chance() >= share, latencyMs: 100 });
    expect(lost).toBe(0);
    expect(seconds).toBeLessThan(most);
  });

  it('of everything for a while leave the pace as it was', async () => {
    const { seconds, lost } = await callAll(1280, {
      takes: (_, now) => now < 5000 || now > 8000,
      latencyMs: 1000,
    });
    expect(lost).toBe(0);
    expect(seconds).toBeLessThan(20 + 3 + 10);
  });

  it('of what is too much at once lose no call', async () => {
    const { seconds, lost } = await callAll(200, { takes: eightAtOnce, latencyMs: 5000 });
    expect(lost).toBe(0);
    expect(seconds).toBeLessThan((200 / 8) * 5 * 1.2);
  });
});
