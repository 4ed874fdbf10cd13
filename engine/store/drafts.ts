import { randomUUID } from 'node:crypto';
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { hasEnded, thisProcess } from './process-id.ts';

/** How long another machine's draft may lie untouched before it counts as abandoned (ms): a day. */
const abandonedAfter = 86_400_000;

const form = /^(\d+)\.(\d*)\.(.+)\.[0-9a-f-]{36}$/;

/** A path for work in progress that nobody else uses; its name says whose it is. */
export function newDraft(folder: string): string {
  const { pid, started, host } = thisProcess;
  return join(folder, `${pid}.${started}.${host}.${randomUUID()}`);
}

/** The drafts in a folder whose processes have ended, such as killed ones. */
export async function abandonedDrafts(folder: string): Promise<readonly string[]> {
  const abandoned: string[] = [];
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name);
    if (await isAbandoned(name, path)) abandoned.push(path);
  }
  return abandoned;
}

/** Removes the drafts in a folder whose processes have ended. */
export async function removeAbandonedDrafts(folder: string): Promise<void> {
  for (const path of await abandonedDrafts(folder)) await rm(path, { recursive: true, force: true });
}

async function isAbandoned(name: string, path: string): Promise<boolean> {
  const [, pid, started = '', host = ''] = form.exec(name) ?? [];
  if (pid === undefined) return false;
  const untouched = async (): Promise<number> => Date.now() - (await stat(path)).mtimeMs;
  return hasEnded({ pid: Number(pid), started, host }) ?? (await untouched()) > abandonedAfter;
}
