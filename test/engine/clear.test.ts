import { readdirSync, statSync, utimesSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { digestOf } from '../../engine/digest.ts';
import { ItemFailure } from '../../engine/stage.ts';
import { clearStore, type ClearOptions } from '../../engine/store/clear.ts';
import type { StoreRoots } from '../../engine/store/needs.ts';
import { Store } from '../../engine/store/store.ts';
import { placeStage, runAlphabet, type AlphabetRun } from '../support/alphabet.ts';
import { temporaryFolder } from '../support/run-cli.ts';
import { loggedKeys } from '../support/store-contents.ts';

/** Each letter writes a file with its name in it. */
const writing = placeStage(async (letter, context) => {
  await writeFile(path.join(await context.folder(), 'letter.txt'), letter);
});

function rootsOf(...runs: readonly AlphabetRun[]): StoreRoots {
  const artifacts = runs.map(({ places }) => ({ stage: 'place', key: places.manifest.key }));
  return { artifacts, claims: [], running: false };
}

async function clear(folder: string, roots: StoreRoots, options: Partial<ClearOptions> = {}) {
  const store = await Store.open(folder);
  const signal = new AbortController().signal;
  return clearStore(store, async () => roots, { dryRun: false, signal, onWait: () => undefined, ...options });
}

function files(folder: string): readonly string[] {
  return readdirSync(path.join(folder, 'files'));
}

it('clears files with the last that refers to them', async () => {
  const folder = temporaryFolder();
  const first = await runAlphabet(folder, writing, { letters: 'abc' });
  const second = await runAlphabet(folder, writing, { letters: 'cde' });
  expect(files(folder)).toHaveLength(5);
  const { cleared } = await clear(folder, rootsOf(second));
  expect(cleared).toMatchObject({ files: { items: 2 }, 'finished items': { items: 2 + 2 } });
  expect(files(folder)).toHaveLength(3);
  expect(await second.places.folderOf('0')).toBeDefined();
  expect((await runAlphabet(folder, writing, { letters: 'cde' })).computed).toEqual({ places: 0, total: 1 });
  expect((await runAlphabet(folder, writing, { letters: 'abc' })).computed).toEqual({ places: 2, total: 1 });
  expect(first.places.folder).toBeDefined();
});

it('leaves files and models alone while a run is going on', async () => {
  const folder = temporaryFolder();
  await runAlphabet(folder, writing, { letters: 'ab' });
  const { cleared, kept } = await clear(folder, { ...rootsOf(), running: true }, { maxBytes: 0 });
  expect(Object.keys(cleared)).toEqual(['artifacts', 'finished items']);
  expect(kept).toMatchObject({ unfinished: { items: 2 } });
  expect(files(folder)).toHaveLength(2);
  expect((await clear(folder, rootsOf())).cleared).toMatchObject({ files: { items: 2 } });
  expect(files(folder)).toEqual([]);
});

it('keeps a claimed log whole, and the artifact that lacks failed items of the one that is claimed', async () => {
  const folder = temporaryFolder();
  await runAlphabet(folder, placeStage(), { letters: 'xyz' });
  const failing = placeStage((letter) => {
    if (letter === 'b') throw new ItemFailure('b is not to be had');
  });
  const { places } = await runAlphabet(folder, failing, { letters: 'abc' });
  const { log = '', recipe } = places.manifest;
  const claims = [{ stage: 'place', key: digestOf(recipe), log }];
  const before = loggedKeys(folder, 'place');
  const { cleared } = await clear(folder, { artifacts: [], claims, running: false });
  expect(cleared.artifacts?.items).toBe(3);
  expect(loggedKeys(folder, 'place')).toEqual(before);
  expect(await places.find('2')).toEqual([{ index: 2, letter: 'c', place: 3 }]);
});

it('clears no more than it must, what was used longest ago first', async () => {
  const folder = temporaryFolder();
  const runs = [];
  for (const letters of ['ab', 'cd', 'ef']) runs.push(await runAlphabet(folder, placeStage(), { letters }));
  const places = runs.map(({ places: { folder: place } }) => place);
  // The second was used longest ago; taking from the store is a use.
  for (const [index, age] of [2, 3, 4].entries())
    utimesSync(places[index] ?? '', new Date(), new Date(Date.now() - age * 1e7));
  await runAlphabet(folder, placeStage(), { letters: 'ef' });
  const left = (): boolean[] =>
    places.map((place) => statSync(place, { throwIfNoEntry: false }) !== undefined);
  const { kept } = await clear(folder, rootsOf(), { dryRun: true });
  expect(kept).toEqual({});
  const size = sizeOf(await clear(folder, rootsOf(), { dryRun: true, maxBytes: Infinity }));
  await clear(folder, rootsOf(), { maxBytes: size - 1 });
  expect(left()).toEqual([true, false, true]);
  await clear(folder, rootsOf(), { maxBytes: size });
  expect(left()).toEqual([true, false, true]);
  await clear(folder, rootsOf());
  expect(left()).toEqual([false, false, false]);
});

function sizeOf({ kept }: Awaited<ReturnType<typeof clear>>): number {
  return Object.values(kept).reduce((sum, { bytes }) => sum + bytes, 0);
}
