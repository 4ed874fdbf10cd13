import { badAnswer } from './answer-field.ts';

/** One record of a CSV text and the line, from 1, in which it begins. */
export interface CsvRow {
  readonly line: number;
  readonly fields: readonly string[];
}

// A field in quotes, in which a quote is doubled, or one without; then what ends it. A quote that is not the
// first character of a field is taken as it is.
const fieldPattern = /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n][^,\r\n]*|))(,|\r\n|\n|\r|$)/y;

/** The records of a CSV text (RFC 4180); blank lines are passed over. `fileName` is only shown. */
export function csvRows(text: string, fileName: string): CsvRow[] {
  const rows: CsvRow[] = [];
  let fields: string[] = [];
  let line = 1;
  let begins = 1;
  let offset = 0;
  while (offset < text.length || fields.length > 0) {
    fieldPattern.lastIndex = offset;
    const match = fieldPattern.exec(text);
    if (match === null) throw openQuote(text, offset, `${fileName}:${line}`);
    const [whole, quoted, plain = '', end] = match;
    fields.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    line += whole.match(/\r\n|\n|\r/g)?.length ?? 0;
    offset += whole.length;
    if (end === ',') continue;
    if (fields.length > 1 || fields[0] !== '') rows.push({ line: begins, fields });
    fields = [];
    begins = line;
  }
  return rows;
}

function openQuote(text: string, offset: number, where: string): Error {
  const isClosed = /"[^"]*(?:""[^"]*)*"/y;
  isClosed.lastIndex = offset;
  return isClosed.test(text)
    ? badAnswer(where, 'Expected a comma behind the quote that ends a field, found text.', doubled, 'bad-csv')
    : badAnswer(
        where,
        'Expected a quote that ends the field, found the end of the file.',
        doubled,
        'bad-csv',
      );
}

const doubled = 'Put the whole field in quotes, and double each quote inside.';
