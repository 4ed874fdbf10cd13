import { serve } from './loopback.ts';

/** A request as it came in. */
export interface SeenRequest {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: { readonly [name: string]: unknown };
}

/** What a server replies: a JSON body, with another status than 200 where it refuses. Undefined never replies. */
export type Replying = (
  request: SeenRequest,
) => { readonly status?: number; readonly json: unknown } | undefined;

export interface SpeakingServer {
  /** With `/v1` at its end. */
  readonly baseUrl: string;
  readonly seen: readonly SeenRequest[];
}

/** A server on the loopback interface that speaks OpenAI's API as far as a test says, until the test is over. */
export async function speakOpenAi(reply: Replying): Promise<SpeakingServer> {
  const seen: SeenRequest[] = [];
  const address = await serve(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = JSON.parse(Buffer.concat(chunks).toString('utf8'));
    const { authorization } = request.headers;
    seen.push({ path: request.url ?? '', authorization, body });
    const replied = reply({ path: request.url ?? '', authorization, body });
    if (replied === undefined) return;
    response.writeHead(replied.status ?? 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(replied.json));
  });
  return { baseUrl: `${address}/v1`, seen };
}

/** A chat completion with one choice; `usage` as the API has it. */
export function completion(
  content: string | null,
  {
    finish = 'stop',
    usage,
  }: { readonly finish?: string; readonly usage?: { readonly [name: string]: unknown } } = {},
): { readonly json: unknown } {
  const choice = { index: 0, message: { role: 'assistant', content }, finish_reason: finish };
  return { json: { id: 'c', object: 'chat.completion', created: 0, model: 'm', choices: [choice], usage } };
}
