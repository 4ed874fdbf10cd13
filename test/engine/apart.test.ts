import { expect, it } from 'vitest';
import type { z } from 'zod';
import { ItemFailure, type NoServices, type Stage } from '../../engine/stage.ts';
import { placeStage, runAlphabet } from '../support/alphabet.ts';
import { temporaryFolder } from '../support/run-cli.ts';

const { run: _alone, ...place } = placeStage();

/** The stage of the alphabet in batches of four; a batch with a `c` fails. Keeps the batches that it was given. */
function batchedPlaces(apart: boolean) {
  const batches: string[] = [];
  const stage: Stage<
    z.infer<typeof place.settings>,
    object,
    { letter: string },
    { place: number },
    NoServices
  > = {
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
