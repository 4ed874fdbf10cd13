import type { Category, Question, Sample } from '../../../locomo/sample.ts';

/** A question about nothing, with what a test sets. */
export function aQuestion(facts: Partial<Question> & { readonly category: Category }): Question {
  return {
    index: 0,
    question: 'What did Mira plant?',
    answer: 'tomatoes',
    adversarialAnswer: null,
    evidence: ['D1:1'],
    evidenceTurns: ['D1:1'],
    released: {},
    ...facts,
  };
}

/** A sample of the given sessions, each a list of texts that Mira says. */
export function aSample(sessions: readonly (readonly string[])[]): Sample {
  return {
    sampleId: 'fiction',
    speakers: ['Mira', 'Tom'],
    sessions: sessions.map((texts, session) => ({
      number: session + 1,
      dateTime: '9:00 am on 1 May, 2023',
      turns: texts.map((text, turn) => ({ id: `D${session + 1}:${turn + 1}`, speaker: 'Mira', text })),
    })),
    observations: [],
    summaries: [],
    events: [],
    questions: [],
  };
}
