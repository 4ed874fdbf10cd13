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
  sentence: 3.79,
  retrieval: 3.86,
  bySubject: 3.13,
  interjection: -2.83,
  nearAskedWord: 2.92,
  startsSentence: -2.21,
  afterConjunction: -3.1,
  title: 5.25,
  startsOnFunctionWord: -0.35,
  endsOnFunctionWord: -3.46,
  pronouns: -3.08,
  askedWords: -2.15,
  contentWords: 0.68,
  timeWords: -3.91,
  name: 4.23,
  place: 5.93,
};
