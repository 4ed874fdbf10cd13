import { loadQuestions } from '../../locomo/dataset/load-questions.ts';
import type { Sample } from '../../locomo/sample.ts';

/** What a result file says that a run was given for one question. */
export interface StoredAnswer {
  readonly prediction: string | null;
  readonly context: readonly string[] | null;
  readonly reason: string | undefined;
}

/** The questions of a result file, and its answers by `<sample>/<index>`. */
export interface StoredResults {
  readonly samples: readonly Sample[];
  readonly answers: ReadonlyMap<string, StoredAnswer>;
}

interface Members {
  readonly [name: string]: unknown;
}

/**
 * Reads a `_qa.json` of a run of ours with this key. The samples have their questions alone: no conversation is in such a
 * file. Throws where it has another form.
 */
export function readStoredResults(bytes: Uint8Array, fileName: string, key: string): StoredResults {
  const answers = new Map<string, StoredAnswer>();
  const own = ['prediction', 'prediction_context', 'f1', 'recall', 'reason'].map((name) => `${key}_${name}`);
  const samples = loadQuestions(bytes, fileName).map((sample) => ({
    ...sample,
    questions: sample.questions.map((question) => {
      answers.set(`${sample.sampleId}/${question.index}`, answerIn(question.released, key));
      const released = Object.entries(question.released).filter(([name]) => !own.includes(name));
      return { ...question, released: Object.fromEntries(released) };
    }),
  }));
  return { samples, answers };
}

function answerIn(fields: Members, key: string): StoredAnswer {
  const [prediction, context, reason] = ['prediction', 'prediction_context', 'reason'].map(
    (name) => fields[`${key}_${name}`],
  );
  return {
    prediction: typeof prediction === 'string' ? prediction : null,
    context: Array.isArray(context) ? context.map(String) : null,
    reason: typeof reason === 'string' ? reason : undefined,
  };
}
