export interface SentenceWeights {
  readonly passage: number;
  readonly retrieval: number;
  readonly rank: number;
  readonly bySubject: number;
  readonly date: number;
  readonly asked: number;
  readonly isQuestion: number;
  readonly kept: number;
}
export const sentenceWeights: SentenceWeights = {
  passage: 0.5,
  retrieval: 0.35,
  rank: 0.15,
  bySubject: 0.3,
  date: 0.4,
  asked: 0.3,
  isQuestion: -0.45,
  kept: 14,
};
export const spanWeights: Record<string, number> = {
  firstPerson: 0.52,
  title: 7.0,
  afterQuestionWord: 2.55,
  afterPreposition: 2.27,
  afterVerb: 1.31,
  afterDeterminer: 2.42,
  startsSentence: -0.72,
  beforeMark: 1.15,
  beforeFunction: 0.88,
  pronouns: -1.16,
  questionWords: -1.04,
  marks: 0.14,
  endsOnFunction: -1.52,
  startsOnFunction: -0.52,
  startsPreposition: -0.85,
  length: -1.99,
  short: -1.4,
  name: 2.38,
  number: 3.89,
  cause: 0.77,
  gerund: 1.55,
  place: 4.56,
  feeling: 3.14,
  verbs: -0.78,
  conj: 0.67,
  endsContent: 1.52,
  afterConj: -1.38,
  idf: 0.62,
  longq: 4.97,
  s_overlap: 1.59,
  s_pass: 0.39,
  s_ret: 3.58,
  s_rank: 1.71,
  s_subj: 2.83,
  s_date: 4.53,
  s_asked: 4.6,
  s_q: -1.47,
  s_len: -1.48,
  s_first: 1.09,
  s_img: -0.47,
  s_n: 1.46,
  s_greet: -1.53,
};
