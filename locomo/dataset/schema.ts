import { z } from 'zod';
import type { Json } from '../../engine/json.ts';
import type { Field } from './field.ts';

// The message of each schema completes the sentence "Expected …". Unknown fields are allowed everywhere,
// and null stands for a missing optional field, as table tools write it.

const text = z.string({ error: 'a text in quotes' });
const optionalText = text.nullish();
const name = z.string({ error: 'a name in quotes' }).regex(/\S/, { error: 'a name that is not empty' });
const ids = z.union([text, z.array(text)], { error: 'a dialog id, or a list of dialog ids' });
const object = <Shape extends z.core.$ZodLooseShape>(shape: Shape, what: string) =>
  z.looseObject(shape, { error: what });
const list = <Entry extends z.ZodType>(entry: Entry, what: string) => z.array(entry, { error: what });

export const sampleSchema = object(
  {
    sample_id: z.string({ error: 'a sample id: a text in quotes' }),
    conversation: object({ speaker_a: name, speaker_b: name }, 'a conversation: an object'),
    observation: z.looseObject({}, { error: 'observations by session: an object' }).nullish(),
    session_summary: z.looseObject({}, { error: 'summaries by session: an object' }).nullish(),
    event_summary: z.looseObject({}, { error: 'events by session: an object' }).nullish(),
    qa: list(z.unknown(), 'a list of questions').nullish(),
  },
  'a sample: an object with sample_id, conversation and qa',
);

export const turnsSchema = list(
  object(
    {
      speaker: text,
      dia_id: text,
      text,
      blip_caption: optionalText,
      query: optionalText,
      img_url: z.union([text, z.array(text)], { error: 'an address, or a list of addresses' }).nullish(),
    },
    'a turn: an object with speaker, dia_id and text',
  ),
  'a list of turns',
);

export type ReleasedTurn = z.infer<typeof turnsSchema>[number];

/** The observations of one speaker in one session: ids are one string, a comma-joined string or a list. */
export const observationsSchema = list(
  z.tuple([text, ids.nullish()], { error: 'an observation: a list of its text and the ids it cites' }),
  'a list of observations',
);

export const summarySchema = z.string({ error: 'a summary: a text in quotes' });

export const eventsSchema = object(
  { date: z.string({ error: 'a date: a text in quotes' }) },
  'events by speaker, with a date: an object',
);
export const eventListSchema = list(text, 'a list of events: texts in quotes');
export const bySpeakerSchema = z.looseObject({}, { error: 'lists by speaker: an object' });

const answer = (what: string) => z.union([z.string(), z.number()], { error: what }).nullish();

const category = z.literal([1, 2, 3, 4, 5], {
  error: 'a category: 1 multi-hop, 2 temporal, 3 open-domain, 4 single-hop or 5 adversarial',
});

export const questionSchema = object(
  {
    question: z
      .string({ error: 'a question in quotes' })
      .regex(/\S/, { error: 'a question that is not empty' }),
    category,
    answer: answer('an answer: a text or a number'),
    adversarial_answer: answer('an adversarial answer: a text or a number'),
    evidence: list(z.string({ error: 'a dialog id in quotes' }), 'a list of dialog ids').nullish(),
  },
  'a question: an object with question, answer, evidence and category',
);

export type ReleasedQuestion = z.infer<typeof questionSchema>;

/** An object as it came from `JSON.parse`. */
export const jsonObjectSchema = z.custom<{ readonly [field: string]: Json }>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
);

/** The value of a field as a schema describes it; otherwise an error about the first place that differs. */
export function read<Value>(field: Field, schema: z.ZodType<Value>): Value {
  const result = schema.safeParse(field.value);
  if (result.success) return result.data;
  const [first, ...others] = result.error.issues;
  const place = field.within((first?.path ?? []).filter((key) => typeof key !== 'symbol'));
  const edit = place.value === undefined ? `Add \`${place.path.at(-1)}\`.` : 'Correct the value in the file.';
  const more = others.length === 0 ? '' : ` After it come ${others.length} more such places.`;
  throw place.error('bad-data', first?.message ?? 'another value', edit + more);
}
