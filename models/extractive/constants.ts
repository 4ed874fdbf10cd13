// Written by `npm run tune -- reader`; not edited by hand.
import type { SpanFeature } from './span-features.ts';

/** What the weights were fitted on, and for what. */
export const provenance = {
  /** SHA-256 of the data file. */
  data: '79fa87e90f04081343b8c8debecb80a9a6842b76a7aa537dc9fdf651ea698ff4',
  conversations: ['conv-26', 'conv-30', 'conv-41', 'conv-42', 'conv-43'],
  questions: 565,
  passages: 'dialog, window without vectors, k = 10',
  objective: 'mean log(0.02 + expected squared F1), ridge 0.0001',
} as const;

/** The weights of the log-linear model over spans. */
export const spanWeights: Readonly<Record<SpanFeature, number>> = {
  sentence: 5.22,
  retrieval: 4.26,
  overlap: -2.55,
  bySubject: 2.93,
  firstPerson: 0.75,
  interjection: -1.52,
  nearAskedWord: 3.39,
  startsSentence: -1.11,
  afterPreposition: 2.06,
  afterVerb: 0.71,
  afterDeterminer: 0.91,
  afterConjunction: -3.17,
  beforeMark: 1.1,
  beforeLink: -0.08,
  beforeAskedWord: 2.21,
  title: 6.81,
  length: -3.49,
  short: -1.57,
  startsOnFunctionWord: -0.74,
  startsOnPreposition: -1.53,
  startsOnGerund: 1.05,
  endsOnFunctionWord: -4.68,
  endsOnAskedWord: -3.83,
  pronouns: -1.53,
  askedWords: -1.48,
  contentWords: 0.89,
  verbs: -0.65,
  conjunctions: -0.19,
  marks: 0.15,
  dashes: 0.41,
  timeWords: -4.26,
  name: 2.97,
  number: 0,
  cause: 0.34,
  place: 6.47,
  feeling: 2.35,
  longReason: 3.53,
};
