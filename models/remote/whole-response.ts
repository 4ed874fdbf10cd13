/** A response whose text is at hand: clients get it without the streams that a response of a server has. */
export function wholeResponse(text: string, status: number, type: string): Response {
  const response = new Response(null, { status, headers: { 'content-type': type } });
  return Object.assign(response, { text: async () => text, json: async () => JSON.parse(text) });
}
