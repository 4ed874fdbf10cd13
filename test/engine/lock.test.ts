import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { removeDeadLocks, takeLock } from '../../engine/store/lock.ts';
import { thisProcess } from '../../engine/store/process-id.ts';
import { temporaryFolder } from '../support/run-cli.ts';

const never = new AbortController().signal;
const ignore = (): void => undefined;

function place(): string {
  return path.join(temporaryFolder(), 'locks', 'a.lock');
}

/** Puts another's lock there, touched so many seconds ago. */
function putLock(file: string, owner: object | string, age = 0): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, typeof owner === 'string' ? owner : JSON.stringify(owner));
  const touched = new Date(Date.now() - age * 1000);
  utimesSync(file, touched, touched);
}

it('is held by one at a time, however many want it', async () => {
  const file = place();
  let holders = 0;
  let most = 0;
  const work = async (): Promise<void> => {
    const lock = await takeLock(file, never, ignore);
    most = Math.max(most, ++holders);
    await sleep(1);
    holders--;
    lock.release();
  };
  await Promise.all(Array.from({ length: 8 }, work));
  expect(most).toBe(1);
  expect(readdirSync(path.dirname(file))).toEqual([]);
});

it('tells once for whom it waits', async () => {
  const file = place();
  const lock = await takeLock(file, never, ignore);
  const told: string[] = [];
  const second = takeLock(file, never, (owner) => told.push(owner));
  await sleep(250);
  lock.release();
  (await second).release();
  expect(told).toEqual([`process ${process.pid} on ${thisProcess.host}`]);
});

it('stops waiting when it is to stop', async () => {
  const file = place();
  const lock = await takeLock(file, never, ignore);
  const stopping = new AbortController();
  const second = takeLock(file, stopping.signal, () => stopping.abort());
  await expect(second).rejects.toMatchObject({ name: 'AbortError' });
  lock.release();
});

it('leaves the lock of a later owner alone when it is released late', async () => {
  const file = place();
  const lock = await takeLock(file, never, ignore);
  putLock(file, { ...thisProcess, id: 'another' });
  lock.release();
  expect(JSON.parse(readFileSync(file, 'utf8')).id).toBe('another');
});

const abroad = { ...thisProcess, host: 'another.example', id: 'x' };
const dead: readonly (readonly [string, object | string, number])[] = [
  ['a process that has ended', { ...thisProcess, pid: 4_194_303, id: 'x' }, 0],
  ['an earlier process of the same number', { ...thisProcess, started: '1', id: 'x' }, 0],
  ['another machine, silent for longer than a minute', abroad, 61],
  ['nobody: no bytes', '', 0],
  ['nobody: garbage', '{"pid":', 0],
];

it.each(dead)('is taken from %s', async (_whose, owner, age) => {
  const file = place();
  putLock(file, owner, age);
  const told: string[] = [];
  const takers = Array.from({ length: 4 }, () => takeLock(file, never, (whom) => told.push(whom)));
  for (const taker of takers) void taker.then((lock) => lock.release());
  await Promise.all(takers);
  // They wait for one another, and for nobody else.
  expect(told.filter((whom) => !whom.includes(`process ${process.pid} on ${thisProcess.host}`))).toEqual([]);
  expect(readdirSync(path.dirname(file))).toEqual([]);
});

it('is not taken from another machine that was heard of within the minute', async () => {
  const file = place();
  putLock(file, abroad, 30);
  const stopping = new AbortController();
  const taker = takeLock(file, stopping.signal, () => stopping.abort());
  await expect(taker).rejects.toMatchObject({ name: 'AbortError' });
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(abroad);
});

it('is not wanted where a folder stands in its place', async () => {
  const file = place();
  mkdirSync(file, { recursive: true });
  await expect(takeLock(file, never, ignore)).rejects.toMatchObject({ code: 'disk', where: file });
});

it('is cleared away among others where its owner is dead', async () => {
  const folder = path.join(temporaryFolder(), 'locks');
  const lock = await takeLock(path.join(folder, 'living.lock'), never, ignore);
  for (const [index, [, owner, age]] of dead.entries())
    putLock(path.join(folder, `${index}.lock`), owner, age);
  await removeDeadLocks(folder);
  expect(readdirSync(folder)).toEqual(['living.lock']);
  lock.release();
});
