import { ExpectedError } from '../../engine/expected-error.ts';
import { shownValue } from '../../engine/shown.ts';
import { decodeText } from '../dataset/decode.ts';
import { parseJson } from '../dataset/parse-json.ts';
import type { CategoryTable, Printed, TableRow } from './category-table.ts';
import { csvTables, markdownTables } from './delimited-tables.ts';
import { jsonTables } from './json-tables.ts';
import type { RawRow, RawTable } from './raw-table.ts';
import { readHeading, type Heading } from './read-heading.ts';

/**
 * Reads the tables of scores by category in a JSON, CSV or Markdown file. Tables without categories are passed over;
 * a file without any, a table that lacks a category, and a cell that holds no score are an `ExpectedError`.
 */
export function readTables(bytes: Uint8Array, fileName: string): readonly CategoryTable[] {
  const text = decodeText(bytes, fileName);
  const raw = rawTables(text, fileName);
  const tables = raw.filter(({ headings }) => headings.some((each) => readHeading(each).kind === 'category'));
  if (tables.length > 0) return tables.map(readTable);
  throw new ExpectedError({
    code: 'no-table',
    message:
      raw[0] === undefined
        ? 'Expected a table of scores by category, found no table.'
        : `Expected a table of scores by category, found one with the columns ${raw[0].headings.join(', ')}.`,
    where: raw[0]?.where ?? fileName,
    remedy:
      'Give a JSON, CSV or Markdown table with a row per system and the columns single-hop, multi-hop, temporal, ' +
      'open-domain, overall, and adversarial where it is there.',
  });
}

function rawTables(text: string, fileName: string): readonly RawTable[] {
  if (/\.json$/i.test(fileName) || /^\s*[[{]/.test(text))
    return jsonTables(parseJson(text, fileName), fileName);
  const inMarkdown = markdownTables(text, fileName);
  return inMarkdown.length > 0 || /\.md$/i.test(fileName) ? inMarkdown : csvTables(text, fileName);
}

function readTable({ headings, rows, where, title, source }: RawTable): CategoryTable {
  const read = headings.map(readHeading);
  const at = (kind: Heading['kind']): number => read.findIndex((each) => each.kind === kind);
  const places = read.flatMap((each, index) => (each.kind === 'category' ? [{ index, column: each }] : []));
  checkCategories(
    places.map(({ column }) => column),
    where,
  );
  const system = Math.max(0, at('other'));
  const isCounts = ({ cells }: RawRow): boolean => readHeading(cells[system] ?? '').kind === 'n';
  const counts = rows.find(isCounts);
  const columns = places.map(({ index, column: { kind: _kind, ...column } }) => {
    const count = counts === undefined ? Number.NaN : Number(counts.cells[index]?.replaceAll(',', ''));
    return count > 0 ? { ...column, count } : column;
  });
  return {
    ...(title === undefined ? {} : { title }),
    ...(source === undefined ? {} : { source }),
    columns,
    rows: rows
      .filter((row) => !isCounts(row))
      .map((row): TableRow => {
        const cell = (index: number): Printed | null => readCell(row, index, headings[index] ?? '');
        const n = cell(at('n'))?.value;
        return {
          system: plain(row.cells[system] ?? ''),
          values: places.map(({ index }) => cell(index)),
          overall: cell(at('overall')),
          ...(n === undefined ? {} : { n }),
        };
      }),
  };
}

/** A number in a cell, without its percent sign, emphasis and margin; null for an empty cell or a dash. */
function readCell({ cells, where }: RawRow, index: number, heading: string): Printed | null {
  const text = plain(cells[index] ?? '');
  if (/^(?:|[-–—]|n\/?a|null)$/i.test(text)) return null;
  const [, number, decimals = ''] = /^(\d+(?:\.(\d+))?)\s*%?\s*(?:(?:±|\+\/-|\().*)?$/.exec(text) ?? [];
  const value = Number(number);
  if (number !== undefined && (value <= 100 || readHeading(heading).kind === 'n'))
    return { value, places: decimals.length };
  throw new ExpectedError({
    code: 'bad-table',
    message: `Expected a score from 0 to 100 under ${heading}, found ${shownValue(text)}.`,
    where,
    remedy: 'Write a number with a decimal point, or a dash where there is none.',
  });
}

function plain(cell: string): string {
  return cell.replaceAll(/\*\*|__|`/g, '').trim();
}

function checkCategories(columns: CategoryTable['columns'], where: string): void {
  const named = columns.map((column) => column.named).toSorted();
  if (['1,2,3,4,5', '1,2,3,4'].includes(named.join())) return;
  throw new ExpectedError({
    code: 'bad-table',
    message: `Expected each of the five categories once, or the four without adversarial, found ${columns.map(({ heading }) => heading).join(', ')}.`,
    where,
    remedy:
      'Name the columns single-hop, multi-hop, temporal, open-domain and, where it is there, adversarial.',
  });
}
