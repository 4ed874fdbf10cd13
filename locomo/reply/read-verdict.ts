import { flatObjects } from './flat-objects.ts';
import { withoutThinking } from './thinking.ts';

/** What a judge finds of an answer. */
export type Verdict = 'correct' | 'wrong';

/** Members of an object that hold the verdict, in lower case and without blanks and underscores. */
const verdictMembers = [
  'verdict',
  'judgement',
  'judgment',
  'label',
  'grade',
  'result',
  'correct',
  'iscorrect',
];

/** `Verdict: …`, `**Final verdict** - …`, `Judgment is …`, to the end of the line. */
const marked =
  /^[ \t>#*_-]*(?:(?:my|the|final)\s+)*(?:verdict|judge?ment|grade|label|result)[ \t*_]*(?:[:=–-]|is\b)[ \t]*(\S.*)$/gim;

const judged = /\b(incorrect|correct|wrong)\b/gi;
/** The two words before one, if they are of its clause. */
const wordsBefore = /(?:[\w'’]+ +){0,2}$/;

const negation = /\b(?:not|never|hardly|\w+n['’]t)\b/i;
const doubt =
  /\b(?:partially|partly|mostly|almost|nearly|half|somewhat|would|could|might|may|if|whether|neither)\b/i;
/** `the correct date` speaks of the reference, not of the answer. */
const attribute = /\b(?:the|a|an|its|any)\s+$/i;

/**
 * The verdict that a judge's reply comes to: the one of its JSON, else of its last line `Verdict: …`, else of its
 * last line, else the one that it writes in capitals. Undefined where it says none, both, or half of one: an
 * unclear reply is never taken for a verdict.
 */
export function readVerdict(reply: string): Verdict | undefined {
  const said = withoutThinking(reply);
  const inJson = jsonVerdicts(said);
  if (inJson.length > 0) return only(inJson);
  const mark = [...said.matchAll(marked)].at(-1)?.[1];
  if (mark !== undefined) return verdictIn(mark);
  const lines = said.split('\n').map(plain).filter(Boolean);
  const final = verdictsIn(lines.at(-1) ?? '');
  if (final.length > 0) return only(final);
  return only(
    [...said.matchAll(/\b(?:NOT\s+CORRECT|INCORRECT|CORRECT|WRONG)\b/g)].flatMap(([word]) =>
      verdictsIn(word),
    ),
  );
}

type Found = readonly (Verdict | undefined)[];

function jsonVerdicts(text: string): Found {
  return flatObjects(text).flatMap((object) =>
    Object.entries(object)
      .filter(([name]) => verdictMembers.includes(name.toLowerCase().replaceAll(/[\s_-]/g, '')))
      .map(([, value]: readonly [string, unknown]) => {
        if (typeof value === 'boolean') return value ? 'correct' : 'wrong';
        return typeof value === 'string' ? verdictIn(value) : undefined;
      }),
  );
}

function verdictIn(text: string): Verdict | undefined {
  return only(verdictsIn(plain(text)));
}

/** Every judgement of a text; undefined for one that is in doubt. */
function verdictsIn(text: string): Found {
  return [...text.matchAll(judged)].flatMap(({ 0: word, index }) => {
    const [before = ''] = wordsBefore.exec(text.slice(0, index)) ?? [];
    const rest = text.slice(index + word.length);
    if (attribute.test(before) && /^\s+\w/.test(rest)) return [];
    if (doubt.test(before)) return [undefined];
    const isCorrect = word.toLowerCase() === 'correct';
    if (!negation.test(before)) return [isCorrect ? 'correct' : 'wrong'];
    return [isCorrect ? 'wrong' : undefined];
  });
}

/** The one that all agree on. */
function only(found: Found): Verdict | undefined {
  return new Set(found).size === 1 ? found[0] : undefined;
}

/** Without emphasis, fences, quotation marks and list marks. */
function plain(line: string): string {
  return line.replaceAll(/[*_`"“”«»#>[\]()]/g, '').trim();
}
