import { describe, expect, it } from 'vitest';
import { sha256 } from '../../engine/digest.ts';
import { ItemFailure } from '../../engine/stage.ts';
import { quietCall } from '../../models/call-context.ts';
import type { Embedder } from '../../models/embedder.ts';
import type { Surroundings } from '../../models/model-context.ts';
import { createOpenAiEmbedder } from '../../models/openai/embedder.ts';
import { openai } from '../../models/providers/openai.ts';
import { serverOf } from '../../models/providers/server.ts';
import { countingCall } from '../support/counting-call.ts';
import { modelsForTests } from '../support/models.ts';
import { speakOpenAi, type SeenRequest } from '../support/openai-server.ts';
import { embedderContract } from './embedder.contract.ts';

function embedderAt(baseUrl: string, surroundings: Partial<Surroundings> = {}): Embedder {
  const context = modelsForTests({ env: { OPENAI_API_KEY: 'sk-test-0123456789' }, ...surroundings });
  const server = serverOf(openai, context, { address: baseUrl, where: '--base-url' });
  return createOpenAiEmbedder({ model: 'embed-any', server }, context);
}

/** A vector that follows from the text: three numbers from -128 to 127. */
function vectorOf(text: string): readonly number[] {
  return [0, 2, 4].map((at) => Number.parseInt(sha256(text).slice(at, at + 2), 16) - 128);
}

function inputsOf({ body }: SeenRequest): readonly string[] {
  return body['input'] as readonly string[];
}

/** A well-formed reply, in another order than that of the texts. */
function vectorsFor(request: SeenRequest) {
  const data = inputsOf(request).map((text, index) => ({
    object: 'embedding',
    index,
    embedding: vectorOf(text),
  }));
  return { body: { object: 'list', data: data.toReversed(), usage: { prompt_tokens: 7, total_tokens: 7 } } };
}

describe("an embedder behind OpenAI's API", () => {
  embedderContract(async () => embedderAt((await speakOpenAi(vectorsFor)).baseUrl));

  it('sends all texts at once, as they are, and asks for floats', async () => {
    const { baseUrl, seen } = await speakOpenAi(vectorsFor);
    const texts = ['a\nb', ' "c" ', '🐝 \u200B', ...Array.from({ length: 600 }, (_, at) => `text ${at}`)];
    await embedderAt(baseUrl).embed(texts, 'passage', quietCall);
    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatchObject({
      path: '/v1/embeddings',
      authorization: 'Bearer sk-test-0123456789',
      body: { model: 'embed-any', encoding_format: 'float', input: texts },
    });
  });

  it('gives each text its own vector, whatever the order of the reply', async () => {
    const { baseUrl } = await speakOpenAi(vectorsFor);
    const texts = ['one', 'two', 'three'];
    const vectors = await embedderAt(baseUrl).embed(texts, 'query', quietCall);
    for (const [at, text] of texts.entries()) {
      const length = Math.hypot(...vectorOf(text));
      expect([...(vectors[at] ?? [])]).toEqual(
        vectorOf(text).map((value) => expect.closeTo(value / length, 6)),
      );
    }
  });

  it('sends nothing for no texts', async () => {
    const { baseUrl, seen } = await speakOpenAi(vectorsFor);
    expect(await embedderAt(baseUrl).embed([], 'passage', quietCall)).toEqual([]);
    expect(seen).toEqual([]);
  });

  it('counts tokens and dollars', async () => {
    const { baseUrl } = await speakOpenAi(vectorsFor);
    const call = countingCall();
    const embedder = embedderAt(baseUrl, { costOf: (_model, { input }) => input / 1e6 });
    await embedder.embed(['one', 'two'], 'passage', call);
    expect(call.counted).toEqual({ inputTokens: 7, cachedInputTokens: 0, outputTokens: 0, costUsd: 7e-6 });
  });

  it.each<[string, (texts: readonly string[]) => unknown, string]>([
    [
      'that is short',
      (texts) => texts.slice(1).map((text, at) => ({ index: at + 1, embedding: vectorOf(text) })),
      '1 vectors for 2 texts',
    ],
    ['of zeros', (texts) => texts.map((_, index) => ({ index, embedding: [0, 0, 0] })), 'zeros'],
  ])('refuses a reply %s, once, and lets the texts be tried apart', async (_, data, reason) => {
    const { baseUrl, seen } = await speakOpenAi((request) => ({ body: { data: data(inputsOf(request)) } }));
    const failure: unknown = await embedderAt(baseUrl)
      .embed(['one', 'two'], 'passage', quietCall)
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ItemFailure);
    expect(failure).toMatchObject({ message: expect.stringContaining(reason), apart: true });
    expect(seen).toHaveLength(1);
  });

  it('lets texts be tried apart when the server refuses one of them, and not when it is out of order', async () => {
    const refusals = [
      { status: 400, code: 'context_length_exceeded', apart: true },
      { status: 503, code: 'overloaded', apart: false },
    ];
    for (const { status, code, apart } of refusals) {
      const { baseUrl } = await speakOpenAi(() => ({ status, body: { error: { message: 'no', code } } }));
      const embedding = embedderAt(baseUrl).embed(['one', 'two'], 'passage', quietCall);
      await expect(embedding).rejects.toBeInstanceOf(ItemFailure);
      await expect(embedding).rejects.toMatchObject({ apart });
    }
  });

  it('refuses vectors of another length than before', async () => {
    const { baseUrl, seen } = await speakOpenAi((request) => ({
      body: {
        data: inputsOf(request).map((_, index) => ({
          index,
          embedding: seen.length === 1 ? [1, 2, 3] : [1, 2],
        })),
      },
    }));
    const embedder = embedderAt(baseUrl);
    await embedder.embed(['one'], 'passage', quietCall);
    await expect(embedder.embed(['two'], 'query', quietCall)).rejects.toThrow(
      /2 values, the ones before it 3/,
    );
  });

  it('names provider and model, and neither the address nor the key', () => {
    const { identity } = embedderAt('http://127.0.0.1:9/v1');
    expect(identity).toMatchObject({ provider: 'openai', model: 'embed-any' });
    expect(JSON.stringify(identity)).not.toMatch(/127\.0|sk-test/);
    expect(embedderAt('http://127.0.0.1:8/v1').identity).toEqual(identity);
  });
});
