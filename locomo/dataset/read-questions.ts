import type { Question } from '../sample.ts';
import { describe, shorten } from './describe.ts';
import type { Field } from './field.ts';
import type { NoteRepair } from './repair.ts';
import { resolveIds } from './resolve-ids.ts';
import { jsonObjectSchema, questionSchema, read, type ReleasedQuestion } from './schema.ts';

/** The questions of a sample. Their index is their position in the released list and never changes. */
export function readQuestions(
  field: Field,
  turnIds: ReadonlySet<string>,
  note: NoteRepair,
): readonly Question[] {
  const entries: readonly unknown[] = Array.isArray(field.value) ? field.value : [];
  if (entries.length === 0) note('questions-absent', field.place, describe(field.value));
  const firstWith = new Map<string, number>();
  return entries.map((_, index) => {
    const place = field.at(index);
    const question = readQuestion(place, index, turnIds, note);
    const first = firstWith.get(question.question);
    if (first === undefined) firstWith.set(question.question, index);
    else note('question-repeated', place.place, `the text of ${field.at(first).place}`);
    return question;
  });
}

function readQuestion(field: Field, index: number, turnIds: ReadonlySet<string>, note: NoteRepair): Question {
  const released = read(field, questionSchema);
  const { question, category } = released;
  noteAnswers(field, released, note);
  const answer = asText(released.answer);
  if (answer === null && category !== 5)
    throw field
      .at('answer')
      .error(
        'bad-data',
        `an answer, which a question of category ${category} is scored against`,
        'Add the answer; a question that the conversation does not answer has category 5 and adversarial_answer.',
      );
  const evidence = released.evidence ?? [];
  const evidenceField = field.at('evidence');
  if (evidence.length === 0) note('evidence-empty', evidenceField.place, describe(evidenceField.value));
  return {
    index,
    question,
    category,
    answer,
    adversarialAnswer: category === 5 ? asText(released.adversarial_answer) : null,
    evidence,
    evidenceTurns: resolveIds(evidence, 'evidence', turnIds, (entry) => evidenceField.at(entry).place, note),
    released: read(field, jsonObjectSchema),
  };
}

function noteAnswers(
  field: Field,
  { category, answer, adversarial_answer }: ReleasedQuestion,
  note: NoteRepair,
): void {
  for (const [name, value] of Object.entries({ answer, adversarial_answer }))
    if (typeof value === 'number')
      note('answer-number', field.at(name).place, describe(value), String(value));
  const hasAnswer = asText(answer) !== null;
  const hasDistractor = asText(adversarial_answer) !== null;
  if (hasAnswer && hasDistractor)
    note(
      'answer-and-distractor',
      field.place,
      shorten(`${describe(answer)} and ${describe(adversarial_answer)}`),
    );
  if (category === 5 && !hasAnswer) note('answer-absent', field.at('answer').place, describe(answer));
  if (category === 5 && !hasDistractor)
    note('distractor-absent', field.at('adversarial_answer').place, describe(adversarial_answer));
}

/** An answer as text; null where there is none, or a blank one. */
function asText(value: string | number | null | undefined): string | null {
  const text = String(value ?? '');
  return text.trim() === '' ? null : text;
}
