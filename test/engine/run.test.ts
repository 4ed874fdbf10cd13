import { existsSync, readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { ExpectedError } from '../../engine/expected-error.ts';
import { Stopped } from '../../engine/run/stopped.ts';
import { ItemFailure } from '../../engine/stage.ts';
import { placeStage, runAlphabet, type OnLetter } from '../support/alphabet.ts';
import { temporaryFolder } from '../support/run-cli.ts';
import { leftovers, loggedKeys } from '../support/store-contents.ts';

/** Counts how often each letter is worked on. */
function counting(onLetter: OnLetter = () => undefined): {
  readonly stage: ReturnType<typeof placeStage>;
  readonly worked: string[];
} {
  const worked: string[] = [];
  return {
    worked,
    stage: placeStage(async (letter, context) => {
      worked.push(letter);
      await onLetter(letter, context);
    }),
  };
}

/** Fails for b. */
const failing: OnLetter = (letter) => {
  if (letter === 'b') throw new ItemFailure('b is not to be had');
};

/** Writes a file for each letter, none for b and c; b asks for a folder and leaves it empty. */
const writing: OnLetter = async (letter, context) => {
  if (letter === 'b') return void (await context.folder());
  if (letter === 'c') return;
  await writeFile(path.join(await context.folder(), 'letter.txt'), letter);
};

function firing(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => void signal.addEventListener('abort', () => resolve()));
}

async function all<T>(records: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const record of records) found.push(record);
  return found;
}

describe('a run', () => {
  it('computes each item once, and nothing the second time', async () => {
    const folder = temporaryFolder();
    const { stage, worked } = counting();
    expect((await runAlphabet(folder, stage)).total).toBe(10);
    const again = await runAlphabet(folder, stage);
    expect(again.total).toBe(10);
    expect(again.computed).toEqual({ places: 0, total: 0 });
    expect(worked).toEqual(['a', 'b', 'c', 'd']);
    expect(leftovers(folder)).toEqual([]);
  });

  it('computes only the items that no run before has computed', async () => {
    const folder = temporaryFolder();
    const { stage, worked } = counting();
    await runAlphabet(folder, stage, { letters: 'abc' });
    expect((await runAlphabet(folder, stage, { letters: 'xcba' })).total).toBe(30);
    expect(worked).toEqual(['a', 'b', 'c', 'x']);
  });

  it('computes equal inputs once, and gives each its records', async () => {
    const { stage, worked } = counting();
    const { places, computed } = await runAlphabet(temporaryFolder(), stage, { letters: 'abab' });
    expect(worked).toEqual(['a', 'b']);
    expect(computed).toEqual({ places: 4, total: 1 });
    expect(await all(places.records())).toEqual([
      { index: 0, letter: 'a', place: 1 },
      { index: 1, letter: 'b', place: 2 },
      { index: 2, letter: 'a', place: 1 },
      { index: 3, letter: 'b', place: 2 },
    ]);
  });

  it('keeps the order of the items, whichever is ready first', async () => {
    const stage = placeStage((letter) => sleep(letter === 'a' ? 20 : 0));
    const { places } = await runAlphabet(temporaryFolder(), stage, { concurrency: 4 });
    expect([...(await places.entries()).keys()]).toEqual(['0', '1', '2', '3']);
  });

  it('does not read what a changed step made when its content is the same', async () => {
    const folder = temporaryFolder();
    await runAlphabet(folder, placeStage(undefined, 1));
    const { computed } = await runAlphabet(folder, placeStage(undefined, 2));
    expect(computed).toEqual({ places: 4, total: 0 });
  });

  it('computes the items of a step to overwrite again, and those alone', async () => {
    const folder = temporaryFolder();
    const { stage, worked } = counting();
    await runAlphabet(folder, stage);
    const { computed } = await runAlphabet(folder, stage, { overwrite: ['places'] });
    expect(computed).toEqual({ places: 4, total: 0 });
    expect(worked.length).toBe(8);
  });

  it('refuses a stage that lists two items of one name', async () => {
    const stage = placeStage();
    const twice = {
      ...stage,
      *items() {
        for (const letter of 'ab') yield { id: { index: 0 }, input: { letter } };
      },
    };
    await expect(runAlphabet(temporaryFolder(), twice)).rejects.toThrow('two items of the same id');
  });
});

