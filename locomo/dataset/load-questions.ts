import type { Sample } from '../sample.ts';
import { decodeText } from './decode.ts';
import { Field } from './field.ts';
import { parseJson } from './parse-json.ts';
import { readQuestions } from './read-questions.ts';

/**
 * Reads the questions of a result file: a list of `{sample_id, qa}` without conversations, which are left empty. Their
 * evidence is not resolved, because that takes the turns. What has another form is an `ExpectedError`.
 */
export function loadQuestions(bytes: Uint8Array, fileName: string): readonly Sample[] {
  const text = decodeText(bytes, fileName);
  const top = new Field({ fileName, text }, [], parseJson(text, fileName));
  if (!Array.isArray(top.value)) throw top.error('bad-results', 'a list of samples', 'Make the file again.');
  return top.value.map((_, index): Sample => {
    const field = top.at(index);
    const id = field.at('sample_id');
    if (typeof id.value !== 'string') throw id.error('bad-results', 'a sample id', 'Make the file again.');
    return {
      sampleId: id.value,
      speakers: ['', ''],
      sessions: [],
      observations: [],
      summaries: [],
      events: [],
      questions: readQuestions(field.at('qa'), new Set(), () => undefined),
    };
  });
}
