import { flatObjects } from './flat-objects.ts';
import { withoutThinking } from './thinking.ts';

const tagged = /<answer>([\s\S]*?)<\/answer>/gi;

/** A fenced block; the end of the text may stand for its last line. */
const fence = /^[ \t]*(`{3,}|~{3,})[^\n`]*\n([\s\S]*?)(?:^[ \t]*\1[ \t]*$|(?![\s\S]))/gm;

/** Members of an object that hold the answer, in lower case and without blanks and underscores. */
const answerMembers = ['answer', 'finalanswer', 'shortanswer'];

const label = String.raw`(?:(?:my|the|final|short|best|correct|right)\s+)*(?:answer|option|choice)`;

/** A line such as `Answer: rye`, `**Final answer:** rye`, or `So the answer is rye`; or a heading with a paragraph below it. */
const marks = [
  String.raw`^[ \t>#*_-]*${label}[ \t*_]*[:=][ \t*_]*(\S.*)$`,
  String.raw`^[ \t>#*_-]*${label}[ \t*_]*[:=]?[ \t*_]*\n\s*(\S[\s\S]*?)(?=\n\s*\n|(?![\s\S]))`,
  String.raw`^(?:[^\n.:]*,[ \t]+)?(?:(?:so|thus|hence|therefore),?[ \t]+)?the ${label}[ \t]+is\b:?[ \t]*(\S.*)$`,
].map((pattern) => new RegExp(pattern, 'gim'));

const enclosing = [
  ['"', '"'],
  ["'", "'"],
  ['“', '”'],
  ['‘', '’'],
  ['«', '»'],
  ['`', '`'],
  ['**', '**'],
  ['__', '__'],
] as const;

/**
 * The answer that a model's reply comes to: without its reasoning, out of tags, JSON and fences, the last
 * line that is marked as the answer where there is one, otherwise all of it. Empty where there is nothing
 * but reasoning. The words of the answer itself are never changed.
 */
export function finalAnswer(reply: string): string {
  const said = withoutThinking(reply);
  return bare(last(said, tagged, 1) ?? jsonAnswer(said) ?? plainAnswer(said));
}

function plainAnswer(said: string): string {
  const fenced = last(said, fence, 2);
  const around = said.replace(fence, '').trim();
  return markedAnswer(around) ?? (fenced === undefined ? said : (markedAnswer(fenced) ?? fenced));
}

/** The marked answer that stands last. */
function markedAnswer(text: string): string | undefined {
  const found = marks.flatMap((mark) => [...text.matchAll(mark)]);
  const end = found.toSorted((a, b) => a.index - b.index).at(-1);
  return end?.[1]?.replace(/^[*_]+|[*_]+$/g, '');
}

/** The answer in the last JSON object that names one; several answers are joined by commas. */
function jsonAnswer(text: string): string | undefined {
  for (const object of flatObjects(text).toReversed()) {
    const member = Object.entries(object).find(([name]) =>
      answerMembers.includes(name.toLowerCase().replaceAll(/[\s_]/g, '')),
    );
    const parts = [member?.[1]].flat();
    if (parts.every((part) => typeof part === 'string' || typeof part === 'number')) return parts.join(', ');
  }
  return undefined;
}

function last(text: string, pattern: RegExp, group: number): string | undefined {
  return [...text.matchAll(pattern)].at(-1)?.[group];
}

/** Without the quotation marks or the emphasis that enclose all of it. */
function bare(text: string): string {
  const trimmed = text.trim();
  for (const [open, close] of enclosing) {
    if (trimmed.length <= open.length + close.length) continue;
    if (!trimmed.startsWith(open) || !trimmed.endsWith(close)) continue;
    const inner = trimmed.slice(open.length, -close.length);
    if (!inner.includes(open) && !inner.includes(close)) return bare(inner);
  }
  return trimmed;
}
