import { readFileSync } from 'node:fs';
import type { Category, Observation, Question, Sample, Session } from '../../locomo/sample.ts';

type Entry = Record<string, unknown>;

/**
 * The samples of a released file with what scoring reads of them: turns, observations, questions, nothing repaired;
 * none where there is no file.
 */
export function readSamples(path: string | undefined): Sample[] {
  if (path === undefined) return [];
  const entries = JSON.parse(readFileSync(path, 'utf8')) as Entry[];
  return entries.map((entry) => {
    const conversation = entry['conversation'] as Entry;
    return {
      sampleId: String(entry['sample_id']),
      speakers: [String(conversation['speaker_a']), String(conversation['speaker_b'])],
      sessions: readSessions(conversation),
      observations: readObservations(entry['observation'] as Entry),
      summaries: [],
      events: [],
      questions: (entry['qa'] as Entry[]).map(readQuestion),
    };
  });
}

function readSessions(conversation: Entry): Session[] {
  return Object.entries(conversation)
    .flatMap(([field, turns]) => {
      const number = /^session_(\d+)$/.exec(field)?.[1];
      if (number === undefined) return [];
      return {
        number: Number(number),
        dateTime: String(conversation[`${field}_date_time`]),
        turns: (turns as Entry[]).map((turn) => ({
          id: String(turn['dia_id']),
          speaker: String(turn['speaker']),
          text: String(turn['text']),
        })),
      };
    })
    .toSorted((a, b) => a.number - b.number);
}

function readObservations(bySession: Entry): Observation[] {
  return Object.entries(bySession).flatMap(([field, bySpeaker]) =>
    Object.entries(bySpeaker as Record<string, [string, unknown][]>).flatMap(([speaker, entries]) =>
      entries.map(([text]) => ({
        session: Number(/\d+/.exec(field)?.[0]),
        speaker,
        text,
        turnIds: [],
      })),
    ),
  );
}

function readQuestion(released: Entry, index: number): Question {
  return {
    index,
    question: String(released['question']),
    category: released['category'] as Category,
    answer: 'answer' in released ? String(released['answer']) : null,
    adversarialAnswer: 'adversarial_answer' in released ? String(released['adversarial_answer']) : null,
    evidence: released['evidence'] as string[],
    evidenceTurns: [],
    released: released as Question['released'],
  };
}