describe('an item that fails', () => {
  it('is told, and the others go on, downstream too', async () => {
    const { total, steps, events, places } = await runAlphabet(temporaryFolder(), placeStage(failing));
    expect(total).toBe(1 + 3 + 4);
    expect(steps).toMatchObject([
      { step: 'places', items: 4, computed: 3, failed: 1 },
      { step: 'total', items: 1, computed: 1, failed: 0 },
    ]);
    expect(events).toContainEqual({
      type: 'item-failed',
      step: 'places',
      item: '1',
      reason: 'b is not to be had',
    });
    expect(await places.find('1')).toBeUndefined();
  });

  it('is not cached: the next run computes it, alone', async () => {
    const folder = temporaryFolder();
    const failed = await runAlphabet(folder, placeStage(failing));
    const { stage, worked } = counting();
    const mended = await runAlphabet(folder, stage);
    expect(worked).toEqual(['b']);
    expect(mended.total).toBe(10);
    expect(mended.steps[0]).toMatchObject({ cached: 3, computed: 1, failed: 0 });
    expect(mended.places.folder).not.toBe(failed.places.folder);
    // What the failed run sealed is never taken for the whole.
    expect((await runAlphabet(folder, placeStage(failing))).computed).toEqual({ places: 0, total: 0 });
  });

  it('takes the files with it that it had begun', async () => {
    const folder = temporaryFolder();
    const stage = placeStage(async (letter, context) => {
      await writeFile(path.join(await context.folder(), 'file'), letter);
      await failing(letter, context);
    });
    await runAlphabet(folder, stage);
    expect(readdirSync(path.join(folder, 'files'))).toHaveLength(3);
    expect(leftovers(folder)).toEqual([]);
  });
});

describe('a bug in a stage', () => {
  it('ends the run as it is, with its stack; what was finished is kept', async () => {
    const folder = temporaryFolder();
    const bug = new TypeError('cannot read properties of undefined');
    const broken = placeStage((letter) => {
      if (letter === 'c') throw bug;
    });
    await expect(runAlphabet(folder, broken, { concurrency: 1 })).rejects.toBe(bug);
    expect(loggedKeys(folder, 'place')).toHaveLength(2);
    expect(leftovers(folder)).toEqual([]);
    const { stage, worked } = counting();
    await runAlphabet(folder, stage);
    expect(worked).toEqual(['c', 'd']);
  });
});

describe('a full disk under the files of an item', () => {
  it('is told as what it is', async () => {
    const full = placeStage(async (_letter, context) => {
      await context.folder();
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    });
    const folder = temporaryFolder();
    await expect(runAlphabet(folder, full)).rejects.toMatchObject({ code: 'disk', exitCode: 1 });
    expect(leftovers(folder)).toEqual([]);
  });
});

