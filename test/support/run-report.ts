import type { RunReport } from '../../report/run-report.ts';
import type { CliResult } from './run-cli.ts';

/** What `run --json` printed: one object and nothing else. */
export function reportOf({ stdout }: CliResult): RunReport {
  return JSON.parse(stdout) as RunReport;
}

/** How many items each step computed. */
export function computedBySteps({ steps }: RunReport): { readonly [step: string]: number } {
  return Object.fromEntries(steps.map(({ step, computed }) => [step, computed]));
}
