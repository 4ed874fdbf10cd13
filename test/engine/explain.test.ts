import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { explainRecipe } from '../../engine/run/explain.ts';
import { previewPlan } from '../../engine/run/preview.ts';
import { ItemFailure } from '../../engine/stage.ts';
import { Store } from '../../engine/store/store.ts';
import { alphabetPlan, noServices, placeStage, runAlphabet } from '../support/alphabet.ts';
import { temporaryFolder } from '../support/run-cli.ts';
import { digestsBelow } from '../support/store-contents.ts';

/** What a run of these letters would do. */
async function preview(
  folder: string,
  letters?: string,
  place = placeStage(),
  overwrite: readonly string[] = [],
) {
  const store = await Store.open(folder);
  const plan = alphabetPlan(place, letters);
  return {
    store,
    steps: await previewPlan(plan, { store, services: noServices, overwrite: new Set(overwrite) }),
  };
}

/** The fields in which the first step differs from the nearest one before. */
async function fields(folder: string, letters: string, place = placeStage()) {
  const { store, steps } = await preview(folder, letters, place);
  const [first] = steps;
  return first === undefined || first.state === 'waits' ? [] : explainRecipe(store, first.recipe);
}

describe('a preview', () => {
  it('tells what would run, and for what the other steps wait', async () => {
    const { steps } = await preview(temporaryFolder());
    expect(steps).toMatchObject([
      { step: 'places', state: 'run', items: 4, cached: 0 },
      { step: 'total', state: 'waits', for: ['places'] },
    ]);
  });

  it('tells what is in the store', async () => {
    const folder = temporaryFolder();
    await runAlphabet(folder);
    const { steps } = await preview(folder);
    expect(steps).toMatchObject([
      { step: 'places', state: 'cached', items: 4 },
      { step: 'total', state: 'cached', items: 1 },
    ]);
  });

  it('counts the items that are finished already', async () => {
    const folder = temporaryFolder();
    await runAlphabet(folder, placeStage(), { letters: 'abc' });
    expect((await preview(folder, 'bcxy')).steps[0]).toMatchObject({ state: 'run', items: 4, cached: 2 });
    expect((await preview(folder, 'abc', placeStage(), ['places'])).steps[0]).toMatchObject({
      items: 3,
      cached: 0,
    });
  });

  it('computes and writes nothing', async () => {
    const folder = temporaryFolder();
    await runAlphabet(folder);
    const before = digestsBelow(folder, /./);
    const never = placeStage(() => Promise.reject(new Error('a preview ran an item')));
    await preview(folder, 'abcdef', never);
    expect(digestsBelow(folder, /./)).toEqual(before);
  });
});

describe('an explanation', () => {
  it('is that nothing came before where nothing did', async () => {
    expect(await fields(temporaryFolder(), 'abc')).toBeUndefined();
  });

  it('names the fields that differ from the nearest run before', async () => {
    const folder = temporaryFolder();
    await runAlphabet(folder, placeStage(undefined, 1), { letters: 'abc' });
    await runAlphabet(folder, placeStage(undefined, 2), { letters: 'xyz' });
    expect(await fields(folder, 'abc', placeStage(undefined, 2))).toEqual([
      {
        field: expect.stringMatching(/^version$|^settings\.letters$/),
        before: expect.any(String),
        now: expect.any(String),
      },
    ]);
    expect(await fields(folder, 'xyzz', placeStage(undefined, 2))).toEqual([
      { field: 'settings.letters', before: '"xyz"', now: '"xyzz"' },
    ]);
  });

  it('is empty where the artifact is sealed, or was and is damaged', async () => {
    const folder = temporaryFolder();
    const { places } = await runAlphabet(folder, placeStage(), { letters: 'abc' });
    expect(await fields(folder, 'abc')).toEqual([]);
    writeFileSync(path.join(places.folder, 'records.jsonl'), '');
    expect(await fields(folder, 'abc')).toEqual([]);
    rmSync(path.join(places.folder, 'manifest.json'));
    expect(await fields(folder, 'abc')).toBeUndefined();
  });

  it('does not take an artifact that lacks failed items for one before', async () => {
    const folder = temporaryFolder();
    const failing = placeStage((letter) => {
      if (letter === 'b') throw new ItemFailure('no');
    });
    await runAlphabet(folder, failing, { letters: 'abc' });
    expect(await fields(folder, 'abc')).toBeUndefined();
    expect((await preview(folder, 'abc')).steps[0]).toMatchObject({ state: 'run', items: 3, cached: 2 });
  });
});
