import { wantsDate } from '../../locomo/answer-protocol.ts';
import type { Database } from '../../locomo/passages/passage.ts';
import { buildPassages } from '../../locomo/passages/build-passages.ts';
import type { Question, Sample } from '../../locomo/sample.ts';
import type { ReadRequest } from '../../models/reader.ts';
import { createRetriever } from '../../retrievers/registry.ts';
import { embeddingAhead } from './embedding-ahead.ts';

/** A benchmark question with what a reader gets of it; options are left to the caller. */
export interface Asked {
  readonly sampleId: string;
  readonly question: Question;
  readonly request: ReadRequest;
}

/** The retriever whose passages the reader is fitted and measured on. */
export const retrieverName = 'window';

/** Every question of the samples with its `k` best passages of a database, by the window retriever. */
export async function askAll(
  samples: readonly Sample[],
  database: Database,
  k: number,
  embedder = 'none',
  embedAhead = embeddingAhead(embedder),
): Promise<Asked[]> {
  const retriever = createRetriever(retrieverName, { embedder });
  const { signal } = new AbortController();
  const asked: Asked[] = [];
  for (const sample of samples) {
    const { sampleId, speakers } = sample;
    const passages = buildPassages(sample, database);
    const corpus = { ...sample, passages };
    const queries = sample.questions.map(({ question }) => ({ text: question }));
    const vectors = await embedAhead(retriever, corpus, queries);
    const index = await retriever.open(corpus, vectors, undefined, signal);
    for (const question of sample.questions) {
      const hits = await index.rank({ text: question.question }, k, signal);
      asked.push({
        sampleId,
        question,
        request: {
          question: question.question,
          speakers,
          passages: hits.flatMap(({ position, score }) => {
            const passage = passages[position];
            return passage === undefined ? [] : { ...passage, score };
          }),
          wantsDate: wantsDate(question),
          options: null,
        },
      });
    }
  }
  return asked;
}
