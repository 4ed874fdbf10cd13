const longest = 240;

/** A server's text as it may be shown: one line, no control characters, not long, without its full stop. */
export function shortened(text: string): string {
  const line = text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .replace(/\s*\.$/, '');
  return line.length <= longest ? line : `${line.slice(0, longest - 1).trimEnd()}…`;
}
