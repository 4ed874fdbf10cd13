import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measure, type Row } from './measure.ts';
import { openai, withServer } from './model-server.ts';
import { writeQuestions } from './questions.ts';
import { askWords } from './run-words.ts';

/** 100,000 take minutes: they are asked for by a variable. */
const calls = process.env['BENCH_LARGE'] === '1' ? 100_000 : 20_000;
const early = [1000, 3000] as const;
const late = [calls - 2000, calls] as const;

/** What is in use on the heap around the end of many calls that are answered at once, over what is around the first ones. */
export async function memoryRun(): Promise<Row> {
  const out = mkdtempSync(join(tmpdir(), 'bench-memory-'));
  try {
    return await withServer(openai, { delayMs: 0 }, async (server) => {
      const data = writeQuestions(join(out, 'many.json'), calls);
      const { heapOverTime } = await measure(askWords(server, { data, out }), { watchesHeap: true });
      const between = ([from, to]: readonly [number, number]): number => {
        const [start, end] = [server.cameAt(from), server.cameAt(to)];
        return median(heapOverTime.filter(([at]) => at >= start && at <= end).map(([, bytes]) => bytes));
      };
      const found = between(late) / between(early);
      return {
        what: `heap after ${calls} calls, over that after the first ${early[1]}`,
        found,
        bar: 1.1,
        unit: '×',
      };
    });
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
