import { Command } from 'commander';
import { packageVersion } from '../engine/package-root.ts';
import { unknownName } from '../engine/unknown-name.ts';
import { commands } from './commands.ts';
import { programName } from './program-name.ts';
import { printError } from './print-error.ts';
import { print, tell, tolerateClosedStreams } from './streams.ts';

const help = `
Examples:
  pipeline run rag-observation --top-k 10
  pipeline run rag-dialog --retriever bm25 --data my-conversations.json
  pipeline show rag-observation`;

async function main([name = '--help', ...rest]: readonly string[]): Promise<number> {
  if (name === 'help') return main([...rest, '--help']);
  const entry = commands.find((command) => command.name === name);
  try {
    if (entry === undefined && !name.startsWith('-'))
      throw unknownName(
        'command',
        name,
        commands.map((command) => command.name),
      );
    const command = entry === undefined ? overview() : await (await entry.load())(rest);
    if (entry !== undefined) command.name(`pipeline ${entry.name}`);
    for (const each of [command, ...command.commands]) each.exitOverride().configureOutput(output);
    await command.parseAsync(entry === undefined ? [name, ...rest] : rest, { from: 'user' });
    return Number(process.exitCode ?? 0);
  } catch (error) {
    return printError(error, entry === undefined ? programName : `${programName} ${entry.name}`);
  }
}

/** Help may hold words of a pipeline's file; errors of usage are printed like all others. */
const output = { writeOut: print, writeErr: tell, outputError: () => undefined };

function overview(): Command {
  const program = new Command('pipeline')
    .description('Answer and score the LoCoMo benchmark with pipelines whose every stage is cached on disk.')
    .version(packageVersion(), '--version')
    .usage('<command> [options]')
    .addHelpText('after', help);
  for (const { name, summary } of commands) program.command(name).summary(summary);
  return program.helpCommand(false);
}

tolerateClosedStreams();
process.exitCode = await main(process.argv.slice(2));
