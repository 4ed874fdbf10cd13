import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { placeStage, runAlphabet, warningsOf, type AlphabetRun } from '../support/alphabet.ts';
import { temporaryFolder } from '../support/run-cli.ts';
import { onlyLog } from '../support/store-contents.ts';

const damaged = { code: 'artifact-damaged', exitCode: 1 };

/** Each letter with a file of its own. */
const withFiles = placeStage(async (letter, context) =>
  writeFile(path.join(await context.folder(), 'letter.txt'), letter),
);

describe('a sealed artifact', () => {
  it('says what made it, and how much is in it', async () => {
    const { places } = await runAlphabet(temporaryFolder());
    expect(JSON.parse(readFileSync(path.join(places.folder, 'manifest.json'), 'utf8'))).toEqual(
      places.manifest,
    );
    expect(places.manifest).toMatchObject({
      recipe: { stage: 'place', version: 1, settings: { letters: 'abcd' }, inputs: {}, services: {} },
      items: 4,
      records: 4,
      bytes: readFileSync(path.join(places.folder, 'records.jsonl')).length,
    });
  });

  it('has the same digest for the same content, whatever made it', async () => {
    const runs = [runAlphabet(temporaryFolder()), runAlphabet(temporaryFolder(), placeStage(undefined, 2))];
    const [one, other] = (await Promise.all(runs)).map(({ places }) => places);
    expect(one?.digest).toBe(other?.digest);
    expect(one?.manifest.key).not.toBe(other?.manifest.key);
  });

  it('refers to the same content by the same digest, whatever else is in it', async () => {
    const [few, many] = await Promise.all([
      runAlphabet(temporaryFolder(), placeStage(), { letters: 'ab' }),
      runAlphabet(temporaryFolder(), placeStage(), { letters: 'abcd' }),
    ]);
    expect((await few.places.ref({ index: 1 })).$digest).toBe((await many.places.ref({ index: 1 })).$digest);
    expect((await few.places.tableRef(['0', '1'])).$digest).toBe(
      (await many.places.tableRef(['0', '1', '0'])).$digest,
    );
    expect((await few.places.tableRef(['0'])).$digest).not.toBe((await many.places.tableRef(['1'])).$digest);
    await expect(few.places.ref({ index: 9 })).rejects.toThrow('no item 9');
  });
});

describe('a damaged artifact', () => {
  it('is refused with its folder wherever a byte of its records was flipped', async () => {
    const folder = temporaryFolder();
    const { places } = await runAlphabet(folder);
    const file = path.join(places.folder, 'records.jsonl');
    const whole = readFileSync(file);
    for (let place = 0; place < whole.length; place++) {
      const bytes = Buffer.from(whole);
      bytes[place] = (bytes[place] ?? 0) ^ 0x01;
      writeFileSync(file, bytes);
      const { places: found } = await runAlphabet(folder);
      await expect(readAll(found), `byte ${place}`).rejects.toMatchObject({
        ...damaged,
        where: places.folder,
      });
    }
    writeFileSync(file, whole);
    expect(await readAll((await runAlphabet(folder)).places)).toBe(4);
  });

  it.each(['cut', 'missing', 'not JSON', 'another order'])(
    'is refused where its list of items is %s',
    async (how) => {
      const folder = temporaryFolder();
      const { places } = await runAlphabet(folder);
      const file = path.join(places.folder, 'items.jsonl');
      const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
      if (how === 'missing') rmSync(file);
      else if (how === 'not JSON') writeFileSync(file, lines.join('\n').replaceAll('"', "'"));
      else writeFileSync(file, `${(how === 'cut' ? lines.slice(0, -1) : lines.toReversed()).join('\n')}\n`);
      const { places: found } = await runAlphabet(folder);
      await expect(readAll(found)).rejects.toMatchObject({ ...damaged, where: places.folder });
      await expect(found.find('3')).rejects.toMatchObject(damaged);
    },
  );

  it.each(['cut records', 'no records', 'no manifest', 'half a manifest'])(
    'is made anew from the log without computing where there are %s',
    async (how) => {
      const folder = temporaryFolder();
      const { places, total } = await runAlphabet(folder);
      const [records, manifest] = ['records.jsonl', 'manifest.json'].map((name) =>
        path.join(places.folder, name),
      );
      if (how === 'cut records') truncateSync(records ?? '', 10);
      if (how === 'no records') rmSync(records ?? '');
      if (how === 'no manifest') rmSync(manifest ?? '');
      if (how === 'half a manifest') truncateSync(manifest ?? '', 50);
      const again = await runAlphabet(folder);
      expect(again.computed).toEqual({ places: 0, total: 0 });
      expect(again.total).toBe(total);
      expect(warningsOf(again.events)).toEqual([]);
      expect(await readAll(again.places)).toBe(4);
    },
  );

  it('is made anew, its damaged item computed, when the log is damaged as well', async () => {
    const folder = temporaryFolder();
    const { places } = await runAlphabet(folder);
    rmSync(places.folder, { recursive: true });
    const log = onlyLog(folder, 'place');
    writeFileSync(log, readFileSync(log, 'utf8').replace('"place":3', '"place":7'));
    const again = await runAlphabet(folder);
    expect(again.computed).toEqual({ places: 1, total: 0 });
    expect(warningsOf(again.events)).toEqual([expect.stringMatching(/places: 1 damaged record was dropped/)]);
    expect(again.total).toBe(10);
  });

  it('is made anew, its cut item computed, when the log is torn as well', async () => {
    const folder = temporaryFolder();
    const { places } = await runAlphabet(folder);
    rmSync(places.folder, { recursive: true });
    const log = onlyLog(folder, 'place');
    truncateSync(log, readFileSync(log).length - 17);
    const again = await runAlphabet(folder);
    expect(again.computed).toEqual({ places: 1, total: 0 });
    expect(warningsOf(again.events)).toEqual([
      expect.stringMatching(/places: 1 incomplete record was dropped/),
    ]);
    expect(again.total).toBe(10);
    expect((await runAlphabet(folder)).computed).toEqual({ places: 0, total: 0 });
  });
});

describe('files of an item', () => {
  it.each(['changed', 'missing'])('are refused with their folder where they are %s', async (how) => {
    const folder = temporaryFolder();
    const { places } = await runAlphabet(folder, withFiles);
    const files = (await places.folderOf('2')) ?? '';
    if (how === 'changed') writeFileSync(path.join(files, 'letter.txt'), 'C');
    else rmSync(files, { recursive: true });
    const found = await runAlphabet(folder, withFiles);
    await expect(found.places.folderOf('2')).rejects.toMatchObject({ ...damaged, where: files });
    expect(await found.places.folderOf('1')).toBe(await places.folderOf('1'));
    const mended = await runAlphabet(folder, withFiles, { overwrite: ['places'] });
    expect(await mended.places.folderOf('2')).toBe(files);
    expect(readFileSync(path.join(files, 'letter.txt'), 'utf8')).toBe('c');
  });
});

/** Counts the records, all of which are read. */
async function readAll(artifact: AlphabetRun['places']): Promise<number> {
  let count = 0;
  for await (const record of artifact.records()) count += Object.keys(record).length > 0 ? 1 : 0;
  return count;
}
