import { describe, expect, it } from 'vitest';
import { ExpectedError } from '../../../engine/expected-error.ts';
import { ItemFailure } from '../../../engine/stage.ts';
import { itemFault, passingFault, runFault, type Fault } from '../../../models/remote/fault.ts';
import { RemoteFault } from '../../../models/remote/remote-fault.ts';
import { defaultPolicy, retrying, type Outcome } from '../../../models/remote/retry.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

const slow = (waitMs?: number): Fault => passingFault('overloaded', '429 Too Many Requests', waitMs);

/** Meets the faults one after the other, then succeeds. */
async function meet(faults: readonly Fault[], options: { chances?: number[]; hopeless?: boolean } = {}) {
  const clock = new VirtualClock();
  clock.chances = options.chances ?? [0];
  const told: string[] = [];
  let tries = 0;
  const attempt = (): Promise<Outcome<string>> => {
    const fault = faults[tries];
    tries += 1;
    return Promise.resolve(
      fault === undefined
        ? { ok: true, value: 'answer' }
        : { ok: false, error: new RemoteFault(fault, 'http://127.0.0.1:1/v1/chat/completions') },
    );
  };
  const ended: unknown = await retrying(attempt, {
    policy: defaultPolicy,
    clock,
    call: { stopping: new AbortController().signal, tell: (message) => told.push(message) },
    hopeless: () => options.hopeless ?? false,
  }).catch((error: unknown) => error);
  return { ended, tries, told, slept: clock.slept };
}

describe('waits', () => {
  it('are twice as long each time, with the upper half drawn by lot', async () => {
    const five = Array.from({ length: 5 }, () => slow());
    expect(await meet(five, { chances: [0] })).toMatchObject({
      ended: 'answer',
      slept: [500, 1000, 2000, 4000, 8000],
    });
    const { slept } = await meet(five, { chances: [0.999, 0, 0.999, 0, 0.5] });
    expect(slept.map(Math.round)).toEqual([1000, 1000, 3998, 4000, 12_000]);
    // Whatever the lot, the next wait is longer.
    expect(slept.every((wait, place) => wait > (slept[place - 1] ?? 0))).toBe(true);
  });

  it('are at least as long as the server asks', async () => {
    expect((await meet([slow(2000), slow(0), slow(59_000)])).slept).toEqual([2000, 1000, 59_000]);
  });

  it('are told, with the reason and the number of the try', async () => {
    expect((await meet([slow(2000), slow(90)], { chances: [0.5] })).told).toEqual([
      '429 Too Many Requests: waits 2.0 s (try 2 of 6)',
      '429 Too Many Requests: waits 1.5 s (try 3 of 6)',
    ]);
  });

  it('are not taken on where the server asks for more than the cap', async () => {
    const { ended, tries, slept } = await meet([slow(86_400_000)]);
    expect(ended).toBeInstanceOf(ItemFailure);
    expect(String(ended)).toContain('the server asks to wait 24 h, longer than the 60 s that a call waits');
    expect({ tries, slept }).toEqual({ tries: 1, slept: [] });
  });

  it('end at once with the run', async () => {
    const run = new AbortController();
    const clock = new VirtualClock();
    const reason = new Error('stopped');
    const waiting = retrying(() => Promise.resolve({ ok: false, error: new RemoteFault(slow()) }), {
      policy: defaultPolicy,
      clock: {
        ...clock,
        sleep: async (ms, signal) => {
          run.abort(reason);
          await clock.sleep(ms, signal);
        },
      },
      call: { stopping: run.signal, tell: () => undefined },
      hopeless: () => false,
    });
    await expect(waiting).rejects.toBe(reason);
  });
});

describe('ends', () => {
  it('give up after six tries, for this item alone', async () => {
    const { ended, tries } = await meet(Array.from({ length: 9 }, () => slow()));
    expect(tries).toBe(6);
    expect(ended).toBeInstanceOf(ItemFailure);
    expect(String(ended)).toContain('429 Too Many Requests; gave up after 6 tries. Use less concurrency');
  });

  it('give the run up where nothing else has better prospects', async () => {
    const { ended } = await meet(
      Array.from({ length: 9 }, () => slow()),
      { hopeless: true },
    );
    expect(ended).toBeInstanceOf(ExpectedError);
    expect(ended).toMatchObject({ code: 'overloaded', exitCode: 1 });
  });

  it('come at once for what no further try mends', async () => {
    const item = await meet([itemFault('too-long', '400 Bad Request: too long')]);
    expect(item).toMatchObject({ tries: 1, slept: [] });
    expect(item.ended).toBeInstanceOf(ItemFailure);
    const run = await meet([slow(), runFault('bad-key', '401 Unauthorized: no such key!')]);
    expect(run.tries).toBe(2);
    expect(run.ended).toBeInstanceOf(ExpectedError);
    expect(run.ended).toMatchObject({
      code: 'bad-key',
      message: '401 Unauthorized: no such key!',
      where: 'http://127.0.0.1:1/v1/chat/completions',
      exitCode: 1,
    });
  });

  it('leave bugs alone', async () => {
    const bug = new TypeError('x is not a function');
    const call = { stopping: new AbortController().signal, tell: () => undefined };
    const options = { policy: defaultPolicy, clock: new VirtualClock(), call, hopeless: () => false };
    await expect(retrying(() => Promise.reject(bug), options)).rejects.toBe(bug);
  });
});
