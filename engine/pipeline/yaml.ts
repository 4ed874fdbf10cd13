import { isMap, isScalar, LineCounter, parse, parseDocument, visit, type Document } from 'yaml';
import { ExpectedError } from '../expected-error.ts';
import type { Json } from '../json.ts';
import { placeText, type Position } from './definition.ts';

/** A YAML file that was read. */
export interface YamlFile {
  readonly value: unknown;
  /** Where the value at a path begins; of a map's member, where its name stands; the nearest enclosing place otherwise. */
  at(path: readonly PropertyKey[]): Position;
}

const remedies: { readonly [code: string]: string } = {
  MISSING_CHAR: 'Close the quotes or brackets.',
  TAB_AS_INDENT: 'Indent with spaces.',
  DUPLICATE_KEY: 'Rename or remove one of the two.',
  MULTIPLE_DOCS: 'Keep one pipeline in a file: take out what follows the line `---`.',
};
const quoting = 'Texts that hold one of : # { } [ ] or begin with another sign go into quotes.';

/** Parses a YAML file; what is no YAML is an error with file, line and column. */
export function parseYaml({ file, text }: { readonly file: string; readonly text: string }): YamlFile {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, logLevel: 'error' });
  const position = (offset: number): Position => {
    const { line, col } = lines.linePos(offset);
    return { file, line, column: col };
  };
  const [error] = document.errors;
  if (error !== undefined) {
    const message = error.code === 'MULTIPLE_DOCS' ? 'A second document begins here' : error.message;
    throw notYaml(position(error.pos[0]), message, remedies[error.code] ?? quoting);
  }
  return { value: valueOf(document, position), at: (path) => position(offsetOf(document, path)) };
}

/** What a text on the command line means as YAML; the text itself where it means nothing. */
export function yamlValue(text: string): Json {
  if (text.trim() === '') return text;
  try {
    return parse(text, { logLevel: 'error' }) as Json;
  } catch {
    return text;
  }
}

/** The value of a document. Aliases are only followed here, so only here can they fail. */
function valueOf(document: Document, position: (offset: number) => Position): unknown {
  try {
    return document.toJS();
  } catch (error) {
    let offset = 0;
    visit(document, {
      Alias(_, alias) {
        offset = alias.range?.[0] ?? 0;
        return alias.resolve(document) === undefined ? visit.BREAK : undefined;
      },
    });
    const message = error instanceof Error ? error.message : String(error);
    throw notYaml(position(offset), message, 'Write the value out in place of the alias.');
  }
}

function notYaml(where: Position, message: string, remedy: string): ExpectedError {
  return new ExpectedError({
    code: 'pipeline-file',
    message: `Not valid YAML: ${message}.`,
    where: placeText(where),
    remedy,
  });
}

function offsetOf(document: Document, path: readonly PropertyKey[]): number {
  let node: unknown = document.contents;
  let offset = 0;
  for (const part of path) {
    if (!isMap(node)) break;
    const pair = node.items.find(({ key }) => isScalar(key) && key.value === part);
    if (pair === undefined) break;
    offset = isScalar(pair.key) ? (pair.key.range?.[0] ?? offset) : offset;
    node = pair.value;
  }
  return offset;
}
