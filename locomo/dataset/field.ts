import { ExpectedError } from '../../engine/expected-error.ts';
import { describe } from './describe.ts';
import { offsetOf } from './json-position.ts';
import { formatPath, type Path } from './path.ts';
import { lineAndColumn } from './text-position.ts';

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

function memberOf(value: unknown, key: string | number): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.getOwnPropertyDescriptor(value, key)?.value;
}
