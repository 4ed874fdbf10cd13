import path from 'node:path';
import { expect, it } from 'vitest';
import { completionOf, startChatServer, type Asked, type Scripted } from '../support/chat-server.ts';
import { anyKey, paidRun } from '../support/paid-run.ts';
import { runCli, temporaryFolder } from '../support/run-cli.ts';
import { reportOf } from '../support/run-report.ts';
import { loggedKeys } from '../support/store-contents.ts';
import { manyConversations, writeData } from '../support/two-conversations.ts';

/** What a server says to one question in place of an answer, how often it is asked, and what the user reads. */
const itemFaults: readonly (readonly [
  said: string,
  fault: (asked: Asked) => Scripted,
  tries: number,
  RegExp,
])[] = [
  [
    'an error inside a success',
    () => ({ body: { error: { message: 'Provider returned error', code: 502 } } }),
    6,
    /200 OK with an error inside: .*Provider returned error; gave up after 6 tries\. Run the same command/,
  ],
  [
    'an empty answer',
    (asked) => ({ body: completionOf('', asked) }),
    6,
    /the answer is empty; gave up after 6/,
  ],
  ['no answer', () => ({ body: { choices: [] } }), 6, /the reply holds no answer; gave up after 6 tries/],
  ['an empty body', () => ({ body: '' }), 6, /200 OK: an empty body; gave up after 6 tries/],
  [
    'a body that breaks off',
    (asked) => ({ body: completionOf('red', asked), breakOffAt: 40 }),
    6,
    /the connection was closed in the middle \(UND_ERR_SOCKET\); gave up after 6 tries/,
  ],
  [
    'half a body',
    () => ({ body: '{"choices":[{"mess' }),
    6,
    /JSON that breaks off .*; gave up after 6 tries/,
  ],
  [
    'an answer that is filtered',
    (asked) => ({ body: completionOf('', asked, 'content_filter') }),
    1,
    /the provider filtered the answer\. The provider holds this text back/,
  ],
  [
    'an answer that is cut',
    (asked) => ({ body: completionOf('a red', asked, 'length') }),
    1,
    /the answer was cut at its longest length\. Allow longer answers/,
  ],
  [
    'a prompt that is too long',
    () => ({ status: 400, body: { error: { message: 'too long', code: 'context_length_exceeded' } } }),
    1,
    /400 Bad Request: too long\. Use fewer or shorter passages/,
  ],
];

/** The n-th fault is for one question about the n-th pair of conversations. */
function faultFor({ prompt }: Asked): (typeof itemFaults)[number] | undefined {
  return itemFaults.find((_, place) =>
    new RegExp(`between Mara${place} .*Question: What colour`, 's').test(prompt),
  );
}

it(
  'fails alone the questions that get no answer, and asks only them again',
  { timeout: 180_000 },
  async () => {
    const folder = temporaryFolder();
    const [data, out] = [
      writeData(path.join(folder, 'data.json'), manyConversations(12)),
      path.join(folder, 'out'),
    ];
    const server = await startChatServer({ fault: (asked) => faultFor(asked)?.[1](asked) });
    const args = (baseUrl: string): string[] => paidRun(data, baseUrl, out, '--concurrency', '16', '--json');

    const failed = await runCli(args(server.baseUrl), { env: anyKey });
    expect(failed.code, failed.stderr).toBe(1);
    const { status, steps, scores, results } = reportOf(failed);
    expect(status).toBe('incomplete');
    expect(steps.find(({ step }) => step === 'answers')).toMatchObject({
      items: 72,
      computed: 63,
      failed: 9,
    });
    expect(scores.questions.overall).toBe(63);
    expect(failed.stderr).toContain('answers: 9 of 72 items failed');
    for (const [said, , tries, words] of itemFaults) {
      const place = itemFaults.findIndex(([each]) => each === said);
      const result = results.find(
        ({ sample_id, qa_index }) => sample_id === `talk-a${place}` && qa_index === 0,
      );
      expect(result?.reason, said).toMatch(words);
      expect(result, said).toMatchObject({ prediction: null, f1: null });
      expect(server.asked.filter((asked) => faultFor(asked)?.[0] === said).length, said).toBe(tries);
    }
    expect(loggedKeys(path.join(out, 'store'), 'answer')).toHaveLength(63);

    const healthy = await startChatServer();
    expect(failed.stderr).toContain(`To try the rest again:\n  pipeline ${args(server.baseUrl).join(' ')}`);
    const resumed = await runCli(args(healthy.baseUrl), { env: anyKey });
    expect(resumed.code, resumed.stderr).toBe(0);
    expect(healthy.asked).toHaveLength(9);
    expect(healthy.asked.every((asked) => faultFor(asked) !== undefined)).toBe(true);
    expect(reportOf(resumed).scores.questions.overall).toBe(72);
  },
);

