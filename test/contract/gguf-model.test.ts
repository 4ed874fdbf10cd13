import { createRequire } from 'node:module';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { quietCall } from '../../models/call-context.ts';
import { createChat } from '../../models/chats.ts';
import type { ChatModel } from '../../models/chat-model.ts';
import { modelsForTests } from '../support/models.ts';
import { temporaryFolder } from '../support/run-cli.ts';
import { writeTinyGguf } from '../support/tiny-gguf.ts';

const isInstalled = ((): boolean => {
  try {
    return createRequire(import.meta.url).resolve('node-llama-cpp') !== '';
  } catch {
    return false;
  }
})();

function chatOf(file: string): ChatModel {
  const settings = { baseUrl: '', tag: '', temperature: 0, maxTokens: 20 };
  const model = createChat(`gguf:${file}`, settings, modelsForTests());
  if (model === undefined) throw new Error('no model');
  return model;
}

const ask = (content: string) => [{ role: 'user', content }] as const;
const fileIn = (folder: string, name = 'tiny.gguf') => path.join(folder, name);

describe('a GGUF file', () => {
  it('is told apart by its content, and missing where there is none', () => {
    const folder = temporaryFolder();
    const one = writeTinyGguf(fileIn(folder), { says: 'a red kayak' });
    const same = writeTinyGguf(fileIn(folder, 'same.gguf'), { says: 'a red kayak' });
    const other = writeTinyGguf(fileIn(folder, 'other.gguf'), { says: 'a blue kayak' });
    expect(chatOf(same).identity).toEqual(chatOf(one).identity);
    expect(chatOf(other).identity).not.toEqual(chatOf(one).identity);
    expect(() => chatOf(fileIn(folder, 'none.gguf'))).toThrow('Expected a GGUF file, found none.');
    expect(() => chatOf(folder)).toThrow('Expected a GGUF file, found none.');
  });

  it.skipIf(isInstalled)('names the package that reads it where that is missing', async () => {
    const model = chatOf(writeTinyGguf(fileIn(temporaryFolder()), { says: 'fine' }));
    const missing = expect.objectContaining({
      code: 'missing-package',
      remedy: 'npm install node-llama-cpp',
    });
    expect(() => model.assertReady?.()).toThrow(missing);
    await expect(model.complete(ask('?'), { maxTokens: 5 }, quietCall)).rejects.toEqual(missing);
  });

  describe.skipIf(!isInstalled)('(skipped without node-llama-cpp)', { timeout: 180_000 }, () => {
    it('says the same words to every question, whatever was asked before', async () => {
      const model = chatOf(writeTinyGguf(fileIn(temporaryFolder()), { says: 'a red kayak' }));
      const replies = await Promise.all(
        ['one', 'two', 'three'].map((word) => model.complete(ask(word), { maxTokens: 20 }, quietCall)),
      );
      expect(replies.map(({ text }) => text.trim())).toEqual(Array(3).fill('a red kayak'));
      expect(replies.map(({ finishReason }) => finishReason)).toEqual(['stop', 'stop', 'stop']);
      expect(replies[0]?.usage?.output).toBeGreaterThan(0);
      const later = await model.complete(
        [...ask('one'), { role: 'assistant', content: 'a red kayak' }, ...ask('two')],
        { maxTokens: 20 },
        quietCall,
      );
      expect(later.text.trim()).toBe('a red kayak');
    });

    it('is cut at the longest reply, and says so', async () => {
      const model = chatOf(writeTinyGguf(fileIn(temporaryFolder()), { says: 'on and off', ends: false }));
      const { finishReason, text } = await model.complete(ask('?'), { maxTokens: 4 }, quietCall);
      expect([finishReason, text.trim()]).toEqual(['length', 'on and off on']);
    });

    it('that is none is told, with no stack', async () => {
      const file = fileIn(temporaryFolder());
      writeFileSync(file, 'no model');
      await expect(chatOf(file).complete(ask('?'), { maxTokens: 4 }, quietCall)).rejects.toMatchObject({
        code: 'model-unusable',
        where: expect.stringContaining('tiny.gguf'),
      });
    });
  });
});
