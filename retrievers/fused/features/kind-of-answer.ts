import { words } from '../../../locomo/text/tokens.ts';
import type { Conversation, PreparedTurn } from '../conversation.ts';
import type { Feature } from '../feature.ts';

const temporal =
  /\b(?:yesterday|today|tonight|tomorrow|ago|last|next|this (?:week|month|year|morning|weekend|summer|winter|spring|fall)|weeks?|weekends?|months?|years?|days?|since|recently|soon|just|(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|june|july|august|september|october|november|december|summer|winter|spring|autumn|christmas|birthday|\d{4}|\d{1,2}(?:st|nd|rd|th))\b/i;

/** Where a time is asked for: whether a turn tells one. */
export const tellsTime: Feature = {
  name: 'tellsTime',
  open({ turns }) {
    const tells = Float64Array.from(turns, ({ text }) => (temporal.test(text) ? 1 : 0));
    return ({ wantsTime }) => (wantsTime ? tells : new Float64Array(turns.length));
  },
};

/** Where a name is asked for: how many capitalised words of a turn are not in the question, up to three. */
export const newNames: Feature = {
  name: 'newNames',
  open: (conversation) => {
    const found = capitalised(conversation);
    return (question) =>
      question.wantsName ? freshIn(found, question.text) : new Float64Array(found.length);
  },
};

/** The same whatever is asked for. */
export const newCapitals: Feature = {
  name: 'newCapitals',
  open: (conversation) => {
    const found = capitalised(conversation);
    return ({ text }) => freshIn(found, text);
  },
};

/** The capitalised words of each turn that begin no sentence and are no speaker's name, in lower case. */
function capitalised({ turns, names }: Conversation): readonly ReadonlySet<string>[] {
  return turns.map((turn: PreparedTurn) => {
    const found = turn.text.matchAll(/(?<=[\p{L}\p{N},;:'"-]\s+["'(]?)\p{Lu}[\p{L}\p{N}]+/gu);
    return new Set([...found].map(([word]) => word.toLowerCase()).filter((word) => !names.has(word)));
  });
}

const most = 3;

function freshIn(found: readonly ReadonlySet<string>[], question: string): Float64Array {
  const asked = new Set(words(question));
  return Float64Array.from(found, (own) => {
    let fresh = 0;
    for (const word of own) if (!asked.has(word)) fresh += 1;
    return Math.min(fresh, most) / most;
  });
}
