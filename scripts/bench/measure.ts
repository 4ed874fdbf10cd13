import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { $ } from 'zx';
import { packageRoot } from '../../engine/package-root.ts';

/** One figure beside its bar, which it must not exceed. */
export interface Row {
  readonly what: string;
  readonly found: number;
  readonly bar: number;
  readonly unit: string;
}

/** What one run of a command took. */
export interface Measurement extends Usage {
  readonly seconds: number;
  readonly stdout: string;
}

/** What a process wrote down about itself as it ended. */
interface Usage {
  /** Peak memory in bytes. */
  readonly memory: number;
  /** Of the user and the system, over all threads. */
  readonly cpuSeconds: number;
  /** Milliseconds since the epoch, and the bytes then in use on the heap; empty where it was not watched. */
  readonly heapOverTime: readonly (readonly [at: number, bytes: number])[];
}

const hook = pathToFileURL(join(packageRoot, 'scripts/bench/report-usage.js')).href;

/**
 * Runs node with these words as a process of its own, and measures it as a whole. Watching the heap takes time. Throws
 * where the process fails, unless it may.
 */
export async function measure(
  words: readonly string[],
  { watchesHeap = false, mayFail = false } = {},
): Promise<Measurement> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const usageFile = join(folder, 'usage.json');
  const env = {
    ...process.env,
    NODE_OPTIONS: `--import=${hook}`,
    BENCH_USAGE_FILE: usageFile,
    BENCH_HEAP: watchesHeap ? 'yes' : '',
  };
  try {
    const started = performance.now();
    const { stdout } = await $({ env, quiet: true, nothrow: mayFail })`node ${words}`;
    const seconds = (performance.now() - started) / 1000;
    const usage: Usage = JSON.parse(readFileSync(usageFile, 'utf8'));
    return { ...usage, seconds, stdout };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The seconds of a step in the report that a run printed. */
export function secondsOf(json: string, step: string): number {
  const { steps } = JSON.parse(json);
  return steps.find((one: { step: string }) => one.step === step)?.seconds ?? 0;
}

/** The median of the seconds of several runs. */
export async function medianSeconds(words: readonly string[], runs: number): Promise<number> {
  const seconds: number[] = [];
  for (let run = 0; run < runs; run++) seconds.push((await measure(words)).seconds);
  return seconds.toSorted((a, b) => a - b)[Math.floor(runs / 2)] ?? 0;
}
