import type { Retrieval } from '../locomo/diagnosis/evidence-reach.ts';
import { questionName, type AnsweredQuestion } from '../locomo/scoring/answered-question.ts';
import { givenAnswer, recordsByQuestion, scoredAnswers } from '../report/scored-run.ts';
import { buildPassages } from '../locomo/passages/build-passages.ts';
import type { CorpusRecord, SampleRecord } from '../stages/records.ts';
import type { StoredRecords } from './stored-records.ts';

/** A question of a run with its answer, and what that was made from. */
export interface RunQuestion {
  readonly answer: AnsweredQuestion;
  readonly retrieval: Retrieval;
}

/** The questions of a finished run in the order of the data file. */
export async function runQuestions(run: StoredRecords): Promise<readonly RunQuestion[]> {
  const [samples, answers, scores] = await Promise.all([
    run.artifact('samples'),
    run.artifact('answers'),
    run.artifact('scores'),
  ]);
  const retrieved = readsConversations(run) ? wholeConversation : await retrievals(run);
  const answered = await recordsByQuestion(scoredAnswers(answers.records()));
  const scored = await recordsByQuestion(scores.records());
  const questions: RunQuestion[] = [];
  for await (const sample of samples.records()) {
    for (const question of sample.questions) {
      const name = questionName({ sample, question });
      const confidence = answered.get(name)?.confidence;
      const given = {
        ...givenAnswer(scored.get(name)),
        ...(confidence === undefined ? {} : { confidence }),
      };
      questions.push({
        answer: { sample, question, given },
        retrieval: { ...retrieved(sample, name), context: given.context },
      });
    }
  }
  return questions;
}

/** True for a run that reads whole conversations: nothing is retrieved in it, and the token budget cuts. */
export function readsConversations(run: StoredRecords): boolean {
  return run.stepOf('rankings') === undefined && run.stepOf('conversations') !== undefined;
}

type RetrievalOf = (sample: SampleRecord, question: string) => Omit<Retrieval, 'context'>;

const wholeConversation: RetrievalOf = (sample) => {
  const passages = buildPassages(sample, 'dialog');
  return { passages, ranking: [...passages.keys()], topK: passages.length };
};

async function retrievals(run: StoredRecords): Promise<RetrievalOf> {
  const [corpora, rankings] = await Promise.all([run.artifact('corpora'), run.artifact('rankings')]);
  const byQuestion = await recordsByQuestion(rankings.records());
  const corpusOf = new Map<string, CorpusRecord>();
  for await (const corpus of corpora.records()) corpusOf.set(corpus.sampleId, corpus);
  const topK = Number(run.stepOf('answers')?.settings['topK'] ?? 0);
  return ({ sampleId }, question) => ({
    passages: corpusOf.get(sampleId)?.passages ?? [],
    ranking: byQuestion.get(question)?.hits.map(({ position }) => position) ?? [],
    topK,
  });
}

/** What was answered where the options of a question were shown in the other order, by the name of the question. */
export async function reversedAnswers(run: StoredRecords): Promise<ReadonlyMap<string, string>> {
  const answers = new Map<string, string>();
  for await (const { sampleId, qaIndex, order, prediction } of (await run.artifact('answers')).records())
    if (order === 'reversed') answers.set(`${sampleId}/${qaIndex}`, prediction);
  return answers;
}
