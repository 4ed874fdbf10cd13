import { describe, expect, it } from 'vitest';
import type { Query, Retriever } from '../../retrievers/retriever.ts';
import { createNone } from '../../retrievers/none.ts';
import { createOracle } from '../../retrievers/oracle.ts';
import { createRandom } from '../../retrievers/random.ts';
import { fictionalCorpus } from '../support/fictional-corpus.ts';
import { hashedVectors } from '../support/hashed-vectors.ts';

const never = new AbortController().signal;
const dialog = fictionalCorpus('dialog');

async function ranked(retriever: Retriever, query: Query, corpus = dialog): Promise<readonly string[]> {
  const index = await retriever.open(corpus, hashedVectors, undefined, never);
  const hits = await index.rank(query, corpus.passages.length, never);
  return hits.map(({ position }) => corpus.passages[position]?.id ?? '');
}

it('finds nothing where it is none', async () => {
  expect(await ranked(createNone(), { text: 'one' })).toEqual([]);
});

describe('the random retriever', () => {
  it('ranks in another order for another question, and for another conversation', async () => {
    const ask = (text: string, corpus = dialog) => ranked(createRandom(), { text }, corpus);
    const order = await ask('one');
    expect(await ask('one')).toEqual(order);
    expect(await ask('two')).not.toEqual(order);
    expect(await ask('one', { ...dialog, sampleId: 'another' })).not.toEqual(order);
    expect(order).not.toEqual(dialog.passages.map(({ id }) => id));
  });

  it('puts each passage first about as often as any other', async () => {
    const firsts = await Promise.all(
      Array.from({ length: 600 }, async (_, n) => (await ranked(createRandom(), { text: `q${n}` }))[0]),
    );
    const counts = dialog.passages.map(({ id }) => firsts.filter((first) => first === id).length);
    const expected = 600 / dialog.passages.length;
    const chiSquare = counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
    // Four standard deviations above its mean.
    const freedom = dialog.passages.length - 1;
    expect(chiSquare).toBeLessThan(freedom + 4 * Math.sqrt(2 * freedom));
  });
});

describe('the oracle', () => {
  it('is told the evidence and ranks it first, the others in their order', async () => {
    const evidence = dialog.passages.slice(-2).map(({ id }) => id);
    const order = await ranked(createOracle(), { text: 'any', evidence });
    const rest = dialog.passages.map(({ id }) => id).filter((id) => !evidence.includes(id));
    expect(order).toEqual([...evidence, ...rest]);
    expect(createOracle().seesEvidence).toBe(true);
  });

  it('puts a summary that stands for more of the evidence before one that stands for less', async () => {
    const summaries = fictionalCorpus('summary');
    const [first, second] = summaries.passages;
    const evidence = [...(first?.turnIds.slice(0, 1) ?? []), ...(second?.turnIds.slice(0, 2) ?? [])];
    const order = await ranked(createOracle(), { text: 'any', evidence }, summaries);
    expect(order.slice(0, 2)).toEqual([second?.id, first?.id]);
  });
});
