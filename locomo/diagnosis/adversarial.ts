import { answerOptions, notMentioned } from '../answer-protocol.ts';
import { answerWords, normalizeAnswer } from '../metrics/normalize-answer.ts';
import { saysUnknown } from '../metrics/score-answer.ts';
import type { AnsweredQuestion } from '../scoring/answered-question.ts';
import { clusteredRateOf, type ClusteredRate } from './clustered-rate.ts';
import { riskCoverage, type RiskCoverage } from './risk-coverage.ts';

/** What an answer to an adversarial question did. */
export type AdversarialOutcome = 'abstained' | 'trapped' | 'neither';

/** Whether the place of an option draws answers, whatever it says. */
export interface PositionBias {
  /** Answers that chose the option shown first, of those that chose one; one half without bias. */
  readonly choseFirst: ClusteredRate;
  /** Abstentions where abstaining was shown first, and where it was shown second: equal without bias. */
  readonly abstainedWhenFirst: ClusteredRate;
  readonly abstainedWhenSecond: ClusteredRate;
}

export interface AdversarialReport {
  /** Answered questions of category 5. */
  readonly questions: number;
  /** Questions of category 5 without an answer: in none of the rates. */
  readonly unanswered: number;
  readonly trapped: ClusteredRate;
  readonly abstained: ClusteredRate;
  readonly neither: ClusteredRate;
  /** Null where the order of the options is not known. */
  readonly position: PositionBias | null;
  /** Abstentions on the answered questions of categories 1 to 4. */
  readonly overAbstained: ClusteredRate;
  /** Over the answered questions of categories 1 to 4. Systems that do not say how sure they are have two points of it. */
  readonly riskCoverage: RiskCoverage;
}

/**
 * How a system deals with questions that the conversation does not answer. `optionSeed` is the seed that drew the order
 * of the options; null where they were shown otherwise. `score` gives the score of an answer in [0, 1], null where it
 * has none.
 */
export function adversarialReport(
  answers: readonly AnsweredQuestion[],
  optionSeed: number | null,
  score: (answer: AnsweredQuestion) => number | null,
): AdversarialReport {
  const adversarial = answers.filter(({ question }) => question.category === 5);
  const cases = adversarial.flatMap((answer): AdversarialCase[] => {
    const outcome = adversarialOutcome(answer);
    return outcome === null ? [] : [{ cluster: answer.sample.sampleId, answer, outcome }];
  });
  const outcomes = (wanted: AdversarialOutcome): ClusteredRate =>
    clusteredRateOf(cases, ({ outcome }) => outcome === wanted);
  const answerable = answers.flatMap((answer) => {
    const { question, given, sample } = answer;
    if (question.category === 5 || given.status !== 'answered') return [];
    return [{ cluster: sample.sampleId, answer, abstained: abstains(answer) }];
  });
  return {
    questions: cases.length,
    unanswered: adversarial.length - cases.length,
    trapped: outcomes('trapped'),
    abstained: outcomes('abstained'),
    neither: outcomes('neither'),
    position: optionSeed === null ? null : positionBias(cases, optionSeed),
    overAbstained: clusteredRateOf(answerable, ({ abstained }) => abstained),
    riskCoverage: riskCoverage(
      answerable.flatMap(({ answer, abstained }) => {
        const value = score(answer);
        return value === null ? [] : [{ score: value, abstained, confidence: answer.given.confidence }];
      }),
    ),
  };
}

/**
 * Trapped where the answer is the distractor, or holds its words in a row without abstaining; abstained where it has
 * the words that the released scorer looks for. Null where there is no answer, or the question is not adversarial.
 */
export function adversarialOutcome({ question, given }: AnsweredQuestion): AdversarialOutcome | null {
  if (question.category !== 5 || given.status !== 'answered' || given.prediction === null) return null;
  const { prediction } = given;
  const { adversarialAnswer: distractor } = question;
  // A distractor may itself hold the words of abstention.
  if (distractor !== null && normalizeAnswer(prediction) === normalizeAnswer(distractor)) return 'trapped';
  if (saysUnknown(prediction)) return 'abstained';
  return distractor !== null && holdsWords(prediction, distractor) ? 'trapped' : 'neither';
}

interface AdversarialCase {
  readonly cluster: string;
  readonly answer: AnsweredQuestion;
  readonly outcome: AdversarialOutcome;
}

function holdsWords(text: string, words: string): boolean {
  const wanted = answerWords(words);
  return wanted.length > 0 && ` ${answerWords(text).join(' ')} `.includes(` ${wanted.join(' ')} `);
}

function abstains({ given }: AnsweredQuestion): boolean {
  return given.prediction !== null && saysUnknown(given.prediction);
}

function positionBias(cases: readonly AdversarialCase[], seed: number): PositionBias {
  const shown = cases.flatMap(({ answer: { question, sample }, outcome }) => {
    const options = answerOptions(question, sample.sampleId, seed);
    return options === null
      ? []
      : [{ cluster: sample.sampleId, outcome, abstentionFirst: options[0] === notMentioned }];
  });
  const abstainedOf = (isFirst: boolean): ClusteredRate =>
    clusteredRateOf(
      shown.filter(({ abstentionFirst }) => abstentionFirst === isFirst),
      ({ outcome }) => outcome === 'abstained',
    );
  return {
    choseFirst: clusteredRateOf(
      shown.filter(({ outcome }) => outcome !== 'neither'),
      ({ outcome, abstentionFirst }) => (outcome === 'abstained') === abstentionFirst,
    ),
    abstainedWhenFirst: abstainedOf(true),
    abstainedWhenSecond: abstainedOf(false),
  };
}
