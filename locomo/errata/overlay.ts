import { z } from 'zod';
import { ExpectedError } from '../../engine/expected-error.ts';
import { decodeText } from '../dataset/decode.ts';
import { dialogId } from '../dataset/dialog-id.ts';
import { Field } from '../dataset/field.ts';
import { parseJson } from '../dataset/parse-json.ts';
import { read } from '../dataset/schema.ts';
import { errataActions, type Erratum } from './erratum.ts';

/** A list of errata for one data file. */
export interface Overlay {
  /** As it is shown: a path, an address, or the name of one that ships. */
  readonly name: string;
  /** What the list is, in a sentence. */
  readonly about: string;
  /** Who found the errata, or where they were published. */
  readonly source: string;
  /** SHA-256 of the data file that the indexes and the errata belong to, in small hexadecimal digits. */
  readonly sha256: string;
  readonly entries: readonly Erratum[];
}

// The message of each schema completes the sentence "Expected …".
const text = (what: string) => z.string({ error: what }).regex(/\S/, { error: what });
const question = {
  sample_id: text('a sample id in quotes'),
  qa_index: z
    .int({ error: 'the index of a question, from 0' })
    .min(0, { error: 'the index of a question, from 0' }),
  reason: text('a reason in quotes'),
};
const evidence = z.array(
  z.string({ error: 'a dialog id in quotes' }).regex(dialogId, { error: 'a dialog id such as D3:12' }),
  { error: 'a list of dialog ids' },
);
const category = z.literal([1, 2, 3, 4, 5], { error: 'a category from 1 to 5' });

const entrySchema = z.discriminatedUnion(
  'do',
  [
    entryOf('fix-gold', { answer: text('the right answer in quotes') }),
    entryOf('fix-evidence', { evidence }),
    entryOf('reclassify', { category }),
    entryOf('contest', {}),
    entryOf('drop', {}),
  ],
  { error: `what to do: ${errataActions.join(', ')}` },
);

function entryOf<Action extends string, Shape extends z.core.$ZodLooseShape>(action: Action, shape: Shape) {
  const members = [...Object.keys(question), 'do', ...Object.keys(shape)].join(', ');
  return z.strictObject(
    { ...question, do: z.literal(action), ...shape },
    { error: `an entry with just ${members}` },
  );
}

const overlaySchema = z.strictObject(
  {
    about: text('a sentence about the list, in quotes'),
    source: text('the source of the list, in quotes'),
    data: z.strictObject(
      {
        sha256: z
          .string({ error: 'a SHA-256 in quotes' })
          .regex(/^[0-9a-f]{64}$/, { error: 'a SHA-256 of 64 hexadecimal digits, in small letters' }),
      },
      { error: 'an object with the sha256 of the data file' },
    ),
    entries: z.array(entrySchema, { error: 'a list of entries' }),
  },
  { error: 'an overlay: an object with just about, source, data and entries' },
);

/**
 * Reads an overlay of errata: JSON. What is not as it should be is an `ExpectedError` with file, line, column and
 * field; so are two entries that decide the same thing about one question. `name` is only shown.
 */
export function parseOverlay(bytes: Uint8Array, name: string): Overlay {
  const content = decodeText(bytes, name);
  const top = new Field({ fileName: name, text: content }, [], parseJson(content, name));
  const { about, source, data, entries } = read(top, overlaySchema);
  const firstWith = new Map<string, string>();
  const errata = entries.map(({ sample_id, qa_index, ...rest }, index): Erratum => {
    const field = top.at('entries').at(index);
    const erratum = { question: `${sample_id}/${qa_index}`, where: field.where, ...rest };
    for (const subject of subjectsOf(erratum)) {
      const key = `${erratum.question} ${subject}`;
      const first = firstWith.get(key);
      if (first !== undefined)
        throw field.error(
          'repeated-erratum',
          `one entry about the ${subject} of ${erratum.question}; ${first} is another`,
          'Remove one of the two.',
        );
      firstWith.set(key, field.where);
    }
    return erratum;
  });
  return { name, about, source, sha256: data.sha256, entries: errata };
}

/** What an erratum decides about its question; to drop it is to decide everything. */
export type Subject = 'gold' | 'evidence' | 'category';

/** The subjects that an erratum decides. */
export function subjectsOf(erratum: Pick<Erratum, 'do'>): readonly Subject[] {
  switch (erratum.do) {
    case 'fix-gold':
    case 'contest':
      return ['gold'];
    case 'fix-evidence':
      return ['evidence'];
    case 'reclassify':
      return ['category'];
    case 'drop':
      return ['gold', 'evidence', 'category'];
  }
}

/** Refuses an overlay that was made for another data file: its indexes may name other questions. */
export function requireSameData(
  overlay: Overlay,
  data: { readonly name: string; readonly sha256: string },
): void {
  if (overlay.sha256 === data.sha256) return;
  throw new ExpectedError({
    code: 'errata-of-other-data',
    message: `Expected errata for ${data.name} (SHA-256 ${data.sha256}), found errata for a file with SHA-256 ${overlay.sha256}.`,
    where: overlay.name,
    remedy: 'Name the data file that the errata were made for with --data FILE, or other errata.',
  });
}
