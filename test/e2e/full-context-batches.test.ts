import type { ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { completion, speakOpenAi, type Scripted } from '../support/openai-server.ts';
import { anyKey, manyQuestions, questionsIn } from '../support/paid-run.ts';
import { runCli, startCli, temporaryFolder } from '../support/run-cli.ts';
import { reportOf } from '../support/run-report.ts';
import { loggedRecords } from '../support/store-contents.ts';
import { twoConversations, writeData } from '../support/two-conversations.ts';

/** What stands behind the conversation: one question, or the numbered lines of several. */
function askedIn(prompt: string): { readonly batch: readonly number[]; readonly text: string } {
  const text = prompt.slice(prompt.lastIndexOf('said, "'));
  return { batch: [...text.matchAll(/^(\d+): /gm)].map(([, number]) => Number(number)), text };
}

/** A server that is asked one question or several; `seen` has how many it was each time. */
async function batchServer(
  reply: (asked: ReturnType<typeof askedIn>, nth: number) => Scripted | Promise<Scripted>,
) {
  const sizes: number[] = [];
  const { baseUrl, seen } = await speakOpenAi(({ body }) => {
    const asked = askedIn((body['messages'] as readonly { readonly content: string }[])[0]?.content ?? '');
    // Conversations of 100,000 characters are too much to keep.
    (seen as unknown[]).length = 0;
    sizes.push(Math.max(1, asked.batch.length));
    return reply(asked, sizes.length);
  });
  return { baseUrl, sizes };
}

function answersTo(batch: readonly number[]): string {
  return JSON.stringify(Object.fromEntries(batch.map((number) => [number, `part ${number}`])));
}

function smallRun(baseUrl: string, ...flags: string[]): readonly string[] {
  const folder = temporaryFolder();
  const data = writeData(path.join(folder, 'data.json'), twoConversations());
  const model = ['--model', 'openai:any', '--base-url', baseUrl, '--context-tokens', '100000'];
  return ['run', 'full-context', '--data', data, '--out', path.join(folder, 'out'), ...model, ...flags];
}

const questions = twoConversations().flatMap(({ qa }) => qa).length;

describe('a batch that comes to nothing is asked question by question', () => {
  it.each<[string, () => Scripted]>([
    ['withheld by a filter', () => completion('', { finish: 'content_filter' })],
    [
      'refused by a filter',
      () => ({
        status: 400,
        body: { error: { code: 'content_filter', message: 'The prompt was filtered.' } },
      }),
    ],
    [
      'too long',
      () => ({
        status: 400,
        body: { error: { code: 'context_length_exceeded', message: 'maximum context length is 9 tokens' } },
      }),
    ],
  ])('%s', async (_, fault) => {
    const server = await batchServer(({ batch }) => (batch.length > 1 ? fault() : completion('alone')));
    const ended = await runCli([...smallRun(server.baseUrl, '--batch-size', '3'), '--json'], { env: anyKey });
    expect(ended.code, ended.stderr).toBe(0);
    expect(reportOf(ended).scores.unscored.overall).toBe(0);
    expect(server.sizes.filter((size) => size === 1).length).toBeGreaterThanOrEqual(questions - 1);
  });

  it('cut off by its length, and no piece of it is taken for an answer', async () => {
    const server = await batchServer(({ batch }) =>
      batch.length > 1
        ? completion('{"0": "part 0", "1": "part 1", "2": "par', { finish: 'length' })
        : completion('alone'),
    );
    const ended = await runCli([...smallRun(server.baseUrl, '--batch-size', '3'), '--json'], { env: anyKey });
    expect(ended.code, ended.stderr).toBe(0);
    const predictions = reportOf(ended).results.map(({ prediction }) => prediction);
    expect(predictions).toContain('alone');
    expect(predictions).not.toContain('par');
    expect(predictions.filter((prediction) => /[{}`]/.test(prediction ?? ''))).toEqual([]);
  });
});

describe('batches', { timeout: 300_000 }, () => {
  it('ask both orders of adversarial options', async () => {
    const texts: string[] = [];
    const server = await batchServer(({ batch, text }) => {
      texts.push(text);
      return completion(
        batch.length > 1 ? JSON.stringify(Object.fromEntries(batch.map((n) => [n, '(a)']))) : '(a)',
      );
    });
    const flags = ['--batch-size', '4', '--options', 'both'];
    const ended = await runCli([...smallRun(server.baseUrl, ...flags), '--json'], { env: anyKey });
    expect(ended.code, ended.stderr).toBe(0);
    const offered = texts.flatMap((text) =>
      [...text.matchAll(/^\s*\(a\) (.*)$/gm)].map(([, option]) => option),
    );
    const data = writeData(path.join(temporaryFolder(), 'data.json'), twoConversations());
    const adversarial = questionsIn(data).filter(({ category }) => category === 5);
    expect(adversarial.length).toBeGreaterThan(0);
    expect(offered).toHaveLength(2 * adversarial.length);
    const absent = offered.filter((option) => option === 'Not mentioned in the conversation');
    expect(absent).toHaveLength(adversarial.length);
  });

  it('are not sent again after a kill once they are finished', async () => {
    const folder = temporaryFolder();
    const data = manyQuestions(path.join(folder, 'data.json'));
    const out = path.join(folder, 'out');
    const total = questionsIn(data).length;
    let running: ChildProcess | undefined;
    let sent = 0;
    const server = await batchServer(async ({ batch }, nth) => {
      sent += Math.max(1, batch.length);
      if (nth === 90) running?.kill('SIGKILL');
      await sleep(5);
      return completion(batch.length > 1 ? answersTo(batch) : 'alone');
    });
    const model = ['--model', 'openai:any', '--base-url', server.baseUrl, '--context-tokens', '128000'];
    const flags = ['--batch-size', '10', '--concurrency', '4', '--data', data, '--out', out, '--json'];
    const args = ['run', 'full-context', ...model, ...flags];
    const { process: child, ended } = startCli(args, { env: anyKey });
    running = child;
    expect((await ended).signal).toBe('SIGKILL');
    const finished = loggedRecords(path.join(out, 'store'), 'read-conversation').length;
    expect(finished).toBeGreaterThan(0);
    sent = 0;
    const second = await runCli(args, { env: anyKey });
    expect(second.code, second.stderr).toBe(0);
    expect(sent).toBe(total - finished);
    expect(reportOf(second).results).toHaveLength(total);
    expect(reportOf(second).scores.unscored.overall).toBe(0);
    expect((await runCli(args, { env: anyKey })).code).toBe(0);
    expect(sent).toBe(total - finished);
  });
});

it('keeps what a batch was paid for where the server ends the run before its last question is answered', async () => {
  let hasCredit = false;
  const server = await batchServer(({ batch }) => {
    // The reply to a batch leaves its last question out, and there is no credit for another call.
    if (batch.length > 1) return completion(answersTo(batch.slice(0, -1)));
    return hasCredit
      ? completion('alone')
      : { status: 402, body: { error: { message: 'Insufficient credits', code: 'insufficient_quota' } } };
  });
  const args = smallRun(server.baseUrl, '--batch-size', '3', '--concurrency', '1', '--json');
  const first = await runCli(args, { env: anyKey });
  expect(first.code).toBe(1);
  const before = server.sizes.length;
  hasCredit = true;
  const second = await runCli(args, { env: anyKey });
  expect(second.code, second.stderr).toBe(0);
  expect(reportOf(second).results).toHaveLength(questions);
  // No batch is asked again.
  expect(server.sizes.slice(0, before).filter((size) => size > 1)).toEqual(
    server.sizes.filter((size) => size > 1),
  );
});

it('asks batches again whose prompt was changed, and questions that are asked alone not', async () => {
  const server = await batchServer(({ batch }) => completion(batch.length > 1 ? answersTo(batch) : 'alone'));
  const args = smallRun(server.baseUrl);
  const prompts = temporaryFolder();
  const own = 'Be brief.\n\n{{questions}}\n\nReply with one JSON object from number to answer.\n';
  writeFileSync(path.join(prompts, 'ask-conversation-batch.md'), own);
  const calls = async (...flags: string[]): Promise<number> => {
    const before = server.sizes.length;
    const ended = await runCli([...args, ...flags], { env: anyKey });
    expect(ended.code, ended.stderr).toBe(0);
    return server.sizes.length - before;
  };
  const batches = await calls('--batch-size', '3');
  expect(batches).toBeGreaterThan(0);
  expect(await calls('--batch-size', '3', '--prompts', prompts)).toBe(batches);
  expect(await calls('--batch-size', '3')).toBe(0);
  expect(await calls()).toBe(questions);
  expect(await calls('--prompts', prompts)).toBe(0);
});
