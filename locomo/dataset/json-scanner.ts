import { formatPath, type Path } from './path.ts';

/** Where a text stops being JSON, and why. */
export interface JsonProblem {
  /** In UTF-16 code units from the start of the text. */
  readonly offset: number;
  readonly message: string;
  readonly remedy: string;
}

/** What a scanner throws at the first problem. */
export class ScanStop extends Error {
  readonly problem: JsonProblem;

  constructor(problem: JsonProblem) {
    super(problem.message);
    this.problem = problem;
  }
}

const deepest = 1000;
const quotes = 'Write texts and member names in double quotes; JSON knows no comments and no single quotes.';

/** Words that other languages write for a value, and what JSON has instead. */
const foreignWords: ReadonlyMap<string, string> = new Map([
  ['NaN', 'Write null, or leave the field out; or the text in double quotes.'],
  ['Infinity', 'Write null, or the text in double quotes.'],
  ['-Infinity', 'Write null, or the text in double quotes.'],
  ['undefined', 'Write null, or leave the field out.'],
  ['None', 'Write null, or leave the field out.'],
  ['True', 'Write true.'],
  ['False', 'Write false.'],
]);

/**
 * Walks a text by the grammar of JSON (RFC 8259) without building its values. `JSON.parse` does not say
 * where it is, and keeps the last of two members with one name without a word; this refuses them.
 */
export class JsonScanner {
  readonly #text: string;
  readonly #path: (string | number)[] = [];
  #visit: (path: Path, offset: number) => void = () => {};
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Calls `visit` at the beginning of each value; the path is valid during the call. Throws a `ScanStop`. */
  scan(visit: (path: Path, offset: number) => void): void {
    this.#visit = visit;
    this.#value();
    if (this.#next() === '') return;
    this.#stop(
      `Expected the end of the file, found ${this.#glimpse()}`,
      'Keep one JSON list in the file; objects one per line (JSON Lines) go into a list, with commas between.',
    );
  }

  #value(): void {
    const first = this.#next();
    if (this.#path.length > deepest)
      this.#stop(
        `Lists and objects stand more than ${deepest} deep in each other`,
        'Write the data flatter.',
      );
    this.#visit(this.#path, this.#at);
    if (first === '{') this.#object();
    else if (first === '[') this.#list();
    else if (first === '"') this.#string();
    else this.#word();
  }

  #object(): void {
    const names = new Set<string>();
    this.#series('}', () => {
      if (this.#next() !== '"')
        this.#stop(`Expected a member name in double quotes, found ${this.#glimpse()}`, quotes);
      const start = this.#at;
      const name = this.#string();
      if (names.has(name)) {
        this.#at = start;
        this.#stop(`${JSON.stringify(name)} stands twice in one object`, 'Rename or remove one of the two.');
      }
      names.add(name);
      if (this.#next() !== ':')
        this.#stop(`Expected a colon, found ${this.#glimpse()}`, 'Write a colon between name and value.');
      this.#at += 1;
      this.#path.push(name);
      this.#value();
      this.#path.pop();
    });
  }

  #list(): void {
    let index = 0;
    this.#series(']', () => {
      this.#path.push(index);
      this.#value();
      this.#path.pop();
      index += 1;
    });
  }

  /** Members or entries, with commas between them, to the closing bracket. */
  #series(close: string, readOne: () => void): void {
    this.#at += 1;
    let separator = this.#next() === close ? close : ',';
    if (separator === close) this.#at += 1;
    while (separator !== close) {
      readOne();
      separator = this.#next();
      if (separator !== ',' && separator !== close)
        this.#stop(
          `Expected a comma or ${close}, found ${this.#glimpse()}`,
          `Write a comma between two values, or ${close} behind the last.`,
        );
      this.#at += 1;
      if (separator === ',' && this.#next() === close)
        this.#stop(`A comma stands before ${close} with no value behind it`, 'Remove the comma.');
    }
  }

  #string(): string {
    const start = this.#at;
    let hasEscape = false;
    for (this.#at += 1; ; this.#at += 1) {
      const code = this.#text.charCodeAt(this.#at);
      if (code === quote) break;
      if (code === backslash) {
        hasEscape = true;
        this.#at += this.#escape() - 1;
      } else if (code < space)
        this.#stop(
          `A text in quotes holds a bare ${code === lineFeed || code === carriageReturn ? 'line break' : 'control character'}`,
          'Close the quotes; a line break inside a text is \\n, another control character \\u00XX.',
        );
      else if (Number.isNaN(code)) this.#cut();
    }
    this.#at += 1;
    const literal = this.#text.slice(start, this.#at);
    return hasEscape ? String(JSON.parse(literal)) : literal.slice(1, -1);
  }

  #escape(): number {
    const { length } = this.#match(escapes);
    if (length > 0) return length;
    if (/^\\(?:u[\da-f]{0,3})?$/i.test(this.#text.slice(this.#at))) this.#cut();
    return this.#stop('A backslash begins no known escape', 'Write the backslash itself as two backslashes.');
  }

  #word(): void {
    const word = this.#match(words);
    if (numbers.test(word) || literals.includes(word)) {
      this.#at += word.length;
      return;
    }
    const isLast = this.#at + word.length === this.#text.length;
    if (isLast && (word === '-' || literals.some((literal) => literal.startsWith(word)))) this.#cut();
    const remedy = foreignWords.get(word);
    if (remedy !== undefined) this.#stop(`${word} is not a value of JSON`, remedy);
    this.#stop(`Expected a value, found ${this.#glimpse()}`, quotes);
  }

  /** Skips white space and tells the character behind it; empty at the end of the text. */
  #next(): string {
    for (;;) {
      const character = this.#text.charAt(this.#at);
      if (character !== ' ' && character !== '\n' && character !== '\r' && character !== '\t')
        return character;
      this.#at += 1;
    }
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    return pattern.exec(this.#text)?.[0] ?? '';
  }

  #glimpse(): string {
    const found = this.#match(glimpses);
    return found === '' ? this.#cut() : JSON.stringify(found);
  }

  #cut(): never {
    this.#at = this.#text.length;
    const place = formatPath(this.#path);
    this.#stop(
      `The file ends in the middle${place === '' ? '' : `, at ${place}`}`,
      'It was probably cut while it was copied or downloaded: get it again.',
    );
  }

  #stop(message: string, remedy: string): never {
    throw new ScanStop({ offset: this.#at, message, remedy });
  }
}

const [quote, backslash, space, lineFeed, carriageReturn] = [0x22, 0x5c, 0x20, 0x0a, 0x0d];
const escapes = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;
const words = /[^\s,:[\]{}"]*/y;
const glimpses = /[\p{L}\p{N}_.+-]{1,20}|./suy;
const numbers = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const literals: readonly string[] = ['true', 'false', 'null'];
