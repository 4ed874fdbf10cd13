import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from '../../engine/package-root.ts';
import { startChatServer } from '../support/chat-server.ts';
import {
  anyKey,
  expectSameItems,
  manyQuestions,
  paidRun,
  questionsAsked,
  questionsIn,
} from '../support/paid-run.ts';
import { runCli, temporaryFolder } from '../support/run-cli.ts';
import { manyConversations, writeData } from '../support/two-conversations.ts';

it(
  'asks each question once, and nothing again when only the way of asking changes',
  { timeout: 300_000 },
  async () => {
    const folder = temporaryFolder();
    const [data, out] = [manyQuestions(path.join(folder, 'data.json')), path.join(folder, 'out')];
    const server = await startChatServer();
    const elsewhere = await startChatServer();
    const run = async (baseUrl: string, ...flags: string[]): Promise<void> => {
      const { code, stderr } = await runCli(paidRun(data, baseUrl, out, ...flags), { env: anyKey });
      expect(code, stderr).toBe(0);
    };

    await run(server.baseUrl, '--concurrency', '16');
    const questions = questionsIn(data);
    expect(questions).toHaveLength(1986);
    expectSameItems(
      questionsAsked(server.asked),
      questions.map(({ question }) => question),
    );

    await run(server.baseUrl, '--concurrency', '16');
    await run(server.baseUrl, '--concurrency', '3');
    await run(elsewhere.baseUrl);
    expect(server.asked).toHaveLength(1986);
    expect(elsewhere.asked).toHaveLength(0);

    // A prompt that is changed asks those questions anew that are put in it.
    const prompts = promptsWithOther('answer-with-date.md', folder);
    await run(elsewhere.baseUrl, '--prompts', prompts, '--concurrency', '16');
    const temporal = questions.filter(({ category }) => category === 2).map(({ question }) => question);
    expectSameItems(questionsAsked(elsewhere.asked), temporal);
  },
);

it('asks exactly what a change changes', { timeout: 300_000 }, async () => {
  const folder = temporaryFolder();
  const [data, out] = [
    writeData(path.join(folder, 'data.json'), manyConversations(12)),
    path.join(folder, 'out'),
  ];
  const changes: readonly (readonly [what: string, asked: number, ...flags: string[]])[] = [
    ['nothing was asked before', 72],
    ['a prompt', 24, '--prompts', promptsWithOther('answer-of-two.md', folder)],
    ['only the folder of the prompts', 0, '--prompts', promptsAsShipped(path.join(folder, 'copy'))],
    ['k, where a conversation has more passages', 36, '--top-k', '4'],
    ['the model', 72, '--model', 'openai:other'],
    ['the temperature', 72, '--temperature', 'none'],
    ['the longest reply', 72, '--max-tokens', '64'],
    ['a tag', 72, '--model-tag', 'quantised'],
    ['some conversations, asked before', 0, '--samples', 'talk-a0,talk-b3'],
    ['the limits of the server', 0, '--concurrency', '1'],
    ['nothing', 0],
  ];
  for (const [what, count, ...flags] of changes) {
    const server = await startChatServer();
    const args = paidRun(data, server.baseUrl, out, '--top-k', '3', ...flags);
    const { code, stderr } = await runCli(args, { env: anyKey });
    expect(code, stderr).toBe(0);
    expect(server.asked, what).toHaveLength(count);
  }
});

/** A folder with one prompt of its own. */
function promptsWithOther(name: string, folder: string): string {
  const prompts = promptsAsShipped(folder);
  const file = path.join(prompts, name);
  writeFileSync(file, `Think well.\n\n${readFileSync(file, 'utf8')}`);
  return prompts;
}

function promptsAsShipped(folder: string): string {
  const prompts = path.join(folder, 'prompts');
  cpSync(path.join(packageRoot, 'prompts'), prompts, { recursive: true });
  return prompts;
}
