import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../engine/digest.ts';
import { packageRoot } from '../../engine/package-root.ts';
import { completion, speakOpenAi, type SeenRequest, type SpeakingServer } from '../support/openai-server.ts';
import { runCli, temporaryFolder, type CliResult } from '../support/run-cli.ts';
import { reportOf } from '../support/run-report.ts';
import { twoConversations, writeData } from '../support/two-conversations.ts';

const key = 'sk-planted-8d1f0c2b7a6e5d4c';

/** What a model answers, by a part of its prompt. */
const answers: { readonly [asked: string]: string } = {
  'Question: What colour is the kayak?': '**Answer:** red',
  'Question: When did Mara paddle to the island?': '<think>On the day of the talk.</think>20 May',
  'Question: What did Mara bake?': 'b.',
};

/** A healthy server; `other` may reply in its place. */
function speak(
  other: (request: SeenRequest) => { status?: number; body: unknown } | undefined = () => undefined,
) {
  return speakOpenAi((request) => {
    const instead = other(request);
    if (instead !== undefined) return instead;
    if (request.path.endsWith('/embeddings')) return vectors(request);
    const prompt = promptOf(request);
    const known = Object.keys(answers).find((asked) => prompt.includes(asked)) ?? '';
    return completion(answers[known] ?? 'Ghent', { usage: { prompt_tokens: 50, completion_tokens: 3 } });
  });
}

function vectors({ body }: SeenRequest) {
  const data = (body['input'] as string[]).map((text, index) => ({
    index,
    embedding: Array.from(Buffer.from(sha256(text).slice(0, 32), 'hex'), (byte) => byte - 128),
  }));
  return { body: { data, usage: { prompt_tokens: 5 * data.length } } };
}

function promptOf({ body }: SeenRequest): string {
  return (body['messages'] as { content: string }[]).map(({ content }) => content).join('\n');
}

/** The questions that were asked, in order of the alphabet. */
function questionsIn(seen: readonly SeenRequest[]): string[] {
  const chats = seen.filter((request) => request.path.endsWith('/chat/completions'));
  return chats.map((request) => /Question: (.*)/.exec(promptOf(request))?.[1] ?? '').toSorted();
}

/** Runs in a folder that holds the data of two conversations with three questions each. */
async function run(
  folder: string,
  { baseUrl }: SpeakingServer,
  ...further: readonly string[]
): Promise<CliResult> {
  const data = path.join(folder, 'data.json');
  writeData(data, twoConversations());
  const places = ['--data', data, '--out', path.join(folder, 'out'), '--base-url', baseUrl, '--json'];
  const how = [
    '--retriever',
    'dense',
    '--embedder',
    'openai:embed-any',
    '--model',
    'openai:any',
    '--top-k',
    '3',
  ];
  return runCli(['run', 'rag-observation', ...places, ...how, ...further], {
    cwd: folder,
    env: { OPENAI_API_KEY: key },
  });
}

/** The prompts that ship, one of them changed. */
function promptsWith(folder: string, name: string, change: (text: string) => string): string {
  const prompts = path.join(folder, 'prompts');
  mkdirSync(prompts);
  cpSync(path.join(packageRoot, 'prompts'), prompts, { recursive: true });
  const file = path.join(prompts, name);
  writeFileSync(file, change(readFileSync(file, 'utf8')));
  return prompts;
}

function filesBelow(folder: string): readonly { readonly file: string; readonly text: string }[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((file) => ({ file, text: readFileSync(file, 'latin1') }));
}

