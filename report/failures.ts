import type { StepOutcome } from '../engine/events.ts';
import { counted } from './counted.ts';
import { reasonLines } from './reasons.ts';

/** Which items of a run failed, step by step, with the most frequent reasons. */
export function failuresText(steps: readonly StepOutcome[]): string {
  return steps
    .filter(({ failed }) => failed > 0)
    .flatMap(({ step, items, failed, failures }) => [
      `${step}: ${failed} of ${counted(items, 'item')} failed`,
      ...reasonLines(failures.values()).map((line) => `  ${line}`),
    ])
    .join('\n');
}
