/** The line and column of an offset in a text, both from 1; columns count characters, and CRLF ends one line. */
export function lineAndColumn(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split(/\r\n|\n|\r/);
  return { line: before.length, column: Array.from(before.at(-1) ?? '').length + 1 };
}
