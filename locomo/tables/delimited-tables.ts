import { csvRows } from '../scoring/csv-rows.ts';
import type { RawTable } from './raw-table.ts';

/** The one table of a CSV file, with its headings in the first record. */
export function csvTables(text: string, fileName: string): readonly RawTable[] {
  const [head, ...rows] = csvRows(text, fileName).map(({ line, fields }) => ({
    where: `${fileName}:${line}`,
    cells: fields.map((field) => field.trim()),
  }));
  return head === undefined ? [] : [{ where: head.where, headings: head.cells, rows }];
}

/** The tables of a Markdown file, each under the nearest heading above it. */
export function markdownTables(text: string, fileName: string): readonly RawTable[] {
  const lines = text.split(/\r?\n/);
  return lines.flatMap((line, at) => {
    if (!line.includes('|') || !isRule(lines[at + 1])) return [];
    const length = lines.slice(at + 2).findIndex((each) => !each.includes('|'));
    const end = length === -1 ? lines.length : at + 2 + length;
    const title = lines
      .slice(0, at)
      .findLast((each) => /^#+ /.test(each))
      ?.replace(/^#+ /, '');
    return [
      {
        ...(title === undefined ? {} : { title }),
        where: `${fileName}:${at + 1}`,
        headings: splitPipes(line),
        rows: lines
          .slice(at + 2, end)
          .map((each, index) => ({ where: `${fileName}:${at + 3 + index}`, cells: splitPipes(each) })),
      },
    ];
  });
}

function isRule(line = ''): boolean {
  return line.includes('|') && /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/.test(line);
}

function splitPipes(line: string): readonly string[] {
  return line
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.trim());
}
