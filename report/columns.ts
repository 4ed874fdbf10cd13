import { visible } from '../engine/shown.ts';

/** Lays rows out in columns, every one to the left. */
export function alignLeft(rows: readonly (readonly string[])[]): string {
  return align(rows, (cell, width) => cell.padEnd(width));
}

/** Lays rows out in columns: the first to the left, the others, which hold numbers, to the right. */
export function alignNumbers(rows: readonly (readonly string[])[]): string {
  return align(rows, (cell, width, column) => (column === 0 ? cell.padEnd(width) : cell.padStart(width)));
}

function align(
  given: readonly (readonly string[])[],
  pad: (cell: string, width: number, column: number) => string,
): string {
  // As wide as they will be on the terminal.
  const rows = given.map((row) => row.map(visible));
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => pad(cell, widths[column] ?? 0, column))
        .join('   ')
        .trimEnd(),
    )
    .join('\n');
}
