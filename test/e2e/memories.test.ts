import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { completionOf, startChatServer, type Asked } from '../support/chat-server.ts';
import { anyKey } from '../support/paid-run.ts';
import { runCli, temporaryFolder, type CliResult } from '../support/run-cli.ts';
import { reportOf } from '../support/run-report.ts';
import { locomoData } from '../support/shared.ts';
import { manyConversations, twoConversations, writeData } from '../support/two-conversations.ts';

/** The lines of a prompt's sitting, behind the instructions' own example. */
function linesIn({
  prompt,
}: Pick<Asked, 'prompt'>): readonly { readonly id: string; readonly speaker: string }[] {
  const sitting = prompt.slice(0, prompt.indexOf('\nWrite down what'));
  return [...sitting.matchAll(/^\[(D\d+:\d+)\] ([^:]+):/gm)].map(([, id = '', speaker = '']) => ({
    id,
    speaker,
  }));
}

/** A statement for each line. */
function statementsOn(asked: Asked): string {
  const statements = linesIn(asked).map(({ id, speaker }) => ({
    speaker,
    text: `${speaker} said what stands in ${id}.`,
    turns: [id],
  }));
  return JSON.stringify({ statements });
}

/** The first line of a sitting, which no two sittings share. */
const sittingOf = ({ prompt }: Asked): string => prompt.split('\n').slice(0, 3).join('\n');

/** A reply by which OpenAI's models refuse: no content, and why. */
function refusalOf(one: Asked): object {
  const refused = {
    index: 0,
    message: { role: 'assistant', content: null, refusal: 'I cannot help with that.' },
  };
  return { ...completionOf(null, one), choices: [{ ...refused, finish_reason: 'stop' }] };
}

function workplace(data: string) {
  const folder = temporaryFolder();
  const cli = (...args: string[]): Promise<CliResult> =>
    runCli([...args, '--data', data, '--out', 'out'], { cwd: folder, env: anyKey });
  return { folder, cli };
}

describe('observations by a model', { timeout: 300_000 }, () => {
  it('are complete in the end, each finished session asked once, whatever the server does between', async () => {
    const own = path.join(temporaryFolder(), 'data.json');
    const data = locomoData() ?? writeData(own, manyConversations(120));
    const { cli } = workplace(data);
    const finished = new Map<string, number>();
    let calls = 0;
    const { baseUrl, asked } = await startChatServer({
      fault: (one) => {
        calls += 1;
        if (calls % 20 === 0)
          return { status: 429, headers: { 'retry-after': '0' }, body: { error: { message: 'too fast' } } };
        if (calls % 50 === 0) return { body: completionOf('I am sorry, I cannot help with that.', one) };
        if (calls % 5 === 0) return { body: completionOf('{"statements": [{"speaker": "', one) };
        finished.set(sittingOf(one), (finished.get(sittingOf(one)) ?? 0) + 1);
        return { body: completionOf(statementsOn(one), one) };
      },
    });
    const flags = ['--memory-model', 'openai:any', '--memory-base-url', baseUrl, '--concurrency', '16'];
    let last: CliResult | undefined;
    for (let run = 0; run < 4 && last?.code !== 0; run++)
      last = await cli('run', 'observations', ...flags, '--json');
    expect(last?.code, last?.stderr).toBe(0);
    const step = last && reportOf(last).steps.find(({ stage }) => stage === 'observe');
    expect(finished.size).toBe(step?.items);
    // The question after a broken reply is asked in the same chat, and answered once as well.
    expect([...finished.values()].every((times) => times === 1)).toBe(true);
    const before = asked.length;
    const rag = ['--embedder', 'none', '--retriever', 'bm25', '--source', 'generate', ...flags];
    const scored = await cli('run', 'rag-observation', ...rag, '--json');
    expect(scored.code, scored.stderr).toBe(0);
    expect(asked.length).toBe(before);
    expect(reportOf(scored).scores.recall.overall).toBeGreaterThan(0);
  });

  it('that cite nothing of their session, or are about nobody, are kept apart, counted and shown', async () => {
    const folder = temporaryFolder();
    const { cli } = workplace(writeData(path.join(folder, 'data.json'), twoConversations()));
    const { baseUrl } = await startChatServer({
      reply: (one) => {
        const [first] = linesIn(one);
        const { id = '', speaker = '' } = first ?? {};
        const said = (text: string, turns: unknown, who = speaker) => ({ speaker: who, text, turns });
        return `Here you are:\n\`\`\`json\n${JSON.stringify({
          statements: [
            said(`${speaker} says a thing.`, [id]),
            said(`${speaker} says a thing.`, id),
            said('Written otherwise.', [id.replace(':', ':0')]),
            said('Made up.', ['D99:1']),
            said('Cites nothing.', []),
            said('Of a third one.', [id], 'Somebody'),
            said('  ', [id]),
          ],
        })}\n\`\`\``;
      },
    });
    const flags = ['--memory-model', 'openai:any', '--memory-base-url', baseUrl];
    const ended = await cli('run', 'observations', ...flags, '--json');
    expect(ended.code, ended.stderr).toBe(0);
    const records = readFileSync(reportOf(ended).outputs.records ?? '', 'utf8')
      .trim()
      .split('\n')
      .map((line): { text: string; apart?: string; turnIds: string[] } => JSON.parse(line));
    const sessions = new Set(
      records.map((record) =>
        JSON.stringify([Reflect.get(record, 'sampleId'), Reflect.get(record, 'session')]),
      ),
    ).size;
    expect(records.filter(({ apart }) => apart === undefined)).toHaveLength(2 * sessions);
    expect(records.filter(({ apart }) => apart === 'cites no turn of its session')).toHaveLength(
      2 * sessions,
    );
    expect(records.filter(({ apart }) => apart === 'is about neither speaker')).toHaveLength(sessions);
    expect(records.filter(({ apart }) => apart === 'says nothing')).toHaveLength(sessions);
    expect(ended.stderr).toContain(`${4 * sessions} of ${6 * sessions} statements are kept apart`);

    const rag = await cli(
      'run',
      'rag-observation',
      '--source',
      'generate',
      ...flags,
      '--embedder',
      'none',
      '--json',
    );
    expect(rag.code, rag.stderr).toBe(0);
    expect(rag.stderr).toContain('are kept apart');
    const all = reportOf(rag).results.flatMap(({ context }) => context ?? []);
    expect(all.some((id) => id.startsWith('D99'))).toBe(false);
  });

  it('are those of another prompt or another way to show pictures, and of nothing else', async () => {
    const folder = temporaryFolder();
    const { cli } = workplace(writeData(path.join(folder, 'data.json'), twoConversations()));
    const { baseUrl, asked } = await startChatServer({ reply: statementsOn });
    const flags = ['--memory-model', 'openai:any', '--memory-base-url', baseUrl];
    const calls = async (...more: string[]): Promise<number> => {
      const before = asked.length;
      const ended = await cli('run', 'observations', ...flags, ...more);
      expect(ended.code, ended.stderr).toBe(0);
      return asked.length - before;
    };
    const sessions = await calls();
    expect(sessions).toBeGreaterThan(1);
    expect(await calls()).toBe(0);
    // No picture is shared in these conversations: they read the same without captions.
    expect(await calls('--captions', 'none')).toBe(0);
    expect(await calls('--memory-max-tokens', '900')).toBe(sessions);
    expect(await calls('--memory-tag', 'other')).toBe(sessions);
  });
});

