import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { noPlayer, playServer } from '../support/play-server.ts';
import { anyKey, expectSameItems, manyQuestions, questionsIn } from '../support/paid-run.ts';
import { completion, speakOpenAi } from '../support/openai-server.ts';
import { runCli, startCli, temporaryFolder } from '../support/run-cli.ts';
import { reportOf } from '../support/run-report.ts';
import { sharedPath } from '../support/shared.ts';
import { loggedRecords } from '../support/store-contents.ts';
import { twoConversations, writeData } from '../support/two-conversations.ts';

const case04 = '04-batch-reply-shapes';

interface Expected {
  readonly qa_index: number;
  readonly prediction: string;
  readonly f1: number;
}

describe.skipIf(noPlayer !== '')(`case 04: shapes of a batch reply${noPlayer}`, () => {
  it.each([
    ['fence', 1],
    ['prose', 1],
    ['lexical', 1],
    ['missing', 2],
    ['values', 2],
    ['cut', 2],
  ])('%s: every answer is found, and given to its question', async (variant, calls) => {
    const server = await playServer(`${case04}/server-${variant}.json`);
    const data = sharedPath(`cases/${case04}/batch12.json`) ?? '';
    const args = ['--data', data, '--model', 'openai:test-chat', '--base-url', `${server.address}/v1`];
    const ended = await runCli(
      ['run', 'full-context', ...args, '--batch-size', '12', '--out', temporaryFolder(), '--json'],
      { env: { OPENAI_API_KEY: 'sk-case-0123456789abcdef' } },
    );
    expect(ended.code, ended.stderr).toBe(0);
    const expected: readonly Expected[] = JSON.parse(
      readFileSync(sharedPath(`cases/${case04}/expect.json`) ?? '', 'utf8'),
    );
    const found = reportOf(ended).results.map(({ qa_index, prediction, f1 }) => ({
      qa_index,
      prediction,
      f1,
    }));
    expect(found).toEqual(expected.map(({ qa_index, prediction, f1 }) => ({ qa_index, prediction, f1 })));
    expect(await server.log()).toHaveLength(calls);
  });
});

/** A server that replies with what tells the question, and remembers the questions; not their conversations. */
async function rememberingServer(onAsked: (nth: number) => void = () => undefined) {
  const asked: string[] = [];
  const { baseUrl, seen } = await speakOpenAi(async ({ body }) => {
    const prompt = (body['messages'] as readonly { readonly content: string }[])[0]?.content ?? '';
    // A conversation of 100,000 characters with each of thousands of requests is too much to keep.
    (seen as unknown[]).length = 0;
    const question = prompt.slice(prompt.lastIndexOf('\nQuestion: '));
    asked.push(question);
    onAsked(asked.length);
    await sleep(5);
    return completion(replyTo(question));
  });
  return { baseUrl, asked };
}

/** Words that no two questions share, so that an answer tells what was asked. */
function replyTo(question: string): string {
  return `reply to ${question.replaceAll(/\s+/g, ' ').trim()}`;
}

describe('whole conversations', { timeout: 300_000 }, () => {
  it('answer and score every question; killed in the middle, no finished one is asked again', async () => {
    const folder = temporaryFolder();
    const data = manyQuestions(path.join(folder, 'data.json'));
    const out = path.join(folder, 'out');
    let running: ChildProcess | undefined;
    const server = await rememberingServer((nth) => {
      if (nth === 900) running?.kill('SIGKILL');
    });
    const args = [
      'run',
      'full-context',
      '--model',
      'openai:any',
      '--base-url',
      server.baseUrl,
      '--data',
      data,
    ];
    const flags = ['--out', out, '--concurrency', '16', '--json'];
    const { process: child, ended } = startCli([...args, ...flags], { env: anyKey });
    running = child;
    expect((await ended).signal).toBe('SIGKILL');
    const before = server.asked.length;
    const finished = loggedRecords<{ readonly raw?: string; readonly prediction: string }>(
      path.join(out, 'store'),
      'read-conversation',
    );
    expect(finished.length).toBeGreaterThan(800);

    const second = await runCli([...args, ...flags], { env: anyKey });
    expect(second.code, second.stderr).toBe(0);
    expect(second.stderr).toContain('--context-tokens');
    const { results, scores } = reportOf(second);
    const questions = questionsIn(data).length;
    expect(results).toHaveLength(questions);
    expect(scores.unscored.overall).toBe(0);
    // What was finished is not asked again, and everything else is, once.
    expect(server.asked.length - before).toBe(questions - finished.length);
    const again = await runCli([...args, ...flags], { env: anyKey });
    expect(again.code).toBe(0);
    expect(server.asked.length - before).toBe(questions - finished.length);
  });

  it('send the conversation first and the question last, the start the same for all of it', async () => {
    const folder = temporaryFolder();
    const data = writeData(path.join(folder, 'data.json'), twoConversations());
    const prompts: string[] = [];
    const { baseUrl } = await speakOpenAi(({ body }) => {
      prompts.push((body['messages'] as readonly { readonly content: string }[])[0]?.content ?? '');
      return completion('somewhere');
    });
    const args = ['run', 'full-context', '--model', 'openai:any', '--base-url', baseUrl, '--data', data];
    expect((await runCli([...args, '--out', path.join(folder, 'out')], { env: anyKey })).code).toBe(0);
    const starts = prompts.map((prompt) =>
      prompt.slice(0, prompt.indexOf('\n\n', prompt.lastIndexOf('said, "'))),
    );
    expect(new Set(starts).size).toBe(2);
    expectSameItems(
      prompts.map((prompt) => /Question: (.*)/.exec(prompt)?.[1] ?? ''),
      questionsIn(data).map(({ question }) => question),
    );
  });

  it('share no answer between policies that show different turns, and every one between those that do not', async () => {
    const folder = temporaryFolder();
    const data = writeData(path.join(folder, 'data.json'), twoConversations());
    let asked = 0;
    const { baseUrl } = await speakOpenAi(() => {
      asked += 1;
      return completion('somewhere');
    });
    const run = async (...flags: string[]): Promise<number> => {
      const before = asked;
      const address = ['--model', 'openai:any', '--base-url', baseUrl, '--data', data];
      const ended = await runCli(
        ['run', 'full-context', ...address, '--out', path.join(folder, 'out'), ...flags],
        { env: anyKey },
      );
      expect(ended.code, ended.stderr).toBe(0);
      return asked - before;
    };
    const questions = questionsIn(data).length;
    expect(await run('--truncation', 'none')).toBe(questions);
    expect(await run('--truncation', 'paper', '--context-tokens', '100000')).toBe(0);
    expect(await run('--truncation', 'middle', '--context-tokens', '90000')).toBe(0);
    expect(await run('--truncation', 'paper', '--context-tokens', '120')).toBeGreaterThan(0);
    // A batch is another question, and so is each of its own.
    expect(await run('--truncation', 'none', '--batch-size', '3')).toBeGreaterThan(0);
  });
});
