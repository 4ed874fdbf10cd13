/** Where a text stops being JSON, and why. */
export interface JsonProblem {
  /** In UTF-16 code units from the start of the text. */
  readonly offset: number;
  readonly message: string;
  readonly remedy: string;
}

type Key = string | number;
type Visit = (path: readonly Key[], offset: number) => void;

/** The first thing in a text that is not JSON; undefined where all of it is. */
export function findJsonProblem(text: string): JsonProblem | undefined {
  try {
    new Scanner(text, () => {}).document();
    return undefined;
  } catch (error) {
    if (error instanceof ScanStop) return error.problem;
    throw error;
  }
}

/** Where the value at a path begins in a text that is JSON; the nearest value around it where it is missing. */
export function offsetOf(text: string, path: readonly Key[]): number {
  let nearest = 0;
  let depth = -1;
  new Scanner(text, (at, offset) => {
    if (at.length > depth && at.every((key, index) => key === path[index])) {
      nearest = offset;
      depth = at.length;
    }
  }).document();
  return nearest;
}

class ScanStop extends Error {
  readonly problem: JsonProblem;

  constructor(problem: JsonProblem) {
    super(problem.message);
    this.problem = problem;
  }
}

const deepest = 1000;

/** Reads JSON text by its grammar (RFC 8259) without building values: slower than `JSON.parse`, but knows where it is. */
class Scanner {
  readonly #text: string;
  readonly #visit: Visit;
  readonly #path: Key[] = [];
  #at = 0;

  constructor(text: string, visit: Visit) {
    this.#text = text;
    this.#visit = visit;
  }

  document(): void {
    this.#value();
    if (this.#next() !== '')
      this.#stop(
        `Expected the end of the file, found ${this.#glimpse()}`,
        'Keep one JSON list in the file; objects one per line (JSON Lines) go into a list, with commas between them.',
      );
  }

  #value(): void {
    const start = this.#next();
    if (this.#path.length > deepest)
      this.#stop(
        `Lists and objects are nested more than ${deepest} deep`,
        'Write the data with less nesting.',
      );
    this.#visit(this.#path, this.#at);
    if (start === '{') this.#members();
    else if (start === '[') this.#entries();
    else if (start === '"') this.#string();
    else this.#literal();
  }

  #members(): void {
    this.#series('}', () => {
      if (this.#next() !== '"')
        this.#stop(`Expected a member name in double quotes, found ${this.#glimpse()}`, quotes);
      this.#path.push(this.#string());
      if (this.#next() !== ':')
        this.#stop(`Expected a colon, found ${this.#glimpse()}`, 'Write a colon between name and value.');
      this.#at += 1;
      this.#value();
      this.#path.pop();
    });
  }

  #entries(): void {
    let index = 0;
    this.#series(']', () => {
      this.#path.push(index);
      this.#value();
      this.#path.pop();
      index += 1;
    });
  }

  /** Members or entries up to the closing bracket, with commas between them. */
  #series(close: string, readOne: () => void): void {
    this.#at += 1;
    if (this.#next() === close) {
      this.#at += 1;
      return;
    }
    for (;;) {
      readOne();
      const separator = this.#next();
      if (separator !== ',' && separator !== close)
        this.#stop(
          `Expected a comma or ${close}, found ${this.#glimpse()}`,
          `Write a comma between two values, or ${close} after the last.`,
        );
      this.#at += 1;
      if (separator === close) return;
      if (this.#next() === close)
        this.#stop(`A comma stands before ${close}, with no value behind it`, 'Remove the comma.');
    }
  }

  #string(): string {
    const start = this.#at;
    for (this.#at += 1; ; this.#at += 1) {
      const character = this.#text.charAt(this.#at);
      if (character === '"') break;
      if (character === '') this.#cut();
      if (character < ' ')
        this.#stop(
          `A text in quotes holds a bare ${character === '\n' || character === '\r' ? 'line break' : 'control character'}`,
          'Write a line break as \\n and any other control character as \\u00XX; or close the quotes.',
        );
      if (character === '\\') this.#escape();
    }
    this.#at += 1;
    return String(JSON.parse(this.#text.slice(start, this.#at)));
  }

  #escape(): void {
    const escape = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;
    escape.lastIndex = this.#at;
    const length = escape.exec(this.#text)?.[0].length;
    if (length === undefined) {
      if (this.#at + 6 > this.#text.length) this.#cut();
      this.#stop(
        `A backslash is followed by ${JSON.stringify(this.#text.charAt(this.#at + 1))}`,
        'Write a backslash itself as two backslashes.',
      );
    }
    this.#at += length - 1;
  }

  #literal(): void {
    const word = /[^\s,:[\]{}"]*/y;
    word.lastIndex = this.#at;
    const found = word.exec(this.#text)?.[0] ?? '';
    const isNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(found);
    if (!isNumber && !['true', 'false', 'null'].includes(found)) this.#notAValue(found);
    this.#at += found.length;
  }

  #notAValue(found: string): never {
    const reachesEnd = this.#at + found.length === this.#text.length;
    if (reachesEnd && (found === '-' || ['true', 'false', 'null'].some((word) => word.startsWith(found))))
      this.#cut();
    const standIn = standIns.get(found);
    if (standIn !== undefined) this.#stop(`${found} is not a JSON value`, standIn);
    this.#stop(`Expected a value, found ${this.#glimpse()}`, quotes);
  }

  /** Skips white space; the character there, empty at the end of the text. */
  #next(): string {
    while (' \t\n\r'.includes(this.#text.charAt(this.#at)) && this.#at < this.#text.length) this.#at += 1;
    return this.#text.charAt(this.#at);
  }

  #glimpse(): string {
    const word = /^[\p{L}\p{N}_.+-]{1,20}|^./su.exec(this.#text.slice(this.#at, this.#at + 20))?.[0];
    return word === undefined ? this.#cut() : JSON.stringify(word);
  }

  #cut(): never {
    this.#at = this.#text.length;
    this.#stop(
      `The file ends in the middle: a ${this.#path.length === 0 ? 'value' : `value at depth ${this.#path.length}`} is not closed`,
      'The file was probably cut while it was copied or downloaded: get it again.',
    );
  }

  #stop(message: string, remedy: string): never {
    throw new ScanStop({ offset: this.#at, message, remedy });
  }
}

const quotes = 'Write texts and member names in double quotes; JSON knows no comments and no single quotes.';

/** Words that other languages write where JSON has no value, and what to write instead. */
const standIns: ReadonlyMap<string, string> = new Map([
  ...['NaN', 'Infinity', '-Infinity', 'undefined', 'None'].map(
    (word) =>
      [
        word,
        `Write null, or leave the field out, instead of ${word}; a text goes in double quotes.`,
      ] as const,
  ),
  ['True', 'Write true.'],
  ['False', 'Write false.'],
]);
