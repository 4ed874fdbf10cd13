import { expect, it } from 'vitest';
import type { z } from 'zod';
import { ItemFailure, type NoServices, type Stage } from '../../engine/stage.ts';
import { placeStage, runAlphabet } from '../support/alphabet.ts';
import { temporaryFolder } from '../support/run-cli.ts';

const { run: _alone, ...place } = placeStage();

type PlaceStage = Stage<
  z.infer<typeof place.settings>,
  object,
  { letter: string },
  { place: number },
  NoServices
>;

/** The stage of the alphabet in batches of four; a batch with a `c` fails. Keeps the batches that it was given. */
function batchedPlaces(apart: boolean) {
  const batches: string[] = [];
  const stage: PlaceStage = {
    ...place,
    batch: { size: 4, weight: () => 1 },
    async runBatch(inputs) {
      const letters = inputs.map(({ letter }) => letter);
      batches.push(letters.join(''));
      if (letters.includes('c')) throw new ItemFailure('a c', { apart });
      return letters.map((letter) => [{ place: letter.charCodeAt(0) - 96 }]);
    },
  };
  return { stage, batches };
}

it('tries the items of a batch apart where one of them is to blame, and fails that one alone', async () => {
  const { stage, batches } = batchedPlaces(true);
  const { computed, steps } = await runAlphabet(temporaryFolder(), stage, {
    letters: 'abcdef',
    concurrency: 1,
  });
  expect(batches).toEqual(['abcd', 'a', 'b', 'c', 'd', 'ef']);
  expect(computed['places']).toBe(5);
  expect(steps[0]?.failed).toBe(1);
});

it('fails a batch as a whole where no item is to blame', async () => {
  const { stage, batches } = batchedPlaces(false);
  const { computed, steps } = await runAlphabet(temporaryFolder(), stage, {
    letters: 'abcdef',
    concurrency: 1,
  });
  expect(batches).toEqual(['abcd', 'ef']);
  expect(computed['places']).toBe(2);
  expect(steps[0]?.failed).toBe(4);
});

/** The letters in fixed batches of three; in a batch a `c` is left out. */
function fixedPlaces(letters: string) {
  const batches: string[] = [];
  const stage: PlaceStage = {
    ...place,
    *items() {
      for (const [index, letter] of [...letters].entries())
        yield {
          id: { index },
          input: { letter },
          batch: {
            name: String(Math.floor(index / 3)),
            size: Math.min(3, letters.length - (index - (index % 3))),
          },
        };
    },
    batch: 'fixed',
    async runBatch(inputs) {
      const asked = inputs.map(({ letter }) => letter);
      batches.push(asked.join(''));
      return asked.map((letter) =>
        letter === 'c' && (inputs.length > 1 || batches.length < 4)
          ? new ItemFailure('left out')
          : [{ place: letter.charCodeAt(0) - 96 }],
      );
    },
  };
  return { stage, batches };
}

it('does fixed batches whole, fails what one leaves out alone, and does that alone afterwards', async () => {
  const { stage, batches } = fixedPlaces('abcdefg');
  const folder = temporaryFolder();
  const first = await runAlphabet(folder, stage, { letters: 'abcdefg', concurrency: 1 });
  expect(batches).toEqual(['abc', 'def', 'g']);
  expect(first.steps[0]?.failed).toBe(1);
  expect(first.computed['places']).toBe(6);
  const second = await runAlphabet(folder, stage, { letters: 'abcdefg', concurrency: 1 });
  expect(batches.slice(3)).toEqual(['c']);
  expect(second.steps[0]).toMatchObject({ failed: 0, cached: 6, computed: 1 });
});
