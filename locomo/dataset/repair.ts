/** Every kind of oddity that the loader repairs or reports, and what it does about it, in a report's order. */
export const repairKinds = [
  ['evidence-split', 'one evidence string holds several ids: split'],
  ['evidence-repaired', 'an evidence id is written in another way: rewritten'],
  ['evidence-unreadable', 'an evidence string holds no id: left out'],
  ['evidence-dangling', 'an evidence id names no turn: left out'],
  ['evidence-repeated', 'an evidence id is listed twice: counted once'],
  ['evidence-empty', 'a question has no evidence: it has no recall'],
  ['answer-number', 'an answer is a number: used as text'],
  ['answer-absent', 'a category-5 question has no answer: its gold is that nothing was mentioned'],
  [
    'answer-and-distractor',
    'a question has both an answer and an adversarial answer: the latter counts in category 5 only',
  ],
  ['distractor-absent', 'a category-5 question has no adversarial answer: asked without options'],
  ['question-repeated', 'the text of a question stands twice: told apart by index'],
  ['questions-absent', 'a sample has no questions'],
  ['session-absent', 'a date-time stands without its session: left out'],
  ['session-empty', 'a session has no turns: kept'],
  ['session-order', 'a session is not later than the one before it: kept in order of number'],
  ['stamp-noon', 'a stamp says 12:xx am, by which the released data means noon: kept'],
  ['caption-without-url', 'a caption stands without the address of its image: kept'],
  ['observation-split', 'one citation of an observation holds several ids: split'],
  ['observation-repaired', 'a cited id is written in another way: rewritten'],
  ['observation-unreadable', 'a citation holds no id: left out'],
  ['observation-dangling', 'a cited id names no turn: left out'],
  ['observation-repeated', 'an id is cited twice by one observation: counted once'],
  ['observation-empty', 'an observation cites no turn: it can be retrieved, but finds no evidence'],
  ['observations-absent', "a speaker's list of observations is empty"],
  ['memory-empty', 'an observation or a summary has no text: it is no passage'],
  [
    'memory-without-session',
    'observations, a summary or events belong to a session that is not there: left out',
  ],
] as const;

export type RepairKind = (typeof repairKinds)[number][0];

/** Something in the data that is not as it should be, and what was made of it. */
export interface Repair {
  readonly kind: RepairKind;
  readonly sampleId: string;
  /** The place in the sample, such as `qa[37].evidence[0]`. */
  readonly place: string;
  /** What stands there, shortened. */
  readonly found: string;
  /** What it was turned into; null where it was left out or kept as it is. */
  readonly used: string | null;
}

/** Notes one repair of the sample that is being read; `used` is what `found` was turned into. */
export type NoteRepair = (kind: RepairKind, place: string, found: string, used?: string) => void;
