import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import type { Dialect } from './dialects.ts';
import { speakOpenAi, type Scripted } from './openai-server.ts';
import { sharedPath } from './shared.ts';

/** A `server.json` of the shared cases, as far as chats go. */
interface Played {
  readonly chat: { readonly answers: readonly { readonly question: string; readonly reply: string }[] };
  readonly rules?: readonly {
    readonly on: string;
    readonly times?: number;
    readonly do: {
      readonly status: number;
      readonly headers?: { readonly [name: string]: string };
      readonly json?: { readonly error: { readonly message: string; readonly type: string } };
      readonly text?: string;
    };
  }[];
}

export interface DialectServer {
  /** At its root. */
  readonly address: string;
  /** Every chat so far; `ms` is when it came, `path` is absolute where the server is asked as a proxy. */
  readonly chats: readonly {
    readonly ms: number;
    readonly path: string;
    readonly headers: IncomingHttpHeaders;
  }[];
}

/** Plays the chats of a `server.json` of the shared cases in the wire format of a provider, until the test is over. */
export async function playDialect(dialect: Dialect, spec: string): Promise<DialectServer> {
  const { chat, rules = [] }: Played = JSON.parse(readFileSync(sharedPath(`cases/${spec}`) ?? '', 'utf8'));
  const left = rules.map(({ times = Number.POSITIVE_INFINITY }) => times);
  const chats: DialectServer['chats'][number][] = [];
  const { baseUrl } = await speakOpenAi((request): Scripted => {
    chats.push({ ms: Date.now(), path: request.path, headers: request.headers });
    const nth = rules.findIndex(({ on }, place) => (on === 'chat' || on === 'any') && (left[place] ?? 0) > 0);
    const rule = rules[nth]?.do;
    if (rule !== undefined) {
      left[nth] = (left[nth] ?? 0) - 1;
      const { message, type } = rule.json?.error ?? { message: '', type: '' };
      const refusal = dialect.refusal(rule.status, message, type);
      return { ...refusal, body: rule.text ?? refusal.body, headers: dated(rule.headers) };
    }
    const [asked = { content: '' }] = dialect.asked(request).messages;
    const known = chat.answers
      .map(({ question, reply }) => ({ reply, at: asked.content.lastIndexOf(question) }))
      .filter(({ at }) => at >= 0)
      .toSorted((one, other) => one.at - other.at);
    const text = known.at(-1)?.reply ?? 'Not mentioned in the conversation';
    return dialect.reply({ text, finishReason: 'stop', usage: { input: 40, cachedInput: 0, output: 5 } });
  });
  return { address: baseUrl.replace(/\/v1$/, ''), chats };
}

/** Headers in which `{{http_date:+3}}` stands for a date three seconds ahead. */
function dated(headers: { readonly [name: string]: string } = {}): { readonly [name: string]: string } {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      value.replace(/\{\{http_date:\+(\d+)\}\}/, (_, seconds) => inSeconds(Number(seconds))),
    ]),
  );
}

function inSeconds(seconds: number): string {
  return new Date(Date.now() + seconds * 1000).toUTCString();
}
