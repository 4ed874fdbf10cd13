import path from 'node:path';
import { expect, it } from 'vitest';
import { startChatServer } from '../support/chat-server.ts';
import { dialects } from '../support/dialects.ts';
import { speakOpenAi } from '../support/openai-server.ts';
import { runCli, temporaryFolder } from '../support/run-cli.ts';
import { reportOf } from '../support/run-report.ts';
import { twoConversations, writeData } from '../support/two-conversations.ts';

/** Of the six questions of the two conversations four have a gold answer. */
const [questions, judgeable] = [6, 4];

it.each(dialects.map((dialect) => [dialect.provider, dialect] as const))(
  '%s answers and judges, and is asked nothing twice',
  async (provider, dialect) => {
    const { baseUrl, seen } = await speakOpenAi((request) => {
      const [asked] = dialect.asked(request).messages;
      const text = asked?.content.includes('<reference>') ? 'They agree.\nCORRECT' : 'red';
      return dialect.reply({ text, finishReason: 'stop', usage: { input: 40, cachedInput: 0, output: 5 } });
    });
    const address = provider === 'openai' ? baseUrl : baseUrl.replace(/\/v1$/, '');
    const folder = temporaryFolder();
    const data = ['--data', writeData(path.join(folder, 'data.json'), twoConversations())];
    const model = ['--retriever', 'bm25', '--model', `${provider}:any`, '--base-url', address];
    const judge = ['--judge', `${provider}:judge`, '--judge-base-url', address, '--calibrate', 'false'];
    const args = ['run', 'judged', ...data, ...model, ...judge, '--out', path.join(folder, 'out'), '--json'];
    const env = dialect.key === undefined ? {} : { [dialect.key.variable]: 'planted-key-0123456789' };
    for (const time of ['first', 'second']) {
      const ended = await runCli(args, { env });
      expect(ended.code, ended.stderr).toBe(0);
      const [judged] = reportOf(ended).judged ?? [];
      expect(judged).toMatchObject({ judge: `${provider}:judge` });
      expect(judged?.answers.flatMap(({ verdicts }) => verdicts)).toEqual(Array(judgeable).fill('correct'));
      expect(seen, `after the ${time} run`).toHaveLength(questions + judgeable);
    }
  },
);

it('texts are embedded by OpenAI beside a model of another provider, whatever its address', async () => {
  const ollama = dialects.find(({ provider }) => provider === 'ollama');
  if (ollama === undefined) throw new Error('no Ollama');
  const answering = await speakOpenAi(() =>
    ollama.reply({ text: 'red', finishReason: 'stop', usage: { input: 40, cachedInput: 0, output: 5 } }),
  );
  const embedding = await startChatServer();
  const folder = temporaryFolder();
  const data = ['--data', writeData(path.join(folder, 'data.json'), twoConversations())];
  const model = ['--model', 'ollama:any', '--base-url', answering.baseUrl.replace(/\/v1$/, '')];
  const vectors = ['--retriever', 'dense', '--embedder', 'openai:any'];
  const ended = await runCli(['run', 'rag-dialog', ...data, ...model, ...vectors], {
    cwd: folder,
    env: { OPENAI_BASE_URL: embedding.baseUrl, OPENAI_API_KEY: 'planted-key-0123456789' },
  });
  expect(ended.code, ended.stderr).toBe(0);
  expect(embedding.embedded()).toBeGreaterThan(0);
  expect(new Set(answering.seen.map((one) => one.path))).toEqual(new Set(['/api/chat']));
});
