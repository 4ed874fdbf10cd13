import { parsedJson } from './parsed-json.ts';

/** Whether a reply came piece by piece, a JSON value on each line, as Ollama sends it. */
export function isJsonLines(contentType: string | null): boolean {
  return /\bx-ndjson\b/.test(contentType ?? '');
}

/** The values of the lines; one that is cut or malformed is undefined. */
export function jsonLines(text: string): readonly unknown[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(parsedJson);
}
