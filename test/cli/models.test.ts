import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { dialects } from '../support/dialects.ts';
import { closedPort } from '../support/loopback.ts';
import { speakOpenAi, type Replying } from '../support/openai-server.ts';
import { runCli, temporaryFolder, type CliResult } from '../support/run-cli.ts';

const key = 'zq7-planted-key-0123456789';
let folder = '';
beforeEach(() => (folder = temporaryFolder()));

/** Runs the command where no key is set and no server of Ollama runs, except as `env` says. */
async function models(words: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<CliResult> {
  const none = ['OPENAI', 'ANTHROPIC', 'GOOGLE', 'GEMINI'].map((name) => [`${name}_API_KEY`, undefined]);
  const nobody = `http://127.0.0.1:${await closedPort()}`;
  const addresses = { OPENAI_BASE_URL: undefined, ANTHROPIC_BASE_URL: undefined, OLLAMA_BASE_URL: undefined };
  const result = await runCli(['models', ...words], {
    cwd: folder,
    env: { ...Object.fromEntries(none), ...addresses, OLLAMA_HOST: nobody, ...env },
  });
  expect(result.stdout + result.stderr).not.toContain(key);
  return result;
}

const done = {
  text: 'ready',
  finishReason: 'stop',
  usage: { input: 20, cachedInput: 0, output: 2 },
} as const;

describe('without a name', () => {
  it('tells what is missing for each provider, and what the released names mean', async () => {
    const { code, stdout } = await models([]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^openai +not ready +- +https:\/\/api\.openai\.com\/v1$/m);
    expect(stdout).toContain(
      'anthropic is not ready: ANTHROPIC_API_KEY: Expected an API key for api.anthropic.com',
    );
    expect(stdout).toMatch(/^ollama is not ready: 127\.0\.0\.1:\d+: the connection was refused/m);
    expect(stdout).toMatch(/^openai:gpt-4o-mini +128,000 +16,384 +0\.15 +0\.075 +0\.60$/m);
    expect(stdout).toMatch(/^ollama:llama3 +8,192( +-){4}$/m);
    expect(stdout).toMatch(/^gpt-3\.5-turbo-16k +openai:gpt-3\.5-turbo +.*16,000/m);
  });

  it('finds a key in the environment or in .env, and names its variable alone', async () => {
    writeFileSync(path.join(folder, '.env'), `GEMINI_API_KEY=${key}\n`);
    const { stdout } = await models(['--json'], { OPENAI_API_KEY: key });
    const { providers } = JSON.parse(stdout);
    expect(providers).toMatchObject([
      { name: 'openai', key: 'OPENAI_API_KEY' },
      { name: 'anthropic', key: null, problem: { remedy: expect.stringContaining('ANTHROPIC_API_KEY') } },
      { name: 'google-genai', key: 'GEMINI_API_KEY' },
      { name: 'ollama', key: null, problem: { message: expect.stringContaining('refused') } },
    ]);
    expect([providers[0].problem, providers[2].problem]).toEqual([undefined, undefined]);
  });

  it('fails a check where there is nobody to try', async () => {
    const { code, stdout } = await models(['--check']);
    expect([code, stdout.trimEnd().split('\n').at(-1)]).toEqual([
      1,
      'No model was tried: no provider is ready with a model that is known.',
    ]);
  });
});

describe('servers on this machine', () => {
  it('say what they serve, and the first model that holds a chat is tried', async () => {
    const [openai, ollama] = await Promise.all([
      serving('openai', '/v1/models', { data: [{ id: 'own-model', object: 'model' }] }),
      serving('ollama', '/api/tags', {
        models: [{ name: 'nomic-embed-text:latest' }, { name: 'llama3:8b' }],
      }),
    ]);
    const env = { OPENAI_BASE_URL: openai, OLLAMA_HOST: ollama.replace('/v1', '') };
    const { code, stdout } = await models(['--check'], env);
    expect(code, stdout).toBe(0);
    expect(stdout).toMatch(/^openai +ready +- +http:\/\/127\.0\.0\.1:\d+\/v1 \(serves 1\)$/m);
    expect(stdout).toMatch(/^ollama:llama3:8b +8,192 /m);
    expect(stdout).toMatch(/^openai:own-model answers “ready” \(.* s, unknown\)$/m);
    expect(stdout).toMatch(/^ollama:llama3:8b answers “ready” \(.* s, unknown\)$/m);
  });

  it('need not list their models', async () => {
    const address = await serving('openai', 'nowhere', {});
    const { code, stdout } = await models(['--base-url', address, '--json']);
    expect(code).toBe(0);
    const { providers, aliases } = JSON.parse(stdout);
    expect([providers, aliases]).toEqual([[expect.objectContaining({ address, served: null })], {}]);
    expect(providers[0].problem).toBeUndefined();
  });

  it('may refuse the key', async () => {
    const { baseUrl } = await speakOpenAi(() => ({ status: 401, body: { error: { message: `No ${key}` } } }));
    const { stdout } = await models(['openai', '--base-url', baseUrl], { OPENAI_API_KEY: key });
    expect(stdout).toMatch(/^openai is not ready: 401 Unauthorized: No \[hidden\]\.\n {2}Check the API key/m);
  });
});

describe.each(dialects)('--check of $provider', (dialect) => {
  const name = `${dialect.provider}:any`;
  const env = dialect.key === undefined ? {} : { [dialect.key.variable]: key };

  it('makes one call to the model that is named, and tells what it said and cost', async () => {
    const prices = { asOf: '2026-01-01', models: { [name]: { input: 1e4, output: 1e5 } } };
    writeFileSync(path.join(folder, 'prices.json'), JSON.stringify(prices));
    const { baseUrl, seen } = await speakOpenAi(({ path: at }) =>
      dialect.path.test(at) ? dialect.reply(done) : { status: 404, body: { error: 'nothing here' } },
    );
    const words = [name, '--check', '--base-url', baseUrl, '--prices', 'prices.json'];
    const { code, stdout, stderr } = await models([...words, '--json'], env);
    expect(code, stderr).toBe(0);
    const [checked] = JSON.parse(stdout).checked;
    expect(checked).toMatchObject({ model: name, reply: 'ready', notes: { modelCalls: 1, outputTokens: 2 } });
    expect(checked.notes.costUsd).toBeCloseTo(0.2 + 0.2, 9);
    const chats = seen.filter(({ path: at }) => dialect.path.test(at));
    expect(chats.map((request) => dialect.asked(request).messages[0]?.role)).toEqual(['user']);
    expect((await models(words, env)).stdout).toMatch(/ answers “ready” \(.* s, \$0\.4000\)\n$/);
  });

  it('tells why it does not answer', async () => {
    const { baseUrl } = await speakOpenAi(({ path: at }) =>
      dialect.path.test(at)
        ? dialect.refusal(404, "model 'any' not found", 'not_found_error')
        : { status: 404, body: { error: 'nothing here' } },
    );
    const { code, stdout } = await models([name, '--check', '--base-url', baseUrl], env);
    expect(code).toBe(1);
    expect(stdout).toContain(`${name} does not answer: `);
    expect(stdout).toContain("model 'any' not found");
    expect(stdout).toMatch(dialect.provider === 'ollama' ? /ollama pull any\n$/ : /Name a model .*\n$/);
  });
});

describe('names', () => {
  it('of the released code and without a provider mean models of today', async () => {
    const { code, stdout, stderr } = await models(['gpt-4-32k', 'gpt-4o-mini', '--json']);
    expect(code).toBe(0);
    expect(stderr).toContain('gpt-4-32k now means openai:gpt-4.1: ');
    const { models: found, providers } = JSON.parse(stdout);
    expect(found.map(({ name }: { name: string }) => name)).toEqual(['openai:gpt-4.1', 'openai:gpt-4o-mini']);
    expect(providers).toHaveLength(1);
  });

  it('may be of a whole provider, or of a model of which nothing is known', async () => {
    const { stdout } = await models(['anthropic', 'openai:own']);
    expect(stdout).toMatch(/^anthropic:claude-haiku-4-5 +200,000/m);
    expect(stdout).toMatch(/^openai:own( +-){5}$/m);
    expect(stdout).not.toContain('openai:gpt-4o ');
  });

  it.each([
    [['gpt-nonsense'], 'Expected a known model, found "gpt-nonsense".'],
    [['--base-url', 'nowhere'], '--base-url: Expected the http or https address of a server'],
    [['--prices', 'none.yaml'], 'none.yaml: Expected a file of prices'],
  ])('that are wrong are refused: %j', async (words, message) => {
    const { code, stdout, stderr } = await models(words);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
  });
});

/** A server that answers every chat, and has its list of models at a path. */
async function serving(provider: string, at: string, list: object): Promise<string> {
  const dialect = dialects.find((each) => each.provider === provider);
  const reply: Replying = ({ path: asked }) => {
    if (asked === at) return { body: list };
    return dialect?.path.test(asked) === true
      ? dialect.reply(done)
      : { status: 404, body: { error: { message: `no path ${asked}` } } };
  };
  return (await speakOpenAi(reply)).baseUrl;
}
