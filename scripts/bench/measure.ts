import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { $ } from 'zx';
import { packageRoot } from '../../engine/package-root.ts';

/** What one run of a command took. */
export interface Measurement {
  readonly seconds: number;
  /** Peak memory in bytes. */
  readonly memory: number;
  readonly stdout: string;
}

const hook = pathToFileURL(join(packageRoot, 'scripts/bench/report-memory.js')).href;

/** Runs node with these words as a process of its own, and measures it as a whole. */
export async function measure(words: readonly string[]): Promise<Measurement> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const memoryFile = join(folder, 'memory');
  const env = { ...process.env, NODE_OPTIONS: `--import=${hook}`, BENCH_MEMORY_FILE: memoryFile };
  try {
    const started = performance.now();
    const { stdout } = await $({ env, quiet: true })`node ${words}`;
    const seconds = (performance.now() - started) / 1000;
    return { seconds, memory: Number(readFileSync(memoryFile, 'utf8')), stdout };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The median of the seconds of several runs. */
export async function medianSeconds(words: readonly string[], runs: number): Promise<number> {
  const seconds: number[] = [];
  for (let run = 0; run < runs; run++) seconds.push((await measure(words)).seconds);
  return seconds.toSorted((a, b) => a - b)[Math.floor(runs / 2)] ?? 0;
}
