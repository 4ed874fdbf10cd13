import { spawnSync } from 'node:child_process';
import { readFileSync, appendFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseJournal, runState, type RunState } from '../../cli/journal.ts';
import { RunFolder } from '../../cli/run-folder.ts';
import { thisProcess } from '../../engine/store/process-id.ts';
import { temporaryFolder } from '../support/run-cli.ts';

const dead = spawnSync(process.execPath, ['-e', '']).pid;
const alive = { pid: thisProcess.pid, since: thisProcess.started, host: thisProcess.host };
const step = { event: 'step', step: 'answers', stage: 'answer', artifact: 'a', log: 'items/answer/x.jsonl' };
const work = { event: 'work', step: 'answers', log: 'items/answer/x.jsonl', items: 9, from: 0 };
const started = { event: 'started', command: 'pipeline run rag' };
const complete = { event: 'ended', status: 'complete' };

/** The state of a run by its lines, each with the process that wrote it; a dead one unless given. */
function stateOf(...lines: readonly object[]): RunState {
  const text = lines.map((line) => JSON.stringify({ at: '2022-05-03T09:15:00.000Z', pid: dead, ...line }));
  return runState(parseJournal(text.join('\n')));
}

function usesOf(...lines: readonly object[]): string[] {
  return stateOf(...lines).uses.map(({ artifact }) => artifact);
}

describe('a run', () => {
  it.each([
    ['unknown', []],
    ['complete', [started, step, work, complete]],
    ['incomplete', [started, { event: 'ended', status: 'incomplete' }]],
    ['killed', [started, step, work]],
    ['complete', [started, started, complete]],
    ['killed', [started, complete, started]],
    ['running', [{ ...started, ...alive }]],
    ['running', [{ ...started, pid: alive.pid }]],
    ['killed', [{ ...started, ...alive, since: '1' }]],
    ['running', [{ ...started, ...alive, host: 'elsewhere' }]],
    // Of two that ran at once one has ended.
    ['running', [{ ...started, ...alive }, started, complete]],
    ['complete', [{ ...started, ...alive }, started, complete, { ...complete, ...alive }]],
  ])('is %s', (status, lines) => {
    expect(stateOf(...lines).status).toBe(status);
  });

  it('needs what it has used since it was complete, or all while it is going on', () => {
    const other = { ...step, artifact: 'b' };
    expect(usesOf(started, step, started, other)).toEqual(['a', 'b']);
    expect(usesOf(started, step, complete)).toEqual([]);
    expect(usesOf(started, step, complete, started, other)).toEqual(['b']);
    expect(usesOf({ ...started, ...alive }, step, started, complete)).toEqual(['a']);
  });

  it('has had to do what was noted since its last start', () => {
    expect(stateOf(started, work, started, { ...work, items: 3 }).work.map(({ items }) => items)).toEqual([
      3,
    ]);
  });
});

it('is written behind a line that was cut short', async () => {
  const folder = new RunFolder(temporaryFolder(), 'rag-1');
  await folder.note({ event: 'started', command: 'pipeline run rag' });
  appendFileSync(folder.file('journal.jsonl'), '{"event":"st');
  await folder.note({ event: 'ended', status: 'complete' });
  expect((await folder.state())?.status).toBe('complete');
  expect(readFileSync(folder.file('journal.jsonl'), 'utf8').split('\n')).toHaveLength(4);
});
