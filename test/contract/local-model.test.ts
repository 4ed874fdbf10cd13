import { cpSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { quietCall } from '../../models/call-context.ts';
import { createChat } from '../../models/chats.ts';
import type { ChatModel } from '../../models/chat-model.ts';
import { countingCall } from '../support/counting-call.ts';
import { modelsForTests } from '../support/models.ts';
import { temporaryFolder } from '../support/run-cli.ts';
import { writeTinyModel } from '../support/tiny-model.ts';

const settings = { baseUrl: '', tag: '', temperature: 0, maxTokens: 20 };

function chatOf(folder: string, given: Partial<Parameters<typeof createChat>[1]> = {}): ChatModel {
  const model = createChat(`hf:${folder}`, { ...settings, ...given }, modelsForTests());
  if (model === undefined) throw new Error('no model');
  return model;
}

const ask = (content: string) => [{ role: 'user', content }] as const;

describe('a model on this machine', { timeout: 60_000 }, () => {
  it('goes on until it ends, and counts what it was given and said', async () => {
    const model = chatOf(writeTinyModel(temporaryFolder(), { says: 'a red kayak' }));
    const call = countingCall();
    const reply = await model.complete(ask('what is in the barn'), { maxTokens: 20 }, call);
    // `<|user|>`, five words, `<|assistant|>`; three words and the end.
    const usage = { input: 7, cachedInput: 0, output: 4 };
    expect(reply).toEqual({ text: 'a red kayak', finishReason: 'stop', usage });
    expect(call.counted).toEqual({ modelCalls: 1, inputTokens: 7, outputTokens: 4 });
    expect(model.asksServer).toBe(false);
    const { expected, most } = await model.forecast(ask('what is in the barn'), { usual: 9, longest: 20 });
    expect(expected).toEqual({ modelCalls: 1, inputTokens: 7, outputTokens: 9, costUsd: 0 });
    expect(most.outputTokens).toBe(20);
  });

  it('says the most probable words each time, however many ask at once', async () => {
    const model = chatOf(writeTinyModel(temporaryFolder(), { says: 'one two three four' }));
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, n) => model.complete(ask(`${n}`), { maxTokens: 9 }, quietCall)),
    );
    expect(new Set(replies.map(({ text }) => text))).toEqual(new Set(['one two three four']));
  });

  it('is cut at the longest reply, and says so', async () => {
    const model = chatOf(writeTinyModel(temporaryFolder(), { says: 'on and off', ends: false }));
    const reply = await model.complete(ask('?'), { maxTokens: 5 }, quietCall);
    expect(reply).toMatchObject({ text: 'on and off on and', finishReason: 'length' });
  });

  it('takes no more than its window, and fails the one prompt that has more', async () => {
    const model = chatOf(writeTinyModel(temporaryFolder(), { says: 'on and off', ends: false, window: 10 }));
    const reply = await model.complete(ask('a b c d'), { maxTokens: 50 }, quietCall);
    expect(reply).toMatchObject({ finishReason: 'length', usage: { input: 6, output: 4 } });
    await expect(model.complete(ask('a b c d e f g h i'), { maxTokens: 5 }, quietCall)).rejects.toMatchObject(
      { name: 'ItemFailure', message: expect.stringContaining('11 tokens, and the model takes 10') },
    );
  });

  it('reads special tokens in a text as text', async () => {
    const model = chatOf(writeTinyModel(temporaryFolder(), { says: 'fine' }));
    const tokens = async (content: string) =>
      (await model.complete(ask(content), { maxTokens: 5 }, quietCall)).usage?.input;
    // A token that would end the turn is as many words as its letters and signs make.
    expect(await tokens('</s> <|assistant|>')).toBe(await tokens('< /s> < |assistant|>'));
    expect(await tokens('</s>')).toBeGreaterThan(3);
  });

  it('gives up when it is told to', async () => {
    const model = chatOf(writeTinyModel(temporaryFolder(), { says: 'on and off', ends: false, window: 1e6 }));
    const stop = new AbortController();
    const endless = model.complete(ask('?'), { maxTokens: 1e6 }, { ...quietCall, signal: stop.signal });
    const next = model.complete(ask('?'), { maxTokens: 5 }, { ...quietCall, signal: stop.signal });
    setTimeout(() => stop.abort(new Error('enough')), 300);
    await expect(endless).rejects.toThrow('enough');
    await expect(next).rejects.toThrow('enough');
  });

  it('ends where its configuration says so, with no configuration of its replies', async () => {
    const folder = writeTinyModel(temporaryFolder(), { says: 'a red kayak' });
    rmSync(path.join(folder, 'generation_config.json'));
    const reply = await chatOf(folder).complete(ask('?'), { maxTokens: 20 }, quietCall);
    expect(reply).toMatchObject({ text: 'a red kayak', finishReason: 'stop' });
  });

  it('speaks by the files that its identity tells of, also where they changed in their place', async () => {
    const folder = writeTinyModel(temporaryFolder(), { says: 'a red kayak' });
    await chatOf(folder).complete(ask('?'), { maxTokens: 20 }, quietCall);
    writeTinyModel(folder, { says: 'a blue boat' });
    const reply = await chatOf(folder).complete(ask('?'), { maxTokens: 20 }, quietCall);
    expect(reply.text).toBe('a blue boat');
  });

  it('counts tokens without its weights', async () => {
    const folder = writeTinyModel(temporaryFolder(), { says: 'fine' });
    writeFileSync(path.join(folder, 'onnx', 'model.onnx'), 'no graph');
    const { count, isExact } = await modelsForTests().tokeniserOf(`hf:${folder}`);
    expect([count('four words and a sign'), isExact]).toEqual([5, true]);
  });

  it('is who its files are, wherever they lie', () => {
    const folder = writeTinyModel(temporaryFolder(), { says: 'a red kayak' });
    const other = path.join(temporaryFolder(), 'moved');
    cpSync(folder, other, { recursive: true });
    expect(chatOf(other).identity).toEqual(chatOf(folder).identity);
    expect(JSON.stringify(chatOf(folder).identity)).not.toContain(folder);
    writeTinyModel(other, { says: 'a blue kayak' });
    expect(chatOf(other).identity).not.toEqual(chatOf(folder).identity);
    writeTinyModel(folder, { says: 'a red kayak', suffix: '_q4' });
    expect(chatOf(folder, { dtype: 'q4' }).identity).not.toEqual(chatOf(folder, { dtype: 'fp32' }).identity);
    writeFileSync(path.join(folder, 'onnx', 'model.onnx_data'), 'weights beside the graph');
    expect(chatOf(folder, { dtype: 'fp32' }).identity).not.toEqual(chatOf(other).identity);
  });

  it.each([
    ['onnx', 'without onnx/model.onnx'],
    ['config.json', 'without config.json'],
    ['tokenizer.json', 'without tokenizer.json'],
  ])('is refused without %s, with what exports it', (file, told) => {
    const folder = writeTinyModel(temporaryFolder(), { says: 'fine' });
    rmSync(path.join(folder, file), { recursive: true });
    expect(() => chatOf(folder)).toThrow(
      expect.objectContaining({
        message: expect.stringContaining(told),
        remedy: expect.stringContaining('optimum-cli export onnx'),
      }),
    );
  });

  it('is refused where its precision, its name or a temperature cannot be', () => {
    const folder = writeTinyModel(temporaryFolder(), { says: 'fine', suffix: '_quantized' });
    expect(() => chatOf(folder, { dtype: 'q4' })).toThrow('Expected weights of precision q4, found q8.');
    expect(() => chatOf(folder, { temperature: 0.7 })).toThrow('Expected the temperature 0');
    for (const name of ['./nowhere/at/all', 'no-such-folder', '../../x', 'a/..', 'org/name@../x', ''])
      expect(() => chatOf(name), name).toThrow(/Expected/);
    const openai = { ...settings, dtype: 'q4' } as const;
    expect(() => createChat('openai:m', openai, modelsForTests())).toThrow(
      expect.objectContaining({ where: '--dtype' }),
    );
  });

  it('whose weights are none is told with the folder and no stack', async () => {
    const folder = writeTinyModel(temporaryFolder(), { says: 'fine' });
    writeFileSync(path.join(folder, 'onnx', 'model.onnx'), 'no graph');
    await expect(chatOf(folder).complete(ask('?'), { maxTokens: 5 }, quietCall)).rejects.toMatchObject({
      code: 'model-unusable',
      where: expect.stringContaining(path.basename(folder)),
    });
  });
});
