import { concurrencyArgument, countArgument, pathArgument } from '../arguments.ts';
import { batchApiOption } from '../batch-api-option.ts';
import type { BuildCommand } from '../build-command.ts';
import { overwriteOption, pipelineCommand } from '../pipeline-command.ts';
import type { PlanFlags } from '../plan-pipeline.ts';

/** `pipeline plan <pipeline>`. */
export const planCommand: BuildCommand = (words) => {
  const { command, pipeline } = pipelineCommand(words);
  return command
    .description(
      'Tells what a run, or a grid of runs (--top-k 5,10), would ask of servers and what it would cost; asks none.',
    )
    .addOption(overwriteOption)
    .option('--replicates <n>', 'how often each is repeated', countArgument)
    .option('--concurrency <n>', 'items in flight at once, of steps on this machine', concurrencyArgument, 4)
    .addOption(batchApiOption)
    .option('--prices <file>', 'what models cost, in place of the prices that ship', pathArgument)
    .option('--json', 'print one object')
    .action(async (_name: string, flags: PlanFlags) => {
      if (pipeline === undefined) return;
      const { planPipeline } = await import('../plan-pipeline.ts');
      process.exitCode = await planPipeline(pipeline, flags);
    });
};