describe('summaries by a model', { timeout: 300_000 }, () => {
  it('are complete in the end, each finished session asked once, whatever the server does between', async () => {
    const data = locomoData() ?? writeData(path.join(temporaryFolder(), 'data.json'), manyConversations(120));
    const { cli } = workplace(data);
    const finished = new Map<string, number>();
    const { baseUrl } = await startChatServer({
      fault: (one) => {
        if (one.nth % 20 === 0)
          return { status: 429, headers: { 'retry-after': '0' }, body: { error: { message: 'too fast' } } };
        if (one.nth % 50 === 1) return { body: refusalOf(one) };
        if (one.nth % 5 === 0) return { body: '{"id": "chatcmpl-1", "choices": [{"message": ' };
        finished.set(sittingOf(one), (finished.get(sittingOf(one)) ?? 0) + 1);
        return undefined;
      },
      reply: ({ nth }) => `They talk, for the ${nth}th time.`,
    });
    const flags = ['--memory-model', 'openai:any', '--memory-base-url', baseUrl, '--concurrency', '16'];
    let last: CliResult | undefined;
    for (let run = 0; run < 4 && last?.code !== 0; run++)
      last = await cli('run', 'summaries', ...flags, '--json');
    expect(last?.code, last?.stderr).toBe(0);
    const step = last && reportOf(last).steps.find(({ stage }) => stage === 'summarize');
    expect(finished.size).toBe(step?.items);
    expect([...finished.values()].every((times) => times === 1)).toBe(true);
    const written = readFileSync(last === undefined ? '' : (reportOf(last).outputs.memories ?? ''), 'utf8');
    expect(written).not.toContain('cannot help');
  });

  it('are found and read like those of the data', async () => {
    const folder = temporaryFolder();
    const { cli } = workplace(writeData(path.join(folder, 'data.json'), twoConversations()));
    const { baseUrl, asked } = await startChatServer({
      reply: ({ nth }) => `<think>Short.</think>They talk, for the ${nth}th time.`,
    });
    const flags = ['--memory-model', 'openai:any', '--memory-base-url', baseUrl];
    const ended = await cli('run', 'summaries', ...flags, '--json');
    expect(ended.code, ended.stderr).toBe(0);
    const text = readFileSync(reportOf(ended).outputs.records ?? '', 'utf8');
    expect(text).toContain('"text":"They talk, for the 1th time."');
    const before = asked.length;
    const rag = await cli(
      'run',
      'rag-summary',
      '--source',
      'generate',
      ...flags,
      '--embedder',
      'none',
      '--json',
    );
    expect(rag.code, rag.stderr).toBe(0);
    expect(asked.length).toBe(before);
    expect(reportOf(rag).scores.recall.overall).toBeGreaterThan(0);
  });
});
