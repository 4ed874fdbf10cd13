import type { Turn } from '../sample.ts';
import { contentStems, words } from '../text/tokens.ts';

/**
 * The least share of an observation's content stems that its cited turns should hold. Of the released
 * observations 4.9 % have less; of the same ones beside another turn of the same speaker and session, 91 %.
 */
export const leastSupportOfObservation = 0.25;

/**
 * The least share of a summary's content stems that its session should hold. Of the released summaries 0.7 % have
 * less; of the same ones beside another session of the conversation, 94 %.
 */
export const leastSupportOfSummary = 0.4;

/**
 * The share, from 0 to 1, of the distinct content stems of a text that occur in turns and their captions. The names of
 * the speakers do not count, since they stand everywhere. Null where the text has no content stems.
 */
export function supportOf(
  text: string,
  turns: readonly Turn[],
  speakers: readonly [string, string],
): number | null {
  const names = new Set(speakers.flatMap(words));
  const claimed = new Set(contentStems(text, names));
  const said = new Set(turns.flatMap((turn) => contentStems(`${turn.text} ${turn.caption ?? ''}`, names)));
  return claimed.size === 0 ? null : [...claimed].filter((stem) => said.has(stem)).length / claimed.size;
}
