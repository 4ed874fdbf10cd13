import { describe, expect, it } from 'vitest';
import { quietCall } from '../../models/call-context.ts';
import type { ChatMessage, ChatReply } from '../../models/chat-model.ts';
import { createChat } from '../../models/chats.ts';
import { statementSchema } from '../../models/memory/statement-schema.ts';
import { countingCall } from '../support/counting-call.ts';
import { dialects, type Dialect } from '../support/dialects.ts';
import { modelsForTests } from '../support/models.ts';
import { speakOpenAi, type Replying, type SeenRequest } from '../support/openai-server.ts';

const hello: readonly ChatMessage[] = [{ role: 'user', content: 'Say something as JSON.' }];
const schema = statementSchema(['Ines', 'Tomas']);
const limits = { maxTokens: 20, schema };
const said = (text: string): ChatReply => ({
  text,
  finishReason: 'stop',
  usage: { input: 9, cachedInput: 0, output: 2 },
});

/** Where a request holds the schema, by provider. */
const schemaIn: { readonly [provider: string]: (body: SeenRequest['body']) => unknown } = {
  openai: (body) => at(body, 'response_format', 'json_schema', 'schema'),
  anthropic: (body) => at(body, 'output_config', 'format', 'schema'),
  'google-genai': (body) => at(body, 'generationConfig', 'responseSchema'),
  ollama: (body) => at(body, 'format'),
};

function at(value: unknown, ...members: readonly string[]): unknown {
  return members.reduce<unknown>(
    (found, member) => (typeof found === 'object' && found !== null ? Reflect.get(found, member) : undefined),
    value,
  );
}

async function chatWith(dialect: Dialect, reply: Replying) {
  const { baseUrl, seen } = await speakOpenAi(reply);
  const address = dialect.provider === 'openai' ? baseUrl : baseUrl.replace(/\/v1$/, '');
  const env = dialect.key === undefined ? {} : { [dialect.key.variable]: 'any' };
  const settings = { baseUrl: address, tag: '', temperature: 0, maxTokens: null };
  const model = createChat(`${dialect.provider}:any`, settings, modelsForTests({ env }));
  if (model === undefined) throw new Error(`no provider ${dialect.provider}`);
  return { model, seen, schemas: () => seen.map(({ body }) => schemaIn[dialect.provider]?.(body)) };
}

describe.each(dialects.map((dialect) => [dialect.provider, dialect] as const))('%s', (provider, dialect) => {
  it('is given the schema where a reply has to have a form, and none elsewhere', async () => {
    const { model, schemas } = await chatWith(dialect, () => dialect.reply(said('{}')));
    await model.complete(hello, limits, quietCall);
    await model.complete(hello, { maxTokens: 20 }, quietCall);
    const wanted = JSON.stringify(schema);
    const known =
      provider === 'google-genai' ? wanted.replaceAll(',"additionalProperties":false', '') : wanted;
    expect(schemas().map((each) => JSON.stringify(each))).toEqual([known, undefined]);
  });

  it.each(['{"statements": [', 'I would rather not.', '{"statements": []}'])(
    'hands %j on as it was said',
    async (text) => {
      const { model } = await chatWith(dialect, () => dialect.reply(said(text)));
      expect(await model.complete(hello, limits, quietCall)).toEqual(said(text));
    },
  );

  it('is asked without the schema once it has refused one, and what it refused is not counted', async () => {
    const { model, schemas } = await chatWith(dialect, ({ body }) =>
      schemaIn[provider]?.(body) === undefined
        ? dialect.reply(said('{}'))
        : dialect.refusal(
            400,
            "'response_format' of type 'json_schema' is not supported by this model",
            'invalid',
          ),
    );
    const call = countingCall();
    expect(await model.complete(hello, limits, call)).toEqual(said('{}'));
    expect(await model.complete(hello, limits, call)).toEqual(said('{}'));
    expect(schemas().map((each) => each !== undefined)).toEqual([true, false, false]);
    expect(call.counted['modelCalls']).toBe(2);
  });

  it('is not asked again where it refuses something else', async () => {
    const { model, seen } = await chatWith(dialect, () => dialect.refusal(400, 'no such thing', 'invalid'));
    await expect(model.complete(hello, limits, quietCall)).rejects.toThrow('no such thing');
    expect(seen).toHaveLength(1);
  });
});
