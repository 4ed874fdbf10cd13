// Written by `npm run tune -- reader`; not edited by hand.
import type { SpanFeature } from './span-features.ts';

/** What the weights were fitted on, and for what. */
export const provenance = {
  /** SHA-256 of the data file. */
  data: '79fa87e90f04081343b8c8debecb80a9a6842b76a7aa537dc9fdf651ea698ff4',
  conversations: ['conv-26', 'conv-30', 'conv-41', 'conv-42', 'conv-43'],
  questions: 565,
  passages: 'dialog, window without vectors, k = 10',
  objective: 'mean log(0.02 + expected squared F1), ridge 0.0002',
} as const;

/** The weights of the log-linear model over spans. */
export const spanWeights: Readonly<Record<SpanFeature, number>> = {
  sentence: 4.78,
  retrieval: 3.73,
  bySubject: 3.93,
  interjection: -1.89,
  nearAskedWord: 3.04,
  startsSentence: -1.9,
  afterConjunction: -3.26,
  title: 5.16,
  startsOnFunctionWord: -0.8,
  endsOnFunctionWord: -3.32,
  pronouns: -3.16,
  askedWords: -2.46,
  contentWords: 0.72,
  timeWords: -4.07,
  name: 3.58,
  place: 5.08,
};
