import { isJsonLines } from './json-lines.ts';

/**
 * A response whose text is at hand: clients get it without the streams that a response of a server has, but those that
 * read it line by line.
 */
export function wholeResponse(text: string, status: number, type: string): Response {
  if (isJsonLines(type)) return new Response(text, { status, headers: { 'content-type': type } });
  const response = new Response(null, { status, headers: { 'content-type': type } });
  return Object.assign(response, { text: async () => text, json: async () => JSON.parse(text) });
}
