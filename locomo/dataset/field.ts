import { ExpectedError } from '../../engine/expected-error.ts';
import { offsetOf } from './json-scan.ts';
import { lineAndColumn } from './text-position.ts';

/** Member names and list positions that lead from the top of a file to a value. */
export type Path = readonly (string | number)[];

/** A data file that parsed as JSON. */
export interface Source {
  readonly fileName: string;
  readonly text: string;
}

/** A value of a data file that knows where it stands, so that a complaint about it can say so. */
export class Field {
  readonly source: Source;
  readonly path: Path;
  readonly value: unknown;

  constructor(source: Source, path: Path, value: unknown) {
    this.source = source;
    this.path = path;
    this.value = value;
  }

  /** The member or list entry under a key; its value is undefined where there is none. */
  at(key: string | number): Field {
    return new Field(this.source, [...this.path, key], memberOf(this.value, key));
  }

  /** The value further in along a path. */
  within(path: Path): Field {
    return path.reduce<Field>((field, key) => field.at(key), this);
  }

  /** The place inside the sample, such as `qa[37].evidence`. */
  get place(): string {
    return formatPath(this.path.slice(1));
  }

  /** File, line, column and path of the value, or of what is nearest around it where it is missing. */
  get where(): string {
    const { fileName, text } = this.source;
    const { line, column } = lineAndColumn(text, offsetOf(text, this.path));
    const place = formatPath(this.path);
    return `${fileName}:${line}:${column}${place === '' ? '' : ` ${place}`}`;
  }

  /** An error that says what was expected here, what is here instead, and what to do about it. */
  error(code: string, expected: string, remedy: string): ExpectedError {
    return new ExpectedError({
      code,
      message: `Expected ${expected}, found ${describe(this.value)}`,
      where: this.where,
      remedy,
      exitCode: 2,
    });
  }
}

/** A path as it is usually written: `[3].conversation.session_2[5].dia_id`. */
export function formatPath(path: Path): string {
  return path
    .map((key, index) => {
      if (typeof key === 'number') return `[${key}]`;
      if (!/^[\p{L}\p{N}_-]+$/u.test(key)) return `[${JSON.stringify(key)}]`;
      return index === 0 ? key : `.${key}`;
    })
    .join('');
}

/** A value in a few words, for messages. */
export function describe(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) {
    const names = Object.keys(value);
    return names.length === 0 ? 'an empty object' : `an object with ${shorten(names.join(', '))}`;
  }
  return shorten(JSON.stringify(value));
}

/** A text cut to one short line. */
export function shorten(text: string): string {
  const characters = Array.from(text);
  return characters.length <= 80 ? text : `${characters.slice(0, 77).join('')}...`;
}

function memberOf(value: unknown, key: string | number): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.getOwnPropertyDescriptor(value, key)?.value;
}
