import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { Asked } from './chat-server.ts';
import { locomoData } from './shared.ts';
import { manyConversations, writeData } from './two-conversations.ts';

/** Words of a command that asks a model for every question of a data file. */
export function paidRun(data: string, baseUrl: string, out: string, ...flags: string[]): string[] {
  const asks = ['--data', data, '--retriever', 'bm25', '--model', 'openai:any', '--base-url', baseUrl];
  return ['run', 'rag-dialog', ...asks, '--out', out, ...flags];
}

/** A key that no server looks at, for the command's environment. */
export const anyKey = { OPENAI_API_KEY: 'sk-test-0123456789abcdef' };

/** The released data where they are, otherwise as many questions of our own, written to `file`. */
export function manyQuestions(file: string): string {
  return locomoData() ?? writeData(file, manyConversations(331));
}

/** A question as a data file has it. */
export interface DataQuestion {
  readonly question: string;
  readonly category: number;
}

/** The questions of a data file, in order. */
export function questionsIn(data: string): readonly DataQuestion[] {
  const samples: readonly { readonly qa: readonly DataQuestion[] }[] = JSON.parse(readFileSync(data, 'utf8'));
  return samples.flatMap(({ qa }) => qa);
}

/** The questions that were put to the server, as they stand in the prompts that ship. */
export function questionsAsked(asked: readonly Asked[]): readonly string[] {
  return asked.map(({ prompt }) => {
    const [, question] =
      /^Question: ([^]*?)(?:\n\(a\) [^]*)?$/m.exec(prompt.slice(prompt.lastIndexOf('\nQuestion: ') + 1)) ??
      [];
    return question ?? '';
  });
}

/** Holds two lists against each other without regard to order; what occurs twice must occur twice. */
export function expectSameItems(found: readonly string[], wanted: readonly string[]): void {
  expect(surplus(found, wanted), 'too many').toEqual([]);
  expect(surplus(wanted, found), 'too few').toEqual([]);
}

/** What a list has more of than another. */
export function surplus(list: readonly string[], other: readonly string[]): readonly string[] {
  const left = new Map<string, number>();
  for (const item of other) left.set(item, (left.get(item) ?? 0) + 1);
  return list.filter((item) => {
    const count = left.get(item) ?? 0;
    left.set(item, count - 1);
    return count <= 0;
  });
}
