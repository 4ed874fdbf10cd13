import { describe, expect, it } from 'vitest';
import type { Corpus, VectorTable } from '../../retrievers/retriever.ts';
import { createRetriever } from '../../retrievers/registry.ts';
import { turnWindows } from '../../retrievers/turn-windows.ts';
import { fictionalCorpus } from '../support/fictional-corpus.ts';

const never = new AbortController().signal;
const noVectors: VectorTable = {
  text: () => Promise.reject(new Error('asked for a vector')),
  tokens: () => Promise.reject(new Error('asked for token vectors')),
};

/** Ids of the best passages for a question, without an embedder. */
async function ranked(corpus: Corpus, text: string, depth = 1): Promise<(string | undefined)[]> {
  const index = await createRetriever('window', { embedder: 'none' }).open(
    corpus,
    noVectors,
    undefined,
    never,
  );
  return (await index.rank({ text }, depth, never)).map(({ position }) => corpus.passages[position]?.id);
}

describe('windows of turns', () => {
  it('discount the turns around, and end with the session', () => {
    const windows = turnWindows(fictionalCorpus('dialog').sessions, { before: [0.5, 0.2], after: [0.4] });
    expect(windows).toHaveLength(18);
    expect(windows[3]).toEqual([
      { turn: 1, weight: 0.2 },
      { turn: 2, weight: 0.5 },
      { turn: 3, weight: 1 },
      { turn: 4, weight: 0.4 },
    ]);
    expect(windows[5]?.map(({ turn }) => turn)).toEqual([3, 4, 5]);
    expect(windows[6]?.map(({ turn }) => turn)).toEqual([6, 7]);
  });
});

describe('the lexical window', () => {
  it('brings up the answer behind the question that holds the words', async () => {
    expect(await ranked(fictionalCorpus('dialog'), 'What is the dog called?', 2)).toEqual(['D1:2', 'D1:3']);
  });

  it('finds a turn by the caption of its image', async () => {
    expect(await ranked(fictionalCorpus('dialog'), 'the red cliff')).toEqual(['D2:5']);
  });

  it('gives nothing for the names of the speakers', async () => {
    const corpus = fictionalCorpus('dialog');
    const question = 'What broke on stage?';
    expect(await ranked(corpus, `Ines, Tomas: ${question}`, 18)).toEqual(await ranked(corpus, question, 18));
  });

  it('finds observations and summaries by the turns they stand for', async () => {
    expect(await ranked(fictionalCorpus('observation'), 'Who was nervous on Friday?')).toEqual(['O1:2']);
    expect(await ranked(fictionalCorpus('summary'), 'Who promised pastries?')).toEqual(['S3']);
  });

  it('prefers the sessions of a date that is named', async () => {
    expect(await ranked(fictionalCorpus('summary'), 'What happened in July 2021?')).toEqual(['S3']);
    expect(await ranked(fictionalCorpus('summary'), 'What happened on 20 April?')).toEqual(['S2']);
  });
});
