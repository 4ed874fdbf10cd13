/** The members of an object in the order in which they stand, those of one name too. */
export type Members = readonly (readonly [name: string, value: unknown])[];

export function isPlainObject(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The objects that stand in a text as JSON, or nearly: with single quotes, bare names, commas at the end, or cut off.
 * Of one that is cut or goes wrong, the members are there that were complete.
 */
export function looseObjects(text: string): readonly Members[] {
  const found: Members[] = [];
  let place = text.indexOf('{');
  while (place >= 0) {
    const reader = new LooseReader(text, place);
    const members = reader.members();
    if (members.length > 0) found.push(members);
    // What is inside an object that was read is part of it.
    place = text.indexOf('{', members.length > 0 ? Math.max(reader.place, place + 1) : place + 1);
  }
  return found;
}

/** Where a text stops being what is read. */
class Stop extends Error {}

class LooseReader {
  readonly #text: string;
  place: number;

  constructor(text: string, place: number) {
    this.#text = text;
    this.place = place;
  }

  /** The complete members of the object that begins here. */
  members(): Members {
    const found: (readonly [string, unknown])[] = [];
    try {
      this.#readMembers(found);
    } catch (error) {
      if (!(error instanceof Stop)) throw error;
    }
    return found;
  }

  #readMembers(into: (readonly [string, unknown])[]): void {
    this.#expect('{');
    while (!this.#accepts('}')) {
      const name = this.#name();
      this.#expect(':');
      into.push([name, this.#value()]);
      if (!this.#accepts(',')) {
        this.#expect('}');
        return;
      }
    }
  }

  #value(): unknown {
    this.#skipBlanks();
    const next = this.#text[this.place];
    if (next === '{') {
      const members: (readonly [string, unknown])[] = [];
      this.#readMembers(members);
      return Object.fromEntries(members);
    }
    if (next === '[') return this.#list();
    if (next === '"' || next === "'") return this.#quoted(next);
    return this.#word();
  }

  #list(): readonly unknown[] {
    this.#expect('[');
    const values: unknown[] = [];
    while (!this.#accepts(']')) {
      values.push(this.#value());
      if (this.#accepts(',')) continue;
      this.#expect(']');
      break;
    }
    return values;
  }

  #name(): string {
    this.#skipBlanks();
    const next = this.#text[this.place];
    if (next === '"' || next === "'") return this.#quoted(next);
    const [bare] = /^[\w#. ]+?(?=\s*:)/.exec(this.#text.slice(this.place, this.place + 40)) ?? [];
    if (bare === undefined) throw new Stop();
    this.place += bare.length;
    return bare;
  }

  /** A quotation ends at a quote behind which a value may end: an apostrophe within single quotes is none. */
  #quoted(quote: string): string {
    let content = '';
    for (let at = this.place + 1; at < this.#text.length; at += 1) {
      const character = this.#text[at] ?? '';
      if (character === '\\') {
        const [escape] = /^\\(?:u[\da-fA-F]{4}|[^u])/.exec(this.#text.slice(at, at + 6)) ?? [];
        if (escape === undefined) throw new Stop();
        content += unescaped(escape);
        at += escape.length - 1;
      } else if (character === quote && /^\s*(?:[,:}\]]|$)/.test(this.#text.slice(at + 1, at + 20))) {
        this.place = at + 1;
        // The end of the text may stand for a cut in the middle.
        if (this.#text.slice(this.place).trim() === '') throw new Stop();
        return content;
      } else content += character;
    }
    throw new Stop();
  }

  #word(): unknown {
    const [word] = /^[-+\w.]+(?=\s*[,}\]])/.exec(this.#text.slice(this.place, this.place + 60)) ?? [];
    if (word === undefined) throw new Stop();
    this.place += word.length;
    if (/^-?\d+(?:\.\d+)?$/.test(word)) return Number(word);
    return { true: true, false: false, null: null, None: null, True: true, False: false }[word] ?? null;
  }

  #skipBlanks(): void {
    while (/\s/.test(this.#text[this.place] ?? '')) this.place += 1;
  }

  #accepts(sign: string): boolean {
    this.#skipBlanks();
    if (this.#text[this.place] !== sign) return false;
    this.place += 1;
    return true;
  }

  #expect(sign: string): void {
    if (!this.#accepts(sign)) throw new Stop();
  }
}

function unescaped(escape: string): string {
  try {
    const parsed: unknown = JSON.parse(`"${escape}"`);
    return String(parsed);
  } catch {
    return escape.slice(1);
  }
}
