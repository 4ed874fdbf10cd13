import { expect, it } from 'vitest';
import { oneATurn } from '../../../models/remote/one-a-turn.ts';

it('lets callers through in order, each with its own turn of the event loop', async () => {
  const gate = oneATurn();
  const seen: string[] = [];
  const calls = ['a', 'b', 'c'].map(async (name) => {
    await gate();
    seen.push(name);
    setImmediate(() => seen.push(`after ${name}`));
  });
  await Promise.all(calls);
  expect(seen).toEqual(['a', 'after a', 'b', 'after b', 'c']);
});
