import { Command } from 'commander';
import { presetOf } from '../../engine/pipeline/definition.ts';
import { concurrencyArgument, countArgument, dollarsArgument, pathArgument } from '../arguments.ts';
import { batchApiOption } from '../batch-api-option.ts';
import type { BuildCommand } from '../build-command.ts';
import { judgePipeline } from '../judge-steps.ts';
import type { RejudgeFlags } from '../rejudge.ts';

/** `pipeline rejudge <run>`: its judge takes the flags that it has in the pipeline `judged`. */
export const rejudgeCommand: BuildCommand = (words) => {
  const { pipeline, parameters } = judgePipeline();
  const command = new Command()
    .argument('<run>', 'the run whose answers are judged (see pipeline status)')
    .description('Has a model judge the answers of a run, or several models; nothing is answered again.')
    .allowExcessArguments(false);
  for (const parameter of parameters) {
    const many = parameter.name === 'judge' ? '; several with commas between them' : '';
    command.option(`--${parameter.name} <value>`, `${parameter.about}${many}${presetOf(parameter)}`);
  }
  return command
    .option('--out <folder>', 'where store and results lie', pathArgument, 'outputs')
    .option('--concurrency <n>', 'answers in flight at once', concurrencyArgument, 4)
    .option('--requests-per-minute <n>', 'what a server is asked at most', countArgument)
    .option('--tokens-per-minute <n>', 'what a server is sent and sends at most', countArgument)
    .option('--max-cost <dollars>', 'stop before more is spent', dollarsArgument)
    .addOption(batchApiOption)
    .option('--prices <file>', 'what models cost, in place of the prices that ship', pathArgument)
    .option('--json', 'print one object')
    .action(async (run: string, flags: RejudgeFlags) => {
      const { rejudge } = await import('../rejudge.ts');
      process.exitCode = await rejudge(run, pipeline, flags, words);
    });
};
