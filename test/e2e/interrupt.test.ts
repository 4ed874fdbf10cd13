import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { runCli, startCli, temporaryFolder, type CliResult } from '../support/run-cli.ts';
import { leftovers, loggedKeys, loggedStages } from '../support/store-contents.ts';
import { manyConversations, writeData } from '../support/two-conversations.ts';

it.each<[string, readonly NodeJS.Signals[]]>([
  ['Ctrl-C', ['SIGINT']],
  ['a polite end', ['SIGTERM']],
  ['Ctrl-C twice', ['SIGINT', 'SIGINT']],
  ['Ctrl-C three times', ['SIGINT', 'SIGINT', 'SIGINT']],
])('%s ends a run with 130 and keeps what was finished', { timeout: 120_000 }, async (_what, signals) => {
  const folder = temporaryFolder();
  writeData(path.join(folder, 'my data.json'), manyConversations(250));
  const flags = ['--data', 'my data.json', '--retriever', 'bm25', '--embedder', 'none', '--out', 'out'];
  const args = ['run', 'rag-observation', ...flags, '--overwrite', 'ranking'];
  const { process: child, ended } = startCli(args, { cwd: folder });
  const answers = path.join(folder, 'out/store/items/answer');
  while (!existsSync(answers) || readdirSync(answers).length === 0) await sleep(2);
  for (const signal of signals) child.kill(signal);
  const { code, stderr, stdout } = await ended;

  expect(code, stderr).toBe(130);
  expect(stdout).toBe('');
  expect(stderr).toContain('Stopping');
  expect(stderr).not.toContain('bug');
  const store = path.join(folder, 'out/store');
  const finished = loggedKeys(store, 'answer').length;
  expect(finished).toBeGreaterThan(0);
  expect(finished).toBeLessThan(1500);

  const rest = await goOn(stderr, folder, signals.length > 2 ? args.slice(0, -2) : undefined);
  expect(rest.code, rest.stderr).toBe(0);
  expect(rest.stderr).toContain(`answers: 1500 items, ${1500 - finished} computed, ${finished} cached`);
  for (const stage of loggedStages(store))
    expect(new Set(loggedKeys(store, stage)).size).toBe(loggedKeys(store, stage).length);
  expect(leftovers(store)).toEqual([]);
});

/** Runs the command that was printed for going on; a run that had to end at once prints none. */
async function goOn(stderr: string, cwd: string, args?: readonly string[]): Promise<CliResult> {
  if (args !== undefined) return runCli(args, { cwd });
  const printed = /To go on:\n {2}pipeline (.*)/.exec(stderr)?.[1];
  expect(printed).toBe(
    "run rag-observation --data 'my data.json' --retriever bm25 --embedder none --out out",
  );
  const words = [...(printed ?? '').matchAll(/'([^']*)'|(\S+)/g)].map(
    ([, quoted, plain]) => quoted ?? plain ?? '',
  );
  return runCli(words, { cwd });
}
