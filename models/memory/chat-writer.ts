import { ItemFailure } from '../../engine/stage.ts';
import { readStatements } from '../../locomo/reply/read-statements.ts';
import { withoutThinking } from '../../locomo/reply/thinking.ts';
import type { CallContext } from '../call-context.ts';
import type { ChatMessage, ChatModel } from '../chat-model.ts';
import type { JsonSchema } from '../json-schema.ts';
import type { Prompts } from '../prompts.ts';
import { shortened } from '../remote/shortened.ts';
import { wholeText } from '../whole-text.ts';
import type { MemoryWriter, SessionRequest, Written } from './memory-writer.ts';
import { statementSchema } from './statement-schema.ts';

/** What is written down of a session; each names its prompt. */
export type MemoryKind = 'observations' | 'summary';

export interface ChatWriterSettings {
  readonly model: ChatModel;
  readonly prompts: Prompts;
  readonly kind: MemoryKind;
  /** The longest reply; null leaves it to the model. One that is cut off there is refused. */
  readonly maxTokens: number | null;
}

/** So many tokens are taken for a reply that is not there yet. */
const usualReply: { readonly [kind in MemoryKind]: number } = { observations: 900, summary: 200 };

/** Sent after a reply that no statements can be read from. */
const repair =
  'No statements can be read from that. Give them as one JSON object of the form that was asked for, and nothing else.';

/**
 * Writes by asking a chat model, one call a session. Where its reply holds no statements it is asked once more, in the
 * same chat; after that there are none: a failure of the session, which the next run asks again.
 */
export function createChatWriter({ model, prompts, kind, maxTokens }: ChatWriterSettings): MemoryWriter {
  const ask = (request: SessionRequest): ChatMessage => ({
    role: 'user',
    content: prompts.fill(kind, {
      speakers: request.speakers.join(' and '),
      date: request.dateTime,
      turns: request.turns.map((turn) => turnLine(turn, kind === 'observations')).join('\n'),
    }),
  });
  const schemaOf = ({ speakers }: SessionRequest): JsonSchema | undefined =>
    kind === 'summary' ? undefined : statementSchema(speakers);
  const replyTo = async (
    messages: readonly ChatMessage[],
    request: SessionRequest,
    call: CallContext,
  ): Promise<string> =>
    wholeText(await model.complete(messages, { maxTokens, schema: schemaOf(request) }, call), {
      maxTokens,
      flag: '--memory-max-tokens',
    });

  async function write(request: SessionRequest, call: CallContext): Promise<Written> {
    const asked = ask(request);
    const first = await replyTo([asked], request, call);
    if (kind === 'summary') return { summary: summaryIn(first) };
    const statements = readStatements(first);
    if (statements !== undefined) return { statements };
    const chat = [asked, { role: 'assistant', content: first }, { role: 'user', content: repair }] as const;
    const second = await replyTo(chat, request, call);
    const late = readStatements(second);
    if (late === undefined) throw new ItemFailure(`No statements can be read from “${shortened(second)}”.`);
    return { statements: late };
  }

  return {
    identity: { writer: 'chat', kind, version: 1, ...model.identity },
    asksServer: model.asksServer,
    ...(model.atOnce === undefined ? {} : { atOnce: model.atOnce }),
    prompts: prompts.identity,
    promptOf: (request) => ({
      messages: [ask(request)],
      maxTokens,
      ...(kind === 'summary' ? {} : { repair, schema: statementSchema(request.speakers) }),
    }),
    assertReady: () => model.assertReady?.(),
    forecast: (request) => model.forecast([ask(request)], { usual: usualReply[kind], longest: maxTokens }),
    write,
  };
}

function summaryIn(reply: string): string {
  const summary = withoutThinking(reply);
  if (summary === '') throw new ItemFailure('The reply holds reasoning and no summary.');
  return summary;
}

/** A turn as the prompts have it: `[D1:3] Mara: I bought a kayak. (picture: a red kayak)`. */
function turnLine({ id, speaker, text, caption }: SessionRequest['turns'][number], withId: boolean): string {
  const said = `${speaker}: ${text}${caption === undefined ? '' : ` (picture: ${caption})`}`;
  return withId ? `[${id}] ${said}` : said;
}
