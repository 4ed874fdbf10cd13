import { digestOf } from '../../engine/digest.ts';
import type { Json } from '../../engine/json.ts';
import { contentStems, stemmingIdentity } from '../../locomo/text/tokens.ts';
import { splitSentences } from '../extractive/passage-text.ts';

/** A sentence that states something. */
export interface Fact {
  /** As it was said. */
  readonly text: string;
  /** How much it states; at least 5. */
  readonly score: number;
  /** Of its content words, the speakers' names left out. */
  readonly stems: ReadonlySet<string>;
}

/**
 * The least score of a fact. On the five conversations that it was chosen on, sentences from here on hold 60 % of the
 * words of the dialog and 95 % of its evidence.
 */
const leastScore = 5;

/**
 * What a sentence gains or loses by its words, where each of its different content stems counts 1. Signs and
 * proportions are those of a logistic regression on the sentences of five of the ten LoCoMo conversations.
 */
const cues: readonly (readonly [weight: number, pattern: RegExp])[] = [
  // Who speaks of himself states facts; who speaks to the other one mostly reacts.
  [1.5, /\b(?:I|me|my|mine|myself)\b/i],
  [-2, /\byou(?:r|rs|rself)?\b/i],
  [-5, /\b(?:thank|thanks|glad|awesome|congrats|congratulations|sorry|wow|sounds)\b/i],
  [-3, /\?["”')\]]*\s*$/],
  // What can be asked for: numbers, names, titles, times.
  [5, /\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|once|twice)\b/i],
  [3.5, /(?<=[\p{L}\p{N},;:]["”']?\s+["“']?)(?!I\b)\p{Lu}/u],
  [4, /["“]\p{L}/u],
  [
    3,
    /\b(?:yesterday|today|tomorrow|tonight|recently|ago|last|next|week|weekend|month|year|since|started|just|morning|\w+day)\b/i,
  ],
  // What has happened is a fact; what would, should or may is none yet.
  [
    1.5,
    /\b(?:\w{2,}ed|went|got|made|took|had|was|were|did|found|bought|saw|met|gave|came|began|won|lost|felt)\b/i,
  ],
  [-3, /\b(?:will|would|can|could|should|let|maybe|hope|keep)\b/i],
];

/** What `factsOf` depends on, for the identity of whoever selects by it. */
export const factsIdentity: Json = {
  version: 1,
  leastScore,
  cues: digestOf(cues.map(([weight, pattern]) => [weight, String(pattern)])),
  stemming: stemmingIdentity,
};

/**
 * The sentences of a turn that state something, in order: a plain statement of five content words does, thanks and
 * short questions do not. `names` are those of the speakers, in lower case; with their short forms they state nothing.
 */
export function factsOf(text: string, names: ReadonlySet<string>): Fact[] {
  return splitSentences(text)
    .map((sentence) => rated(sentence, names))
    .filter(({ score }) => score >= leastScore);
}

function rated(text: string, names: ReadonlySet<string>): Fact {
  const isSpeaker = (word: string): boolean => [...names].some((name) => name.startsWith(word.toLowerCase()));
  const told = text.replace(/(?<!\p{L})\p{Lu}\p{L}{2,}/gu, (word) => (isSpeaker(word) ? '' : word));
  const stems = new Set(contentStems(told, names));
  const score = cues.reduce((sum, [weight, pattern]) => sum + (pattern.test(told) ? weight : 0), stems.size);
  return { text, score, stems };
}
