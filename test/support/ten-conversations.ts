import { writeFileSync } from 'node:fs';
import { seededRandom } from '../../locomo/statistics/random.ts';
import { inventedSample } from './fiction.ts';

/** Questions of categories 1 to 4 in each of ten conversations: 1,540 in all, as unequal as LoCoMo's. */
const sizes = [152, 81, 152, 199, 178, 123, 150, 191, 156, 158];

/** Ten invented conversations in the released format, whose questions all have the same kind of gold answer. */
export function tenConversations() {
  return sizes.map((size, conversation) => ({
    ...inventedSample(),
    sample_id: `talk-${conversation}`,
    qa: Array.from({ length: size }, (_, index) => ({
      question: `What is number ${index} of ${conversation}?`,
      answer: `boat ${index}`,
      evidence: ['D2:1'],
      category: [4, 4, 4, 2, 1][index % 5] ?? 4,
    })),
  }));
}

/** What a simulated system answers: whether it is right, for each question of `tenConversations` in order. */
export type Marks = readonly (readonly boolean[])[];

/**
 * A system that is right on about half of the questions. Each conversation suits it more or less, each question
 * has a difficulty of its own, and what is left is luck, which another `seed` turns.
 */
export function simulatedMarks(seed: number): Marks {
  const nature = seededRandom(1);
  const luck = seededRandom(seed);
  return sizes.map((size) => {
    const suits = 0.3 * (nature.uniform() - 0.5);
    return Array.from({ length: size }, () => luck.uniform() < 0.2 + 0.6 * nature.uniform() + suits);
  });
}

/** The same system made better by about `by`: so many of all questions, drawn from `seed`, become right. */
export function improvedMarks(marks: Marks, by: number, seed: number): Marks {
  const random = seededRandom(seed);
  const wrong = marks.flat().filter((mark) => !mark).length;
  const share = (by * marks.flat().length) / wrong;
  return marks.map((own) => own.map((mark) => mark || random.uniform() < share));
}

/** Answers with these marks as JSON lines. */
export function answerLines(marks: Marks): string[] {
  return marks.flatMap((own, conversation) =>
    own.map((mark, index) =>
      JSON.stringify({
        sample_id: `talk-${conversation}`,
        qa_index: index,
        prediction: mark ? `Boat ${index}` : 'nobody knows',
        context: mark ? ['D2:1'] : ['D1:1'],
      }),
    ),
  );
}

/** Writes lines to a file and returns its path. */
export function writeLines(path: string, lines: readonly string[]): string {
  writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
  return path;
}
