import { describe, expect, it } from 'vitest';
import { databases } from '../../locomo/passages/passage.ts';
import type { Corpus, VectorTable } from '../../retrievers/retriever.ts';
import { createRetriever } from '../../retrievers/registry.ts';
import { turnWindows } from '../../retrievers/turn-windows.ts';
import { fictionalCorpus } from '../support/fictional-corpus.ts';
import { hashedVectors } from '../support/hashed-vectors.ts';

const never = new AbortController().signal;
const noVectors: VectorTable = {
  text: () => Promise.reject(new Error('asked for a vector')),
  tokens: () => Promise.reject(new Error('asked for token vectors')),
};

/** Ids of the best passages for a question, without an embedder unless vectors are given. */
async function ranked(
  corpus: Corpus,
  text: string,
  depth = 1,
  vectors?: VectorTable,
): Promise<(string | undefined)[]> {
  const retriever = createRetriever('window', { embedder: vectors ? 'hashed' : 'none' });
  const index = await retriever.open(corpus, vectors ?? noVectors, undefined, never);
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

describe('the window without an embedder', () => {
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

describe('the window with token vectors', () => {
  const corpus = fictionalCorpus('dialog');

  it('wants the same texts for every database, so that their vectors are shared', () => {
    const need = createRetriever('window', { embedder: 'hashed' }).embedding;
    const texts = databases.map((database) => need?.passageTexts(fictionalCorpus(database)));
    expect(texts[0]).toHaveLength(18);
    expect(texts[0]?.[10]).toContain('a photo of a red lighthouse');
    expect(texts[1]).toEqual(texts[0]);
    expect(texts[2]).toEqual(texts[0]);
  });

  it('leaves out names, stop words and punctuation, whole words at a time', async () => {
    const [wordy, bare] = ['Ines, Tomas: what was it that broke on stage?', 'broke stage'];
    expect(await ranked(corpus, wordy, 18, hashedVectors)).toEqual(
      await ranked(corpus, bare, 18, hashedVectors),
    );
  });

  it('finds by their vectors pieces that no word shares', async () => {
    const question = 'lightning';
    expect(await ranked(corpus, question)).toEqual(['D1:1']);
    expect(await ranked(corpus, question, 1, hashedVectors)).toEqual(['D2:5']);
  });
});
