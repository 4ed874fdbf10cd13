import { existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { thisProcess } from '../../engine/store/process-id.ts';
import { Store } from '../../engine/store/store.ts';
import { runAlphabet } from '../support/alphabet.ts';
import { temporaryFolder } from '../support/run-cli.ts';

describe('opening a store', () => {
  it('lays it out where there is nothing, and takes it as it is afterwards', async () => {
    const folder = path.join(temporaryFolder(), 'deep', 'store');
    await Store.open(folder);
    expect(JSON.parse(readFileSync(path.join(folder, 'layout.json'), 'utf8'))).toEqual({ layout: 1 });
    await Promise.all([Store.open(folder), Store.open(folder)]);
  });

  it.each(['{"layout":2}', '{"layout":"1"}', '{}', 'layout 1', ''])(
    'refuses the layout %j',
    async (layout) => {
      const folder = temporaryFolder();
      writeFileSync(path.join(folder, 'layout.json'), layout);
      await expect(Store.open(folder)).rejects.toMatchObject({
        code: 'store-layout',
        where: folder,
        exitCode: 2,
      });
    },
  );

  it.each(['store', 'drafts'])('says so where a file stands in the place of the folder %s', async (name) => {
    const folder = temporaryFolder();
    const store = path.join(folder, 'store');
    if (name === 'drafts') mkdirSync(store);
    writeFileSync(name === 'store' ? store : path.join(store, name), 'a file');
    await expect(Store.open(store)).rejects.toMatchObject({ code: 'disk', exitCode: 1, where: store });
  });

  it.each(['locks', 'items', 'artifacts'])('says so where a file stands in the place of %s', async (name) => {
    const folder = temporaryFolder();
    writeFileSync(path.join(folder, name), 'a file');
    await expect(runAlphabet(folder)).rejects.toMatchObject({
      code: 'disk',
      exitCode: 1,
      where: expect.stringContaining(path.join(folder, name)),
    });
  });
});

describe('what dead processes leave behind', () => {
  const { host } = thisProcess;
  const name = (pid: number, started: string, on = host): string =>
    `${pid}.${started}.${on}.00000000-0000-4000-8000-000000000000`;
  const abandoned = [name(4_194_303, '1'), name(process.pid, '1')];
  const kept = [name(process.pid, thisProcess.started), name(1, '1', 'another.example'), 'something-else'];

  it('is removed when the store is opened, and nothing else', async () => {
    const folder = temporaryFolder();
    await Store.open(folder);
    for (const draft of [...abandoned, ...kept])
      mkdirSync(path.join(folder, 'drafts', draft, 'inner'), { recursive: true });
    mkdirSync(path.join(folder, 'locks'));
    for (const draft of abandoned) writeFileSync(path.join(folder, 'locks', draft), '');
    await Store.open(folder);
    expect(readdirSync(path.join(folder, 'drafts')).toSorted()).toEqual(kept.toSorted());
    expect(readdirSync(path.join(folder, 'locks'))).toEqual([]);
  });

  it("is removed after a day where it is another machine's", async () => {
    const folder = temporaryFolder();
    await Store.open(folder);
    const draft = path.join(folder, 'drafts', name(1, '1', 'another.example'));
    mkdirSync(draft);
    const before = new Date(Date.now() - 25 * 3_600_000);
    utimesSync(draft, before, before);
    await Store.open(folder);
    expect(existsSync(draft)).toBe(false);
  });
});

describe('publishing', () => {
  it('lets several put their folders in one place at once: one of them stands there in the end', async () => {
    const store = await Store.open(temporaryFolder());
    const place = path.join(store.folder, 'files', 'place');
    const publish = async (content: string): Promise<void> => {
      const draft = await store.draft();
      writeFileSync(path.join(draft, 'content'), content);
      await store.publish(draft, place);
    };
    const contents = Array.from({ length: 20 }, (_, index) => String(index));
    await Promise.all(contents.map(publish));
    expect(contents).toContain(readFileSync(path.join(place, 'content'), 'utf8'));
    expect(readdirSync(path.join(store.folder, 'drafts'))).toEqual([]);
  });
});
