import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { packageRoot } from '../../engine/package-root.ts';
import { measure, secondsOf, type Measurement, type Row } from './measure.ts';

const delayMs = 100;
const atOnce = 64;
const calls = 2000;
const manyCalls = 20_000;

/** Runs against a model's server of our own: how near they come to its speed, and what a call costs this machine. */
export async function paidRuns(): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-paid-'));
  try {
    return [...(await speed(folder)), await memory(folder)];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function speed(folder: string): Promise<readonly Row[]> {
  const server = await startServer(delayMs);
  try {
    const data = writeQuestions(join(folder, 'some.json'), calls);
    const ask = (model: string, ...flags: string[]): Promise<Measurement> =>
      measure([...paidRun(data, server.address, join(folder, 'some'), model), ...flags]);
    // What comes before the questions is computed for another model.
    await ask('another');
    const first = server.requests() + 1;
    const all = await ask('any');
    const seconds = (server.seenAt(first + calls - 1) - server.seenAt(first) + delayMs) / 1000;
    const one = await ask('third', '--limit', '1');
    const bareFetch = join(packageRoot, 'scripts/bench/bare-fetch.js');
    const bare = await measure([bareFetch, server.address, String(calls), String(atOnce)]);
    const ideal = (calls / atOnce) * (delayMs / 1000);
    // At least 85 % of the ideal.
    const bar = 1.18;
    const what = `${calls} calls of ${delayMs} ms, ${atOnce} at once, over the ideal`;
    return [
      { what, found: seconds / ideal, bar, unit: '×' },
      { what: '  the same with bare fetch', found: Number(bare.stdout) / ideal, bar, unit: '×' },
      {
        what: '  before the first of them: listing and loading',
        found: secondsOf(all.stdout, 'answers') - seconds,
        bar: 1.5,
        unit: 's',
      },
      {
        what: '  processor time of a call, loading apart',
        found: ((all.cpuSeconds - one.cpuSeconds) / (calls - 1)) * 1000,
        bar: 2,
        unit: 'ms',
      },
    ];
  } finally {
    server.stop();
  }
}

/** What is in use on the heap around the end of many calls, over what is around the first ones. */
async function memory(folder: string): Promise<Row> {
  const server = await startServer(0);
  try {
    const data = writeQuestions(join(folder, 'many.json'), manyCalls);
    const words = paidRun(data, server.address, join(folder, 'many'), 'any');
    const { heapOverTime } = await measure(words, { watchesHeap: true });
    const between = (from: number, to: number): number => {
      const [start, end] = [server.seenAt(from), server.seenAt(to)];
      return median(heapOverTime.filter(([at]) => at >= start && at <= end).map(([, bytes]) => bytes));
    };
    const found = between(manyCalls - 2000, manyCalls) / between(1000, 3000);
    return {
      what: `heap after ${manyCalls} calls, over that after the first 2000`,
      found,
      bar: 1.1,
      unit: '×',
    };
  } finally {
    server.stop();
  }
}

function paidRun(data: string, address: string, out: string, model: string): readonly string[] {
  const asks = ['--retriever', 'bm25', '--model', `openai:${model}`, '--base-url', address];
  const words = ['--data', data, '--out', out, '--concurrency', String(atOnce), '--json'];
  return [join(packageRoot, 'bin/pipeline.js'), 'run', 'rag-dialog', ...asks, ...words];
}

interface Server {
  readonly address: string;
  /** How many requests it has seen. */
  requests(): number;
  /** When the request of that number came, in milliseconds since the epoch. */
  seenAt(request: number): number;
  stop(): void;
}

async function startServer(delay: number): Promise<Server> {
  const script = join(packageRoot, 'scripts/bench/chat-server.js');
  const child = spawn(process.execPath, [script, String(delay)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface(child.stdout);
  const [address] = await once(lines, 'line');
  const seen: number[] = [];
  lines.on('line', (line) => seen.push(Number(line)));
  return {
    address,
    requests: () => seen.length,
    seenAt: (request) => seen[request - 1] ?? Number.NaN,
    stop: () => void child.kill(),
  };
}

/** A data file with so many questions, a hundred for each conversation of twenty turns. */
function writeQuestions(file: string, questions: number): string {
  const samples = Array.from({ length: questions / 100 }, (_, number) => ({
    sample_id: `talk-${number}`,
    conversation: {
      speaker_a: 'Mara',
      speaker_b: 'Joost',
      session_1_date_time: '9:15 am on 3 May, 2022',
      session_1: Array.from({ length: 20 }, (__, turn) => ({
        speaker: turn % 2 === 0 ? 'Mara' : 'Joost',
        dia_id: `D1:${turn + 1}`,
        text: `On trip ${number} I paddled my red kayak to island ${turn}, and had rye bread with the herons there.`,
      })),
    },
    qa: Array.from({ length: 100 }, (__, question) => ({
      question: `Where did the kayak go on trip ${number}, stage ${question}?`,
      answer: 'an island',
      evidence: [`D1:${(question % 20) + 1}`],
      category: 4,
    })),
  }));
  writeFileSync(file, JSON.stringify(samples));
  return file;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
