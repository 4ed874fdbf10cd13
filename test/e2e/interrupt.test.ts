import type { ChildProcess } from 'node:child_process';
import path from 'node:path';
import { expect, it } from 'vitest';
import { defer } from '../../models/remote/deferred.ts';
import { startChatServer } from '../support/chat-server.ts';
import { anyKey, paidRun } from '../support/paid-run.ts';
import { runCli, startCli, temporaryFolder, type CliResult } from '../support/run-cli.ts';
import { leftovers, loggedKeys, loggedStages } from '../support/store-contents.ts';
import { manyConversations, writeData } from '../support/two-conversations.ts';

/** A server that answers five questions, and the further ones once it is let go on. */
async function hesitantServer() {
  const [full, again] = [defer(), defer()];
  const server = await startChatServer({
    async onAsked({ nth }) {
      if (nth === 5 + inFlight) full.resolve();
      if (nth > 5) await again.promise;
    },
  });
  return { ...server, isFull: full.promise, letGoOn: again.resolve };
}

const inFlight = 4;

it.each<[string, readonly NodeJS.Signals[], finished: number]>([
  ['Ctrl-C', ['SIGINT'], 5 + inFlight],
  ['a polite end', ['SIGTERM'], 5 + inFlight],
  ['Ctrl-C twice', ['SIGINT', 'SIGINT'], 5],
  ['Ctrl-C three times', ['SIGINT', 'SIGINT', 'SIGINT'], 5],
])(
  '%s ends a run with 130 and keeps what was finished',
  { timeout: 120_000 },
  async (_what, signals, finished) => {
    const folder = temporaryFolder();
    writeData(path.join(folder, 'my data.json'), manyConversations(40));
    const { baseUrl, isFull, letGoOn, asked } = await hesitantServer();
    const args = paidRun('my data.json', baseUrl, 'out', '--concurrency', `${inFlight}`);
    const { process: child, ended } = startCli([...args, '--overwrite', 'ranking'], {
      cwd: folder,
      env: anyKey,
    });
    await isFull;
    const stopping = said(child, 'Stopping');
    child.kill(signals[0]);
    await stopping;
    if (signals.length === 1) letGoOn();
    for (const signal of signals.slice(1)) child.kill(signal);
    const { code, stderr, stdout } = await ended;

    expect(code, stderr).toBe(130);
    expect(stdout).toBe('');
    expect(stderr).not.toContain('bug');
    const store = path.join(folder, 'out/store');
    expect(loggedKeys(store, 'answer')).toHaveLength(finished);
    expect(asked).toHaveLength(5 + inFlight);

    letGoOn();
    const rest = await goOn(stderr, folder, args, signals.length > 2);
    expect(rest.code, rest.stderr).toBe(0);
    expect(rest.stderr).toContain(`answers: 240 items, ${240 - finished} computed, ${finished} cached`);
    for (const stage of loggedStages(store))
      expect(new Set(loggedKeys(store, stage)).size).toBe(loggedKeys(store, stage).length);
    expect(leftovers(store)).toEqual([]);
  },
);

/** Resolves once the command has said it on stderr. */
function said({ stderr }: ChildProcess, what: string): Promise<void> {
  return new Promise((resolve) => {
    stderr?.on('data', (text: string) => text.includes(what) && resolve());
  });
}

/** Runs the command that was printed for going on; a run that had to end at once may have printed none. */
async function goOn(
  stderr: string,
  cwd: string,
  args: readonly string[],
  atOnce: boolean,
): Promise<CliResult> {
  const printed = /To go on:\n {2}pipeline (.*)/.exec(stderr)?.[1];
  if (printed === undefined && atOnce) return runCli(args, { cwd, env: anyKey });
  const words = [...(printed ?? '').matchAll(/'([^']*)'|(\S+)/g)].map(
    ([, quoted, plain]) => quoted ?? plain ?? '',
  );
  expect(words).toEqual(args);
  return runCli(words, { cwd, env: anyKey });
}