describe('answers of a model behind a server', () => {
  it('are taken out of its replies, which are kept beside them', { timeout: 120_000 }, async () => {
    const [folder, server] = [temporaryFolder(), await speak()];
    const ended = await run(folder, server);
    expect(ended.code, ended.stderr).toBe(0);
    const { results, calls, tokens } = reportOf(ended);
    const talkA = results.filter(({ sample_id }) => sample_id === 'talk-a');
    expect(talkA.slice(0, 2)).toMatchObject([
      { prediction: 'red', f1: 1 },
      { prediction: '20 May', f1: 1 },
    ]);
    expect(['rye bread', 'Not mentioned in the conversation']).toContain(talkA[2]?.prediction);
    expect(calls).toEqual({ model: 6, embedding: 2 });
    expect(tokens).toMatchObject({ input: 6 * 50 + 12 * 5, cachedInput: 0, cacheWrite: 0, output: 18 });
    const raw = filesBelow(path.join(folder, 'out')).filter(({ text }) => text.includes('**Answer:** red'));
    expect(raw).not.toEqual([]);
  });

  it('are asked for once, and anew for what changes them', { timeout: 300_000 }, async () => {
    const [folder, server, elsewhere] = [temporaryFolder(), await speak(), await speak()];
    const first = reportOf(await run(folder, server));
    const all = questionsIn(server.seen);
    expect(all).toHaveLength(6);
    const dated = promptsWith(folder, 'answer-with-date.md', (text) => `${text} Guess if you must.`);

    const changes: readonly (readonly [flags: readonly string[], asked: readonly string[]])[] = [
      [[], []],
      [['--concurrency', '1', '--base-url', elsewhere.baseUrl, '--embedder-base-url', elsewhere.baseUrl], []],
      [['--prompts', path.join(packageRoot, 'prompts')], []],
      [['--prompts', dated], ['When did Mara paddle to the island?']],
      [['--model-tag', 'q4'], all],
      [['--temperature', '0.5'], all],
      [['--max-tokens', 'none'], all],
      [['--model', 'openai:other'], all],
      // The conversation of the others has two observations, so their passages stay the same.
      [['--top-k', '2'], all.filter((question) => /Mara|kayak/.test(question))],
      [['--overwrite', 'answers'], all],
    ];
    for (const [flags, asked] of changes) {
      const before = [server.seen.length, elsewhere.seen.length];
      const ended = await run(folder, server, ...flags);
      expect(ended.code, ended.stderr).toBe(0);
      const sent = [...server.seen.slice(before[0]), ...elsewhere.seen.slice(before[1])];
      expect(questionsIn(sent), flags.join(' ')).toEqual(asked);
      expect(sent, flags.join(' ')).toHaveLength(asked.length);
      const sameRun = asked.length === 0 || flags[0] === '--overwrite';
      expect(reportOf(ended).run === first.run, flags.join(' ')).toBe(sameRun);
    }
  });

  it('are missing where the server gave none, and nobody else suffers', { timeout: 120_000 }, async () => {
    const folder = temporaryFolder();
    const broken = await speak((request) => {
      if (request.path.endsWith('/embeddings'))
        return (request.body['input'] as string[]).includes('What colour is the kayak?')
          ? {
              status: 400,
              body: { error: { message: 'input is too long', code: 'context_length_exceeded' } },
            }
          : undefined;
      const cut = promptOf(request).includes('Where does the choir sing?');
      return cut ? completion('In the', { finish: 'length' }) : undefined;
    });
    const ended = await run(folder, broken);
    expect(ended.code).toBe(1);
    const { results, status, scores } = reportOf(ended);
    expect(status).toBe('incomplete');
    const unanswered = results.filter(({ prediction }) => prediction === null);
    expect(unanswered).toMatchObject([
      { sample_id: 'talk-a', qa_index: 0, f1: null },
      { sample_id: 'talk-b', qa_index: 0, f1: null },
    ]);
    expect(results).toHaveLength(6);
    expect(scores.questions.overall).toBeLessThanOrEqual(6);
    expect(ended.stderr).toContain('input is too long');
    expect(questionsIn(broken.seen)).toHaveLength(5);

    const healthy = await speak();
    const again = await run(folder, healthy);
    expect(again.code, again.stderr).toBe(0);
    expect(questionsIn(healthy.seen)).toEqual(['What colour is the kayak?', 'Where does the choir sing?']);
    expect(healthy.seen.filter(({ path: at }) => at.endsWith('/embeddings'))).toHaveLength(1);
  });
});

