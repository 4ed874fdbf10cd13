import { describe, expect, it } from 'vitest';
import { answerOptions, notMentioned } from '../../../locomo/answer-protocol.ts';
import { bothOrders } from '../../../locomo/diagnosis/both-orders.ts';
import { questionName, type AnsweredQuestion } from '../../../locomo/scoring/answered-question.ts';
import { bothOrdersTable } from '../../../report/both-orders-table.ts';
import { aQuestion, aSample } from '../metrics/fiction.ts';

const sample = aSample([]);
const seed = 7;
const distractor = 'a pear tree';

type Options = readonly [string, string];
type Choice = (options: Options) => string | null;

function trap(prediction: string | null, index: number): AnsweredQuestion {
  const question = aQuestion({ category: 5, index, answer: null, adversarialAnswer: distractor });
  const status = prediction === null ? 'failed' : 'answered';
  return { sample, question, given: { status, prediction, context: null } };
}

/** The report on answerers that are asked a question each, in both orders. */
function reportOf(choices: readonly Choice[]): ReturnType<typeof bothOrders> {
  const reversed = new Map<string, string>();
  const answers = choices.map((choose, index) => {
    const options = answerOptions(trap(null, index).question, sample.sampleId, seed);
    if (options === null) throw new Error('no options');
    const answer = trap(choose(options), index);
    const other = choose([options[1], options[0]]);
    if (other !== null) reversed.set(questionName(answer), other);
    return answer;
  });
  return bothOrders(answers, reversed, seed);
}

const first: Choice = ([option]) => option;
const second: Choice = ([, option]) => option;
const abstain: Choice = () => notMentioned;
const fall: Choice = () => distractor;
const ramble: Choice = ([option]) => (option === notMentioned ? option : 'tomatoes');
const many = (choice: Choice, count = 100): Choice[] => Array.from({ length: count }, () => choice);

describe('answers to both orders', () => {
  it('are told apart by what they choose', () => {
    const choices = [
      ...many(abstain, 4),
      ...many(fall, 3),
      ...many(first, 2),
      second,
      ramble,
      () => null,
      () => ' ',
    ];
    expect(reportOf(choices)).toMatchObject({
      questions: 11,
      unpaired: 2,
      consistentlyRight: { count: 4, of: 11 },
      consistentlyTrapped: { count: 3, of: 11 },
      positionDriven: { count: 3, of: 11 },
      noChoice: { count: 1, of: 11 },
      // One of two for each that is consistent, and all, or none, for each that goes by place.
      choseFirst: { count: 4 + 3 + 2 * 2, of: 20 },
    });
  });

  it.each([
    ['takes the first', first, 200],
    ['takes the second', second, 0],
    ['abstains', abstain, 100],
    ['takes the distractor', fall, 100],
  ])('show the place that draws one who always %s, free of content', (_, choice, count) => {
    expect(reportOf(many(choice)).choseFirst).toMatchObject({ count, of: 200 });
  });

  it('leave out who offers no options', () => {
    const plain = { ...trap('peas', 0), question: aQuestion({ category: 4, index: 0 }) };
    expect(bothOrders([plain], new Map(), seed)).toMatchObject({ questions: 0, unpaired: 0 });
  });

  it('are shown as rates', () => {
    const table = bothOrdersTable(reportOf([...many(first), () => null]));
    expect(table).toMatch(/^both orders \(100 questions\) +% +95 % interval +of$/m);
    expect(table).toMatch(/^ {2}position-driven +100\.0 +96\.3 to 100\.0 \* +100$/m);
    expect(table).toMatch(/^ {2}chose the option shown first +100\.0 +98\.1 to 100\.0 \* +200$/m);
    expect(table).toContain('1 question without an answer to both orders.');
  });
});
