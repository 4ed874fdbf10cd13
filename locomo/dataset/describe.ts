/** A value in a few words, for messages. */
export function describe(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) {
    const names = Object.keys(value);
    return names.length === 0 ? 'an empty object' : `an object with ${shorten(names.join(', '))}`;
  }
  return typeof value === 'string' ? shorten(JSON.stringify(value)) : String(value);
}

/** A text cut to one short line. */
export function shorten(text: string): string {
  const characters = Array.from(text);
  return characters.length <= 80 ? text : `${characters.slice(0, 77).join('')}...`;
}
