import type { Sample } from '../sample.ts';
import { checkSampleId } from './check-sample-id.ts';
import { decodeText } from './decode.ts';
import { shorten } from './describe.ts';
import { Field } from './field.ts';
import { parseJson } from './parse-json.ts';
import { knownOf, readEvents, readObservations, readSummaries } from './read-memories.ts';
import { readQuestions } from './read-questions.ts';
import { readSessions } from './read-sessions.ts';
import { readTop } from './read-top.ts';
import type { NoteRepair, Repair } from './repair.ts';
import { read, sampleSchema } from './schema.ts';

/** A data file as samples, with everything about it that was repaired or is worth telling. */
export interface Dataset {
  readonly samples: readonly Sample[];
  readonly repairs: readonly Repair[];
}

/**
 * Reads the bytes of a data file in the format of `locomo10.json`. What can be repaired is repaired and told;
 * what is really wrong is an `ExpectedError` (exit code 2) with file, line, column and field. `fileName` is
 * only shown.
 */
export function loadDataset(bytes: Uint8Array, fileName: string): Dataset {
  const text = decodeText(bytes, fileName);
  const top = new Field({ fileName, text }, [], parseJson(text, fileName));
  const repairs: Repair[] = [];
  const firstWith = new Map<string, Field>();
  const samples = readTop(top).map((field) => {
    const sample = readSample(field, repairs);
    const idField = field.at('sample_id');
    const first = firstWith.get(sample.sampleId);
    if (first !== undefined)
      throw idField.error(
        'repeated-sample-id',
        `a sample id that no other sample has; ${first.where} has the same`,
        'Rename one of the two samples, or remove it.',
      );
    firstWith.set(sample.sampleId, idField);
    return sample;
  });
  return { samples, repairs };
}

function readSample(field: Field, repairs: Repair[]): Sample {
  const { sample_id: sampleId, conversation } = read(field, sampleSchema);
  checkSampleId(field.at('sample_id'), sampleId);
  const note: NoteRepair = (kind, place, found, used) =>
    repairs.push({ kind, sampleId, place, found: shorten(found), used: used ?? null });

  const speakers = [conversation.speaker_a, conversation.speaker_b] as const;
  const conversationField = field.at('conversation');
  if (speakers[0] === speakers[1])
    throw conversationField
      .at('speaker_b')
      .error('bad-data', 'a name other than that of speaker_a', 'Give the two speakers different names.');
  const sessions = readSessions(conversationField, speakers, note);
  const known = knownOf({ speakers, sessions });
  return {
    sampleId,
    speakers,
    sessions,
    observations: readObservations(field.at('observation'), known, note),
    summaries: readSummaries(field.at('session_summary'), known, note),
    events: readEvents(field.at('event_summary'), known, note),
    questions: readQuestions(field.at('qa'), known.turnIds, note),
  };
}
