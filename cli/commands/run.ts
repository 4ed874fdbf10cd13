import { batchApiOption } from '../batch-api-option.ts';
import type { BuildCommand } from '../build-command.ts';
import { concurrencyArgument, countArgument, dollarsArgument, pathArgument } from '../arguments.ts';
import { overwriteOption, pipelineCommand } from '../pipeline-command.ts';
import type { RunFlags } from '../run-pipeline.ts';

/** `pipeline run <pipeline>`. */
export const runCommand: BuildCommand = (words) => {
  const { command, pipeline } = pipelineCommand(words);
  return command
    .description('Runs a pipeline and scores it. What the store holds is not computed again.')
    .addOption(overwriteOption)
    .option('--concurrency <n>', 'items in flight at once', concurrencyArgument, 4)
    .option('--requests-per-minute <n>', 'what a server is asked at most', countArgument)
    .option('--tokens-per-minute <n>', 'what a server is sent and sends at most', countArgument)
    .option('--max-cost <dollars>', 'stop before more is spent', dollarsArgument)
    .addOption(batchApiOption)
    .option('--prices <file>', 'what models cost, in place of the prices that ship', pathArgument)
    .option('--replicates <n>', 'make so many repetitions of it', countArgument)
    .option('--references', 'run it also with an empty context, random and oracle passages, to compare with')
    .option('--dry-run', 'tell what would run, and run nothing')
    .option('--csv <file>', 'write the table of a grid there, too', pathArgument)
    .option('--json', 'print one object with everything about the run')
    .action(async (_name: string, flags: RunFlags) => {
      if (pipeline === undefined) return;
      // Help and slips of the pen need none of the stages and models.
      const { runPipeline } = await import('../run-pipeline.ts');
      process.exitCode = await runPipeline(pipeline, flags, words);
    });
};
