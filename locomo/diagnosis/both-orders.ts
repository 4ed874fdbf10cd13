import { answerOptions, notMentioned } from '../answer-protocol.ts';
import { questionName, type AnsweredQuestion } from '../scoring/answered-question.ts';
import { adversarialOutcome, type AdversarialOutcome } from './adversarial.ts';
import { clusteredRateOf, type ClusteredRate } from './clustered-rate.ts';

/** What became of a question that was asked in both orders of its options. */
export type OrderOutcome = 'consistently right' | 'consistently trapped' | 'position-driven' | 'no choice';

/** Adversarial questions that were asked in both orders of their options. */
export interface BothOrders {
  /** Questions answered in both orders: the outcomes add up to them. */
  readonly questions: number;
  /** Questions that offer two options and lack the answer to an order: in none of the rates. */
  readonly unpaired: number;
  /** Abstained in both orders. */
  readonly consistentlyRight: ClusteredRate;
  /** Took the distractor in both orders. */
  readonly consistentlyTrapped: ClusteredRate;
  /** Chose by the place of an option: the other option in the other order. */
  readonly positionDriven: ClusteredRate;
  /** Chose neither option in at least one order. */
  readonly noChoice: ClusteredRate;
  /**
   * Answers that chose the option shown first, over both orders of the questions with a choice in both. Each option is
   * first once, so that what it says cannot show in the share: it is one half without bias.
   */
  readonly choseFirst: ClusteredRate;
}

/**
 * Sets the answers to the order that `optionSeed` drew beside those to the other order, which are given by the name of
 * the question. Whoever chooses the same place in both orders has chosen by place.
 */
export function bothOrders(
  answers: readonly AnsweredQuestion[],
  reversed: ReadonlyMap<string, string>,
  optionSeed: number,
): BothOrders {
  const offering = answers.flatMap((answer) => {
    const options = answerOptions(answer.question, answer.sample.sampleId, optionSeed);
    return options === null ? [] : [{ answer, options }];
  });
  const pairs = offering.flatMap(({ answer, options }) => {
    const seededOutcome = adversarialOutcome(answer);
    const prediction = reversed.get(questionName(answer)) ?? '';
    const status = prediction.trim() === '' ? 'empty' : 'answered';
    const reversedOutcome = adversarialOutcome({ ...answer, given: { status, prediction, context: null } });
    if (seededOutcome === null || reversedOutcome === null) return [];
    const [first, second] = options;
    return [
      {
        cluster: answer.sample.sampleId,
        outcome: orderOutcome(seededOutcome, reversedOutcome),
        choseFirst: [seededOutcome === firstOf(options), reversedOutcome === firstOf([second, first])],
      },
    ];
  });
  const outcomes = (wanted: OrderOutcome): ClusteredRate =>
    clusteredRateOf(pairs, ({ outcome }) => outcome === wanted);
  const choices = pairs.flatMap(({ cluster, outcome, choseFirst }) =>
    outcome === 'no choice' ? [] : choseFirst.map((isFirst) => ({ cluster, isFirst })),
  );
  return {
    questions: pairs.length,
    unpaired: offering.length - pairs.length,
    consistentlyRight: outcomes('consistently right'),
    consistentlyTrapped: outcomes('consistently trapped'),
    positionDriven: outcomes('position-driven'),
    noChoice: outcomes('no choice'),
    choseFirst: clusteredRateOf(choices, ({ isFirst }) => isFirst),
  };
}

/** What an answer does that chooses the option shown first. */
function firstOf([first]: readonly [string, string]): AdversarialOutcome {
  return first === notMentioned ? 'abstained' : 'trapped';
}

function orderOutcome(seeded: AdversarialOutcome, reversed: AdversarialOutcome): OrderOutcome {
  if (seeded === 'neither' || reversed === 'neither') return 'no choice';
  if (seeded !== reversed) return 'position-driven';
  return seeded === 'abstained' ? 'consistently right' : 'consistently trapped';
}
