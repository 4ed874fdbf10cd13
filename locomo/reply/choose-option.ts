/** `(b)`, `b.`, `[B]`, or `Option b)`, before other words or alone. */
const letter =
  /^(?:option|choice)?\s*(?:[([]\s*([ab])\s*[)\]][.:,]?|([ab])(?:[).:](?=\s|$)|\s*(?=\n|$)))([\s\S]*)$/i;

/** Letters that stand for options, anywhere. */
const letters = /[([]\s*([ab])\s*[)\]]|\b([ab])\)/gi;

/**
 * Which of two options, shown as (a) and (b), an answer chooses: by its letter, by its text, or by both. An
 * answer that chooses neither, or both, or a letter with the other's text, is returned as it is: nothing is guessed.
 */
export function chooseOption(answer: string, options: readonly [string, string]): string {
  const byText = options.find((option) => plain(option) === plain(answer));
  if (byText !== undefined) return byText;
  const [, bracketed, bare, rest = ''] = letter.exec(answer.trim()) ?? [];
  const chosen = (bracketed ?? bare)?.toLowerCase();
  if (chosen === undefined) return answer;
  const [own, other] = chosen === 'a' ? options : [options[1], options[0]];
  return contradicts(rest, chosen, own, other) ? answer : own;
}

/** True where what is said behind the letter may speak for the other option. */
function contradicts(rest: string, chosen: string, own: string, other: string): boolean {
  const named = [...rest.matchAll(letters)].map(([, bracketed, bare]) => (bracketed ?? bare)?.toLowerCase());
  if (named.some((each) => each !== chosen)) return true;
  const [said, ownText, otherText] = [plain(rest), plain(own), plain(other)];
  if (said === '' || said === ownText) return false;
  return said.includes(otherText) || (otherText.includes(said) && !ownText.includes(said));
}

/** In lower case, without quotation marks, a full stop at the end, and more than one blank at a time. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/["'`“”‘’«»]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replace(/\s*\.$/, '');
}
