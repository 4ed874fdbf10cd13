import type { JsonSchema } from '../json-schema.ts';

/** The form of a reply with statements about the speakers. */
export function statementSchema(speakers: readonly string[]): JsonSchema {
  const statement = closed({
    speaker: { type: 'string', enum: [...speakers] },
    text: { type: 'string' },
    turns: { type: 'array', items: { type: 'string' } },
  });
  return closed({ statements: { type: 'array', items: statement } });
}

/** An object that has all of these members and no others. */
function closed(properties: JsonSchema): JsonSchema {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
}
