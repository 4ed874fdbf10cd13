import { isPlainObject, looseObjects, type Members } from './loose-objects.ts';
import { withoutThinking } from './thinking.ts';

/** A line such as `3: rye`, `(3) rye`, `**Q3.** rye` or `"3": "rye",`. */
const numberedLine = /^[\s>*_(["'-]*(?:q(?:uestion)?\s*)?(\d+)["'*_]*\s*[).:\]]+["'*_]*\s*:?\s*(\S.*)$/i;

/** A number as the name of a member, in the ways that models write it. */
const numberName = /^\s*(?:q(?:uestion)?|a(?:nswer)?)?[\s_#.]*(\d+)[\s.):]*$/i;

/**
 * The answers in a reply to several numbered questions, by number: out of the object that names most of them, wherever
 * it stands in the reply and whatever is around it, or from numbered lines. What the reply lacks, or has no plain answer
 * to, is left out; nothing is guessed, and no answer goes by its place.
 */
export function readBatchReply(reply: string, numbers: ReadonlySet<number>): ReadonlyMap<number, string> {
  const said = withoutThinking(reply);
  const objects = looseObjects(said).flatMap(withInner);
  const readings = [
    ...objects.map((object) => answersIn(object, numbers)),
    // A list of objects, each with a number and an answer.
    answersIn(objects.flatMap(numberedAnswer), numbers),
    answersInLines(said, numbers),
  ];
  // The first of those that have most.
  return readings.reduce((best, reading) => (reading.size > best.size ? reading : best));
}

/** An object, and those that are its members. */
function withInner(object: Members): readonly Members[] {
  const inner = object.flatMap(([, value]) =>
    [value].flat().flatMap((each) => (isPlainObject(each) ? [Object.entries(each)] : [])),
  );
  return [object, ...inner];
}

/** An object such as `{"question": 3, "answer": "rye"}` as a member. */
function numberedAnswer(object: Members): Members {
  const number = object.find(([name]) => /^(?:question|number|id|index|q|no)$/i.test(name))?.[1];
  const answer = object.find(([name]) => /^(?:short|final)?[_ ]?answer$/i.test(name));
  return answer === undefined || !/^\d+$/.test(String(number)) ? [] : [[String(number), answer[1]]];
}

function answersIn(
  members: readonly (readonly [name: string, value: unknown])[],
  numbers: ReadonlySet<number>,
): ReadonlyMap<number, string> {
  const found = new Map<number, string | undefined>();
  for (const [name, value] of members) {
    const number = Number(numberName.exec(name)?.[1]);
    if (!numbers.has(number)) continue;
    const answer = plainAnswer(value);
    // A number that is given two answers is given none.
    found.set(number, found.has(number) && found.get(number) !== answer ? undefined : answer);
  }
  return new Map([...found].flatMap(([number, answer]) => (answer === undefined ? [] : [[number, answer]])));
}

/** A text, a number, or a list of them; the answer that an object names; undefined for anything else. */
function plainAnswer(value: unknown): string | undefined {
  if (typeof value === 'string') return value.trim() === '' ? undefined : value.trim();
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) {
    const parts = value.map(plainAnswer);
    return parts.length > 0 && parts.every((part) => part !== undefined) ? parts.join(', ') : undefined;
  }
  if (!isPlainObject(value)) return undefined;
  const named = Object.entries(value).filter(([name]) => /answer/i.test(name));
  return named.length === 1 ? plainAnswer(named[0]?.[1]) : undefined;
}

function answersInLines(said: string, numbers: ReadonlySet<number>): ReadonlyMap<number, string> {
  const lines = said.split('\n').flatMap((line): (readonly [string, unknown])[] => {
    const [, number = '', rest = ''] = numberedLine.exec(line) ?? [];
    // A brace or a bracket begins something that could not be read.
    if (number === '' || /^[{[]/.test(rest)) return [];
    const text = rest.replace(/,\s*$/, '').trim();
    const quoted = /^(["'])(.*)\1$/.exec(text);
    // A quote that does not end was cut.
    if (quoted === null && /^["']/.test(text)) return [];
    return [[number, quoted?.[2] ?? text]];
  });
  return answersIn(lines, numbers);
}
