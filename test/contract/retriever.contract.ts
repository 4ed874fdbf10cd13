import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canonicalJson } from '../../engine/json.ts';
import { databases } from '../../locomo/passages/passage.ts';
import type { Corpus, RetrievalIndex, Retriever } from '../../retrievers/retriever.ts';
import { fictionalCorpus } from '../support/fictional-corpus.ts';
import { hashedVectors } from '../support/hashed-vectors.ts';

const never = new AbortController().signal;

const questions = [
  'What is the name of the greyhound that Ines adopted?',
  'When did Tomas play the cello?',
  'lighthouse',
  'Who moved to Lisbon, and why?',
];

const oddQuestions = [
  '',
  '   ',
  '\u{1F415}\u{1F3FB}\u200D',
  '?!',
  'What is it that they were?',
  'Ines and Tomas',
  'x'.repeat(10_000),
];

/** What every retriever promises, whatever it ranks by; one that reads no words need not find those of a question. */
export function retrieverContract(
  name: string,
  create: () => Retriever,
  { readsWords = true }: { readonly readsWords?: boolean } = {},
): void {
  describe(`${name} keeps the contract of retrievers`, () => {
    let folders: string;
    beforeAll(async () => {
      folders = await mkdtemp(join(tmpdir(), 'retriever-'));
    });
    afterAll(() => rm(folders, { recursive: true, force: true }));

    async function openIndex(corpus: Corpus): Promise<RetrievalIndex> {
      const retriever = create();
      const folder = await mkdtemp(join(folders, 'index-'));
      await retriever.build?.(corpus, hashedVectors, folder, never);
      return retriever.open(corpus, hashedVectors, folder, never);
    }

    it('has an identity that JSON keeps', () => {
      const { identity } = create();
      expect(JSON.parse(canonicalJson(identity))).toEqual(identity);
    });

    describe.each(databases)('over the %s database', (database) => {
      const corpus = fictionalCorpus(database);

      it.each([...questions, ...oddQuestions])(
        'ranks for %j: once each, scores falling, ties by position',
        async (text) => {
          const index = await openIndex(corpus);
          const hits = await index.rank({ text }, corpus.passages.length, never);
          expect(hits.map((hit) => hit.position).toSorted((a, b) => a - b)).toEqual([
            ...corpus.passages.keys(),
          ]);
          const sorted = hits.toSorted((a, b) => b.score - a.score || a.position - b.position);
          expect(hits).toEqual(sorted);
          expect(hits.every((hit) => Number.isFinite(hit.score))).toBe(true);
        },
      );

      it('gives at most what is asked for, and the same beginning at every depth', async () => {
        const index = await openIndex(corpus);
        const all = await index.rank({ text: 'cello' }, 1_000, never);
        expect(all).toHaveLength(corpus.passages.length);
        for (const depth of [0, 1, 2, all.length])
          expect(await index.rank({ text: 'cello' }, depth, never)).toEqual(all.slice(0, depth));
      });

      it('ranks the same again, whatever was asked before, and at once', async () => {
        const index = await openIndex(corpus);
        const one = (text: string) => index.rank({ text }, 3, never);
        const together = await Promise.all(questions.map(one));
        for (const [position, question] of questions.entries()) {
          expect(await one(question)).toEqual(together[position]);
          const fresh = await openIndex(corpus);
          expect(await fresh.rank({ text: question }, 3, never)).toEqual(together[position]);
        }
      });
    });

    if (readsWords)
      it('finds the turn that a question repeats', async () => {
        const corpus = fictionalCorpus('dialog');
        const index = await openIndex(corpus);
        const [first] = await index.rank({ text: 'Who broke a string in the second movement?' }, 1, never);
        expect(corpus.passages[first?.position ?? -1]?.id).toBe('D2:2');
      });

    it('puts equal passages in the order they stand in', async () => {
      const corpus = fictionalCorpus('observation');
      const [passage] = corpus.passages;
      if (!passage) throw new Error('the fictional corpus has observations');
      const index = await openIndex({ ...corpus, passages: [passage, passage, passage] });
      const hits = await index.rank({ text: 'Biscuit' }, 3, never);
      expect(hits.map((hit) => hit.position)).toEqual([0, 1, 2]);
    });

    it('opens an empty corpus and ranks nothing', async () => {
      const empty = { ...fictionalCorpus('dialog'), sessions: [], passages: [] };
      expect(await (await openIndex(empty)).rank({ text: 'cello' }, 10, never)).toEqual([]);
    });

    it('ranks the one passage there is', async () => {
      const corpus = fictionalCorpus('summary');
      const index = await openIndex({ ...corpus, passages: corpus.passages.slice(0, 1) });
      expect((await index.rank({ text: 'otters' }, 10, never)).map((hit) => hit.position)).toEqual([0]);
    });

    it('passes over cited turns that do not exist', async () => {
      const corpus = fictionalCorpus('observation');
      const passages = corpus.passages.map((passage) => ({ ...passage, turnIds: ['D99:1'] }));
      const index = await openIndex({ ...corpus, passages });
      expect(await index.rank({ text: 'otters' }, 10, never)).toHaveLength(passages.length);
    });
  });
}