describe('the key of an account', () => {
  it('is sent, and is found nowhere else, also when a server echoes it', { timeout: 120_000 }, async () => {
    const [folder, server] = [temporaryFolder(), await speak()];
    const ended = await run(folder, server);
    expect(ended.code, ended.stderr).toBe(0);
    expect(new Set(server.seen.map(({ authorization }) => authorization))).toEqual(
      new Set([`Bearer ${key}`]),
    );

    const echoing = await speak((request) =>
      request.path.endsWith('/embeddings')
        ? undefined
        : { status: 401, body: { error: { message: `Incorrect API key provided: ${key}` } } },
    );
    const refused = await run(folder, echoing, '--model', 'openai:other');
    expect(refused.code).toBe(1);
    for (const { stdout, stderr } of [ended, refused]) expect(stdout + stderr).not.toContain(key);
    const holding = filesBelow(folder).filter(({ text }) => text.includes(key));
    expect(holding).toEqual([]);
  });

  it('is missed before anything is computed', async () => {
    const folder = temporaryFolder();
    writeData(path.join(folder, 'data.json'), twoConversations());
    const ended = await runCli(
      [
        'run',
        'rag-observation',
        '--data',
        'data.json',
        '--retriever',
        'bm25',
        '--model',
        'openai:any',
        '--out',
        'out',
      ],
      { cwd: folder, env: { OPENAI_API_KEY: undefined, OPENAI_BASE_URL: undefined } },
    );
    expect(ended.code).toBe(2);
    expect(ended.stderr).toMatch(/^pipeline: OPENAI_API_KEY: /m);
    expect(ended.stderr).not.toContain('dataset:');
  });
});

it.each([
  ['window', 'openai:any', '--retriever dense'],
  ['dense', 'openai:', 'openai:<model>'],
])('%s with the embedder %s is refused before anything runs', async (retriever, embedder, remedy) => {
  const out = path.join(temporaryFolder(), 'out');
  const args = ['run', 'rag-dialog', '--retriever', retriever, '--embedder', embedder, '--out', out];
  const ended = await runCli(args, { env: { OPENAI_API_KEY: key } });
  expect(ended.code).toBe(2);
  expect(ended.stderr).toMatch(/^pipeline: --embedder: /m);
  expect(ended.stderr).toContain(remedy);
});

it.each([
  'ftp://127.0.0.1/v1',
  'localhost:8080',
  'http://u:secret@127.0.0.1/v1',
  'http://127.0.0.1/v1?key=secret',
])('the address %s is refused, and not shown', async (address) => {
  const args = [
    'run',
    'rag-dialog',
    '--model',
    'openai:any',
    '--base-url',
    address,
    '--out',
    temporaryFolder(),
  ];
  const ended = await runCli(args, { env: { OPENAI_API_KEY: key } });
  expect(ended.code).toBe(2);
  expect(ended.stderr).toMatch(/^pipeline: --base-url: /m);
  expect(ended.stderr).not.toContain('secret');
});

it(
  'vectors that another model of the same name made are told, and embedded anew on demand',
  { timeout: 120_000 },
  async () => {
    const [folder, before] = [temporaryFolder(), await speak()];
    expect((await run(folder, before)).code).toBe(0);
    const after = await speak((request) =>
      request.path.endsWith('/embeddings')
        ? {
            body: {
              data: (request.body['input'] as string[]).map((_, index) => ({ index, embedding: [1, index] })),
            },
          }
        : undefined,
    );
    const grown = JSON.stringify(twoConversations()).replace(
      'What colour is the kayak?',
      'How red is the kayak?',
    );
    const mixed = await run(
      folder,
      after,
      '--data',
      writeData(path.join(folder, 'grown.json'), JSON.parse(grown)),
    );
    expect(mixed.code).toBe(2);
    expect(mixed.stderr).toContain('found 16 and 2 values');
    const anew = await run(
      folder,
      after,
      '--data',
      path.join(folder, 'grown.json'),
      '--overwrite',
      'vectors',
    );
    expect(anew.code, anew.stderr).toBe(0);
  },
);
