/**
 * The ways in which the released scorer and a repaired one differ, each on its own. The first value of each is
 * what the released scorer does.
 */
export interface Protocol {
  /** Evidence as the strings that were released, or as the turns that they name: repaired, split, existing. */
  readonly evidence: 'strings' | 'turns';
  /** A question without evidence adds 0 to an average of recall, or is left out of it. */
  readonly withoutEvidence: 'zero' | 'left-out';
  /** A question whose context was not recorded has a recall of 1, or none. */
  readonly withoutContext: 'one' | 'none';
  /** A question that has no answer scores 0, or is left out and counted. */
  readonly unanswered: 'zero' | 'left-out';
  /** An adversarial answer is right where it contains words of abstention, or where it abstains and is not the distractor. */
  readonly abstention: 'substring' | 'not-distractor';
  /** A gold list is split at every comma, or not inside a date. */
  readonly commas: 'all' | 'outside-dates';
  /** Scores are averaged to three places, as the released files hold them, or as they are. */
  readonly rounding: 'three-places' | 'none';
}

/** The released scorer, to the last digit. */
export const released: Protocol = {
  evidence: 'strings',
  withoutEvidence: 'zero',
  withoutContext: 'one',
  unanswered: 'zero',
  abstention: 'substring',
  commas: 'all',
  rounding: 'three-places',
};

/** What the data and the answers say, without the released scorer's accidents. */
export const repaired: Protocol = {
  evidence: 'turns',
  withoutEvidence: 'left-out',
  withoutContext: 'none',
  unanswered: 'left-out',
  abstention: 'not-distractor',
  commas: 'outside-dates',
  rounding: 'none',
};

/** The protocols by name. */
export const protocols = { released, repaired } as const;
