import type { RawRow, RawTable } from './raw-table.ts';

interface Members {
  readonly [name: string]: unknown;
}

/**
 * The tables of a parsed JSON file. A table is a list of rows, an object with `rows`, or an object from systems to
 * their scores; `tables` holds several. A row names its system and has its scores by category, itself or in `scores`.
 */
export function jsonTables(value: unknown, fileName: string): readonly RawTable[] {
  if (isMembers(value) && Array.isArray(value['tables']))
    return value['tables'].flatMap((table, at) => jsonTables(table, `${fileName}, table ${at + 1}`));
  const about = isMembers(value) ? value : {};
  const rows = rowsOf(value);
  if (rows.length === 0) return [];
  const headings = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  return [
    {
      ...textMember(about, 'title'),
      ...textMember(about, 'source'),
      where: fileName,
      headings,
      rows: rows.map((row, at): RawRow => ({
        where: `${fileName}, row ${at + 1}`,
        cells: headings.map((heading) => cellText(row[heading])),
      })),
    },
  ];
}

function rowsOf(value: unknown): readonly Members[] {
  if (Array.isArray(value)) return value.filter(isMembers).map(flat);
  if (!isMembers(value)) return [];
  if (Array.isArray(value['rows'])) return rowsOf(value['rows']);
  return Object.entries(value).flatMap(([system, row]) => (isMembers(row) ? [flat({ system, ...row })] : []));
}

function flat({ scores, ...row }: Members): Members {
  return isMembers(scores) ? { ...row, ...scores } : row;
}

function cellText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

function textMember(of: Members, name: 'title' | 'source'): { readonly [name: string]: string } {
  const value = of[name];
  return typeof value === 'string' ? { [name]: value } : {};
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
