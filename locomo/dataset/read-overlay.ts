import { ExpectedError } from '../../engine/expected-error.ts';
import { decodeText } from './decode.ts';
import { Field } from './field.ts';
import { parseJson } from './parse-json.ts';

/** What is written down of conversations. */
export const memoryKinds = ['observations', 'summaries'] as const;
export type MemoryKind = (typeof memoryKinds)[number];

/** Where the memories of one conversation stand in a file; undefined where the file has none of that kind. */
export interface WrittenMemories {
  /** Holds `session_N_observation`. */
  readonly observations?: Field;
  /** Holds `session_N_summary`. */
  readonly summaries?: Field;
}

/** The memories that a file holds, by sample id. */
export type Overlay = ReadonlyMap<string, WrittenMemories>;

/**
 * Reads observations or summaries that stand apart from their conversations, in the released shapes of
 * `<name>_observation.json` and `<name>_session_summary.json`: a list of objects with `sample_id`, or an object by
 * sample id, with `session_N_observation` and `session_N_summary` in each. A data file is read alike.
 * `where` is only shown. What is in no such shape is an `ExpectedError` (exit code 2).
 */
export function readOverlay(bytes: Uint8Array, where: string): Overlay {
  const text = decodeText(bytes, where);
  const top = new Field({ fileName: where, text }, [], parseJson(text, where));
  const overlay = new Map<string, WrittenMemories>();
  for (const { sampleId, entry, id } of entriesOf(top)) {
    if (overlay.has(sampleId))
      throw id.error(
        'repeated-sample-id',
        'a sample id that no entry before it has',
        'Remove one of the two entries.',
      );
    overlay.set(sampleId, memoriesOf(entry));
  }
  return overlay;
}

/** Reads memories of one kind; a file that holds none of them is an `ExpectedError` (exit code 2). */
export function readOverlayOf(kind: MemoryKind, bytes: Uint8Array, where: string): Overlay {
  const overlay = readOverlay(bytes, where);
  if ([...overlay.values()].some((memories) => memories[kind] !== undefined)) return overlay;
  const member = kind === 'observations' ? 'session_N_observation' : 'session_N_summary';
  throw new ExpectedError({
    code: 'no-memories',
    message: `Expected ${kind}, found no \`${member}\`.`,
    where,
    remedy: `Name a file that holds ${kind} by sample: \`${member}\` beside \`sample_id\`.`,
    exitCode: 2,
  });
}

function entriesOf(top: Field): readonly { sampleId: string; entry: Field; id: Field }[] {
  if (Array.isArray(top.value))
    return top.value.map((_, index) => {
      const entry = top.at(index);
      const id = entry.at('sample_id');
      if (typeof id.value === 'string') return { sampleId: id.value, entry, id };
      throw id.error('bad-data', 'a sample id: a text in quotes', 'Add `sample_id` to each entry.');
    });
  const names = isObject(top.value) ? Object.keys(top.value) : [];
  if (names.length > 0 && names.every((name) => isObject(top.at(name).value) && !memoryName.test(name)))
    return names.map((name) => ({ sampleId: name, entry: top.at(name), id: top.at(name) }));
  throw top.error(
    'bad-data',
    'observations or summaries by sample: a list of objects with `sample_id`, or an object by sample id',
    'Put each conversation’s `session_N_observation` or `session_N_summary` under its sample id.',
  );
}

const memoryName = /^session_\d+_(observation|summary)$/;

/** Memories stand in an entry itself, or as in a data file, under `observation` and `session_summary`. */
function memoriesOf(entry: Field): WrittenMemories {
  const observations = holderOf(entry, 'observation', /^session_\d+_observation$/);
  const summaries = holderOf(entry, 'session_summary', /^session_\d+_summary$/);
  return {
    ...(observations === undefined ? {} : { observations }),
    ...(summaries === undefined ? {} : { summaries }),
  };
}

function holderOf(entry: Field, member: string, name: RegExp): Field | undefined {
  const inside = entry.at(member);
  return [inside, entry].find(
    ({ value }) => isObject(value) && Object.keys(value).some((key) => name.test(key)),
  );
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
