import { ExpectedError } from '../engine/expected-error.ts';
import type { RunOptions } from '../engine/run/run-options.ts';
import { Stopped } from '../engine/run/stopped.ts';
import type { RunReport } from '../report/run-report.ts';
import { listenForInterrupts } from './interrupts.ts';
import { asTyped } from './program-name.ts';
import type { Reporter } from './reporter.ts';
import type { RunFolder } from './run-folder.ts';
import { tell } from './streams.ts';

/** How work on a run ends, unless it fails. */
export type Ending = RunReport['status'] | 'stopped';

/** Does the work of a run under its journal, tells how to go on with what is left, and returns the exit code. */
export async function carryOut(
  run: { readonly folder: RunFolder; readonly command: string; readonly reporter: Reporter },
  work: () => Promise<Ending>,
): Promise<number> {
  const { folder, command, reporter } = run;
  await folder.note({ event: 'started', command });
  try {
    const status = await work();
    await folder.note({ event: 'ended', status });
    if (status === 'complete') return 0;
    const [head, aim] = status === 'stopped' ? ['Stopped', 'go on'] : ['Incomplete', 'try the rest again'];
    tell(`${head}; what was finished is kept. To ${aim}:\n  ${asTyped(command)}`);
    return status === 'stopped' ? 130 : 1;
  } catch (error) {
    // What went wrong matters more than a folder that cannot be written.
    await endAsFailed(folder, reporter).catch(() => undefined);
    if (!(error instanceof ExpectedError) || !reporter.hasComputed) throw error;
    const goOn = `What was finished is kept. To go on:\n  ${asTyped(command)}`;
    throw error.withRemedy([error.remedy ?? [], goOn].flat().join('\n  '));
  }
}

/** A run that was refused before anything was computed leaves nothing to go on with, and no folder. */
async function endAsFailed(folder: RunFolder, reporter: Reporter): Promise<void> {
  if (reporter.hasComputed || !(await folder.forget()))
    await folder.note({ event: 'ended', status: 'failed' });
}

/** Does what can be interrupted; undefined where the user stopped it. */
export async function interruptible<T>(
  work: (signals: Pick<RunOptions, 'stopping' | 'signal'>) => Promise<T>,
): Promise<T | undefined> {
  const interrupts = listenForInterrupts();
  try {
    return await work(interrupts);
  } catch (error) {
    if (error instanceof Stopped || (interrupts.stopping.aborted && isAbort(error))) return undefined;
    throw error;
  } finally {
    interrupts.dispose();
  }
}

/** Whether work threw because it was given up. */
function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}
