import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { ExpectedError } from '../engine/expected-error.ts';
import { nearest } from '../engine/nearest.ts';
import { packageRoot } from '../engine/package-root.ts';
import { commands } from './commands.ts';
import { printError } from './print-error.ts';
import { tolerateClosedStreams } from './streams.ts';

const help = `
Examples:
  pipeline run rag-observation --top-k 10
  pipeline run rag-dialog --retriever bm25 --data my-conversations.json
  pipeline show rag-observation`;

async function main(words: readonly string[]): Promise<number> {
  tolerateClosedStreams();
  try {
    const [name, ...rest] = words;
    const entry = commands.find((command) => command.name === name);
    if (entry !== undefined) {
      const command = await (await entry.load())(rest);
      command.name(`pipeline ${entry.name}`).exitOverride();
      for (const sub of command.commands) sub.exitOverride();
      await command.parseAsync(rest, { from: 'user' });
      return Number(process.exitCode ?? 0);
    }
    if (name !== undefined && !name.startsWith('-')) throw unknownCommand(name);
    await overview().parseAsync(name === undefined ? ['--help'] : words, { from: 'user' });
    return 0;
  } catch (error) {
    return printError(error);
  }
}

function overview(): Command {
  const program = new Command('pipeline')
    .description('Answer and score the LoCoMo benchmark with pipelines whose every stage is cached on disk.')
    .version(version(), '--version')
    .usage('<command> [options]')
    .addHelpText('after', help)
    .exitOverride();
  for (const { name, summary } of commands) program.command(name).summary(summary);
  return program.helpCommand(false);
}

function version(): string {
  return JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')).version;
}

function unknownCommand(name: string): ExpectedError {
  const names = commands.map((command) => command.name);
  const near = nearest(name, names);
  return new ExpectedError({
    code: 'unknown-command',
    message: `Expected a command, found ${name}.`,
    remedy: `${near === undefined ? '' : `Did you mean ${near}? `}Known: ${names.join(', ')}. See pipeline --help.`,
  });
}

process.exitCode = await main(process.argv.slice(2));
