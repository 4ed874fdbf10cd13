import { ExpectedError } from '../engine/expected-error.ts';
import { embeddingText } from '../locomo/layout.ts';
import type { TokenVectors } from '../models/embedder.ts';
import type { Retriever } from './retriever.ts';
import { TokenSimilarities } from './token-similarities.ts';
import { topHits } from './top-hits.ts';

/**
 * Late interaction, as in ColBERT (Khattab and Zaharia, SIGIR 2020): a passage scores the sum, over the word pieces of
 * a question, of the best cosine that one of its own pieces reaches.
 */
export function createMaxSim({ embedder }: { readonly embedder: string }): Retriever {
  if (embedder === 'none')
    throw new ExpectedError({
      code: 'embedder-needed',
      message: 'The retriever "maxsim" compares token vectors and expects an embedder; found "none".',
      where: 'embedder',
      remedy: 'Choose --embedder minilm, or a retriever that can rank without one.',
    });
  return {
    identity: { retriever: 'maxsim', version: 1 },
    embedding: {
      granularity: 'token',
      passageTexts: ({ passages }) => passages.map(embeddingText),
      queryText: ({ text }) => text,
    },
    async open({ passages }, vectors, _folder, signal) {
      const own: TokenVectors[] = [];
      for (const passage of passages) {
        signal.throwIfAborted();
        own.push(await vectors.tokens(embeddingText(passage), 'passage'));
      }
      const similarities = await TokenSimilarities.open(own);
      return {
        async rank({ text }, depth) {
          const best = await similarities.bestPerTurn(await vectors.tokens(text, 'query'));
          const scores = new Float64Array(passages.length);
          for (const cosines of best)
            for (let place = 0; place < scores.length; place++)
              scores[place] = (scores[place] ?? 0) + (cosines[place] ?? 0);
          return topHits(scores, depth);
        },
      };
    },
  };
}
