import { digestOf } from '../engine/digest.ts';
import { embeddingText } from '../locomo/layout.ts';
import { stemmingIdentity } from '../locomo/text/tokens.ts';
import { lexicalFeatures, tokenFeatures } from './fused/features/features.ts';
import { kindOf, openConversation, openRanker } from './fused/ranker.ts';
import { openPassageMatcher, openTokenMatcher } from './fused/token-matches.ts';
import * as lexical from './fused/weights/lexical.ts';
import * as tokens from './fused/weights/tokens.ts';
import type { Corpus, Retriever } from './retriever.ts';
import { topHits } from './top-hits.ts';
import { turnTexts } from './turn-windows.ts';

/** The version of the features: raised when one of them computes otherwise. */
const version = 1;

/**
 * Ranks by a sum of features of the turns of a conversation, with weights fitted on LoCoMo's questions: what is said in
 * and around a turn, when, by whom, and whether it can be an answer. Passages drawn from turns add their own words. With
 * the embedder `none` it reads words alone. A conversation of LoCoMo is ranked by the weights that were fitted on the other
 * nine, though that fit starts from the weights of all ten: see docs/fused.md.
 */
export function createFused({ embedder }: { readonly embedder: string }): Retriever {
  const readsTokens = embedder !== 'none';
  const { weights, folds } = readsTokens ? tokens : lexical;
  const features = readsTokens ? [...lexicalFeatures, ...tokenFeatures] : lexicalFeatures;
  return {
    identity: {
      retriever: 'fused',
      version,
      matching: readsTokens ? 'tokens' : 'lexical',
      weights: digestOf({ weights, folds }),
      stemming: stemmingIdentity,
    },
    ...(readsTokens
      ? {
          embedding: {
            granularity: 'token',
            passageTexts: (corpus) => [...turnTexts(corpus.sessions), ...textsDrawn(corpus)],
            queryText: ({ text }) => text,
          },
        }
      : {}),
    async open(corpus, vectors, _folder, signal) {
      const opened = await openConversation(
        corpus,
        features,
        readsTokens ? (conversation) => openTokenMatcher(conversation, vectors, signal) : undefined,
      );
      const passageMatcher =
        readsTokens && kindOf(corpus) !== 'turns'
          ? await openPassageMatcher(textsDrawn(corpus), opened.conversation, vectors, signal)
          : undefined;
      const scores = openRanker(corpus, opened, folds[corpus.sampleId] ?? weights);
      return {
        async rank({ text }, depth) {
          const pieces = readsTokens ? await vectors.tokens(text, 'query') : undefined;
          const own = pieces === undefined ? undefined : await passageMatcher?.(pieces);
          return topHits(scores(await opened.prepare(text, pieces), own), depth);
        },
      };
    },
  };
}

/** What is embedded of passages that are drawn from turns; turns are embedded anyway. */
function textsDrawn(corpus: Pick<Corpus, 'passages'>): readonly string[] {
  return kindOf(corpus) === 'turns' ? [] : corpus.passages.map(embeddingText);
}
