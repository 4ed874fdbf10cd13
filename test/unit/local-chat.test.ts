import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { quietCall } from '../../models/call-context.ts';
import type { Generator } from '../../models/local/generator.ts';
import { createLocalChat } from '../../models/local/local-chat.ts';

const unused = (): never => expect.fail('nothing is loaded');

it('says one thing at a time, also where a reader and a judge are one model', async () => {
  let [busy, most] = [0, 0];
  const generator: Generator = {
    window: null,
    count: (text) => text.length,
    encode: () => ({
      tokens: 1,
      async generate() {
        most = Math.max(most, ++busy);
        await pause(1);
        busy -= 1;
        return { text: 'so', tokens: 1, isWhole: true };
      },
    }),
  };
  const chat = () =>
    createLocalChat({
      identity: {},
      temperature: 0,
      tag: '',
      flags: '--',
      generator: () => Promise.resolve(generator),
    });
  const [reader, judge] = [chat(), chat()];
  const asked = [reader, judge, reader, judge].map((one) =>
    one.complete([{ role: 'user', content: '?' }], { maxTokens: 1 }, quietCall),
  );
  expect(await Promise.all(asked)).toHaveLength(4);
  expect(most).toBe(1);
});

it('names the flag of a judge where its temperature cannot be', () => {
  const settings = { identity: {}, tag: '', flags: '--judge-', generator: unused };
  expect(() => createLocalChat({ ...settings, temperature: 1 })).toThrow(
    expect.objectContaining({ where: '--judge-temperature' }),
  );
});
