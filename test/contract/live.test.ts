import { describe, expect, it } from 'vitest';
import { systemClock } from '../../cli/system-clock.ts';
import { ItemFailure } from '../../engine/stage.ts';
import type { ChatMessage, ChatModel } from '../../models/chat-model.ts';
import { createChat } from '../../models/chats.ts';
import { createRemote } from '../../models/remote/remote.ts';
import { countingCall } from '../support/counting-call.ts';
import { modelsForTests } from '../support/models.ts';

/** Small models of the providers, and the variables that may hold their keys. */
const asked = [
  { name: 'openai', model: process.env['LIVE_OPENAI_MODEL'] ?? 'gpt-4o-mini', keys: ['OPENAI_API_KEY'] },
  { name: 'anthropic', model: 'claude-haiku-4-5', keys: ['ANTHROPIC_API_KEY'] },
  { name: 'google-genai', model: 'gemini-2.5-flash-lite', keys: ['GOOGLE_API_KEY', 'GEMINI_API_KEY'] },
  { name: 'ollama', model: process.env['LIVE_OLLAMA_MODEL'] ?? '', keys: [] },
];
const wanted = (process.env['LIVE'] ?? '').split(',');
const hello: readonly ChatMessage[] = [{ role: 'user', content: 'What is the capital of France? One word.' }];

function chat(name: string): ChatModel {
  const { env } = process;
  const context = modelsForTests({ env, remote: createRemote(env, systemClock) });
  const model = createChat(name, { baseUrl: '', tag: '', temperature: null, maxTokens: null }, context);
  if (model === undefined) throw new Error(`no model ${name}`);
  return model;
}

function whySkipped({ name, model, keys }: (typeof asked)[number]): string {
  if (!wanted.includes(name)) return `LIVE=${name} asks it`;
  if (model === '') return 'LIVE_OLLAMA_MODEL names no model that it has';
  const hasServer = name === 'openai' && process.env['OPENAI_BASE_URL'] !== undefined;
  const hasKey = keys.length === 0 || hasServer || keys.some((key) => process.env[key] !== undefined);
  return hasKey ? '' : `${keys.join(' or ')} is not set`;
}

describe.each(asked.map((one) => ({ ...one, why: whySkipped(one) })))('live', ({ name, model, why }) => {
  describe.skipIf(why !== '')(`${name}${why === '' ? '' : ` (skipped: ${why})`}`, () => {
    it('answers and counts', async () => {
      const call = countingCall();
      const reply = await chat(`${name}:${model}`).complete(hello, { maxTokens: 200 }, call);
      expect(reply).toMatchObject({ text: expect.stringContaining('Paris'), finishReason: 'stop' });
      expect(call.counted['inputTokens']).toBeGreaterThan(5);
      expect(call.counted['outputTokens']).toBeGreaterThan(0);
    });

    it('refuses a reply that was cut', async () => {
      const long: readonly ChatMessage[] = [
        { role: 'user', content: 'Count from one to two hundred, in words.' },
      ];
      await expect(
        chat(`${name}:${model}`).complete(long, { maxTokens: 16 }, countingCall()),
      ).rejects.toBeInstanceOf(ItemFailure);
    });

    it('has no model of a name that was made up', async () => {
      await expect(
        chat(`${name}:no-such-model-0`).complete(hello, { maxTokens: 200 }, countingCall()),
      ).rejects.toMatchObject({ code: 'unknown-model' });
    });
  });
});