it.each<[string, Scripted, string, string]>([
  [
    'a wrong key',
    { status: 401, body: { error: { message: 'Incorrect API key provided', code: 'invalid_api_key' } } },
    '401 Unauthorized: Incorrect API key provided.',
    'Check the API key',
  ],
  [
    'spent credit',
    {
      status: 429,
      headers: { 'retry-after': '3600' },
      body: { error: { message: 'You exceeded your current quota', code: 'insufficient_quota' } },
    },
    '429 Too Many Requests: You exceeded your current quota.',
    'Add credit',
  ],
  [
    'an unknown model',
    { status: 404, body: { error: { message: 'The model `any` does not exist', code: 'model_not_found' } } },
    '404 Not Found: The model `any` does not exist.',
    'Name a model that this server has',
  ],
  [
    'an unsupported parameter',
    {
      status: 400,
      body: {
        error: {
          message: "Unsupported value: 'temperature' does not support 0 with this model.",
          code: 'unsupported_value',
          param: 'temperature',
        },
      },
    },
    '400 Bad Request: Unsupported value',
    'add --temperature none',
  ],
  [
    'an HTML page',
    { body: '<!doctype html><title>Welcome</title><p>Nothing here' },
    '200 OK: an HTML page in place of JSON, titled “Welcome”.',
    'Check the base URL',
  ],
  [
    'another path',
    { status: 404, body: '404 page not found' },
    '404 Not Found: 404 page not found.',
    'Check the base URL',
  ],
])(
  '%s ends the run at once, says what to do and keeps what is finished',
  async (_what, fault, message, remedy) => {
    const folder = temporaryFolder();
    const [data, out] = [
      writeData(path.join(folder, 'data.json'), manyConversations(2)),
      path.join(folder, 'out'),
    ];
    const server = await startChatServer({ fault: ({ nth }) => (nth > 3 ? fault : undefined) });
    const ended = await runCli(paidRun(data, server.baseUrl, out, '--concurrency', '1'), { env: anyKey });
    expect(ended.code, ended.stderr).toBe(1);
    expect(ended.stdout).toBe('');
    expect(ended.stderr).toContain(`pipeline: ${server.baseUrl}/chat/completions: ${message}`);
    expect(ended.stderr).toContain(remedy);
    expect(ended.stderr).not.toContain('bug');
    expect(ended.stderr).not.toContain('<');
    expect(server.asked).toHaveLength(4);
    expect(loggedKeys(path.join(out, 'store'), 'answer')).toHaveLength(3);
    const { stdout } = await runCli(['status', '--out', out]);
    expect(stdout).toContain('pipeline run rag-dialog');

    const healthy = await startChatServer();
    expect((await runCli(paidRun(data, healthy.baseUrl, out), { env: anyKey })).code).toBe(0);
    expect(healthy.asked).toHaveLength(9);
  },
);

it('asks for a key only where it is needed, and before anything is paid', async () => {
  const folder = temporaryFolder();
  const data = writeData(path.join(folder, 'data.json'), manyConversations(1));
  const server = await startChatServer();
  const without = { OPENAI_API_KEY: undefined };
  const local = await runCli(paidRun(data, server.baseUrl, path.join(folder, 'out')), {
    cwd: folder,
    env: without,
  });
  expect(local.code, local.stderr).toBe(0);
  const remote = await runCli(paidRun(data, 'https://models.example.test/v1', path.join(folder, 'out2')), {
    cwd: folder,
    env: without,
  });
  expect(remote.code).toBe(2);
  expect(remote.stderr).toContain('OPENAI_API_KEY');
});
