import { resolve } from 'node:path';
import { Command } from 'commander';
import { packageVersion } from '../../engine/package-root.ts';
import { pathArgument } from '../arguments.ts';
import type { BuildCommand } from '../build-command.ts';
import { commandOf } from '../command-line.ts';
import { isRejudging, openRecord } from '../recorded-run.ts';
import { print, tell } from '../streams.ts';
import { dataOfRun, memoriesOfRun } from '../verification/data-of-run.ts';
import { wordsOfRejudging, wordsOfRun } from '../verification/words-of-run.ts';

interface Flags {
  readonly data?: string;
  readonly out: string;
  readonly json?: boolean;
}

/** `pipeline reproduce <run>`. */
export const reproduceCommand: BuildCommand = () =>
  new Command()
    .description(
      'Prints the command that makes a run, or its rejudging, again, byte by byte, with the version and the data it takes.',
    )
    .argument('<run>', 'id of a run or rejudging, or path of its folder')
    .option('--data <file>', 'the data file of the run; another one is refused', pathArgument)
    .option('--out <folder>', 'where store and results lie', pathArgument, 'outputs')
    .option('--json', 'print one object')
    .action(async (name: string, { data: named, out, json }: Flags) => {
      const run = await openRecord(name, out);
      const { version, data } = run.record;
      const file = dataOfRun(run, named);
      const path = file === undefined ? data.file : resolve(file.name);
      const memories = isRejudging(run) ? [] : memoriesOfRun(run);
      const memoryWords = memories.flatMap(({ kind, file: own, path: at = own }) => [`--${kind}`, at]);
      // Whoever judges again reads what the run left in the store.
      const command = isRejudging(run)
        ? commandOf('rejudge', wordsOfRejudging(run))
        : commandOf('run', [...wordsOfRun(run), '--data', path, ...memoryWords]);
      if (file === undefined && !isRejudging(run))
        tell(`${data.file} was not found: put it here, or name it with --data FILE.`);
      for (const { kind, file: own, path: at } of memories)
        if (at === undefined) tell(`${own}, which holds the ${kind}, was not found: put it here.`);
      if (version !== packageVersion())
        tell(`Version ${version} made the run; this is ${packageVersion()}, and may answer otherwise.`);
      if (json === true) print(JSON.stringify({ command, version, data }));
      else
        print(
          [
            `# locomo-pipeline ${version}`,
            `# ${data.file}: ${data.bytes} bytes, SHA-256 ${data.identity.sha256}`,
            ...memories.map(({ kind, file: own }) => `# ${own}: SHA-256 ${data.identity[kind]}`),
            command,
          ].join('\n'),
        );
    });