describe('stopping', () => {
  it('finishes what is in flight, starts nothing, and goes on from there', async () => {
    const folder = temporaryFolder();
    const stopping = new AbortController();
    const { stage, worked } = counting(async (letter) => {
      if (letter === 'b') stopping.abort();
      await sleep(5);
    });
    const stopped = runAlphabet(folder, stage, { concurrency: 1, stopping: stopping.signal });
    await expect(stopped).rejects.toThrow(Stopped);
    expect(worked).toEqual(['a', 'b']);
    expect(leftovers(folder)).toEqual([]);
    expect((await runAlphabet(folder, stage)).total).toBe(10);
    expect(worked).toEqual(['a', 'b', 'c', 'd']);
  });

  it('gives up what is in flight when it is to stop now', async () => {
    const folder = temporaryFolder();
    const [stopping, now] = [new AbortController(), new AbortController()];
    const hanging = placeStage(async (letter, { signal }) => {
      if (letter !== 'c') return;
      stopping.abort();
      now.abort();
      await sleep(600_000, undefined, { signal });
    });
    const options = { concurrency: 1, stopping: stopping.signal, signal: now.signal };
    await expect(runAlphabet(folder, hanging, options)).rejects.toMatchObject({ name: 'AbortError' });
    expect(loggedKeys(folder, 'place')).toHaveLength(2);
    expect(leftovers(folder)).toEqual([]);
  });

  it('begins nothing new, and finishes what is in flight, once an item has put an end to it', async () => {
    const folder = temporaryFolder();
    const end = new ExpectedError({ code: 'bad-key', message: 'The key is refused.' });
    const { stage, worked } = counting(async (letter, { signal, stopping }) => {
      if (letter === 'a') throw end;
      await firing(stopping);
      expect(signal.aborted).toBe(false);
      // One waits for its next try, the other was out and comes back.
      if (letter === 'b') stopping.throwIfAborted();
    });
    await expect(runAlphabet(folder, stage, { concurrency: 3 })).rejects.toBe(end);
    expect(worked).toEqual(['a', 'b', 'c']);
    expect(loggedKeys(folder, 'place')).toHaveLength(1);
  });

  it('does not wait on for another process', async () => {
    const folder = temporaryFolder();
    const stopping = new AbortController();
    const ready = new AbortController();
    const slow = placeStage(() => sleep(600_000, undefined, { signal: ready.signal }).catch(() => undefined));
    const first = runAlphabet(folder, slow, { letters: 'a' });
    while (!existsSync(path.join(folder, 'locks')) || readdirSync(path.join(folder, 'locks')).length === 0)
      await sleep(1);
    const second = runAlphabet(folder, placeStage(), { letters: 'a', stopping: stopping.signal });
    await sleep(5);
    stopping.abort();
    await expect(second).rejects.toMatchObject({ name: 'AbortError' });
    ready.abort();
    expect((await first).total).toBe(1);
  });
});

describe('`once`', () => {
  it('builds a thing once for items in a row, and forgets what was asked for long ago', async () => {
    const built: string[] = [];
    const stage = placeStage(async (letter, { once }) => {
      const key = 'abcz'.includes(letter) ? 'abcz' : letter;
      expect(await once(key, async () => `${key}: ${built.push(key)}`)).toContain(`${key}: `);
    });
    await runAlphabet(temporaryFolder(), stage, { letters: 'abcdefz', concurrency: 4 });
    expect(built).toEqual(['abcz', 'd', 'e', 'f', 'abcz']);
  });
});

describe('files of an item', () => {
  it('are sealed under their content; equal content is kept once', async () => {
    const folder = temporaryFolder();
    const { places } = await runAlphabet(folder, placeStage(writing), { letters: 'aabcd' });
    const kept = await Promise.all(['0', '1', '2', '3', '4'].map((item) => places.folderOf(item)));
    expect(kept[0]).toBe(kept[1]);
    expect(kept.slice(2, 4)).toEqual([undefined, undefined]);
    expect(readdirSync(kept[0] ?? '')).toEqual(['letter.txt']);
    expect(readdirSync(path.join(folder, 'files'))).toHaveLength(2);
    expect(leftovers(folder)).toEqual([]);
  });

  it('change the digest of the item', async () => {
    const [one, other] = await Promise.all(
      ['x', 'y'].map(async (content) => {
        const stage = placeStage(async (_letter, context) =>
          writeFile(path.join(await context.folder(), 'f'), content),
        );
        return (await runAlphabet(temporaryFolder(), stage)).places.digest;
      }),
    );
    expect(one).not.toBe(other);
  });
});
