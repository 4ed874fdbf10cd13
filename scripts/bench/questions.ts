import { writeFileSync } from 'node:fs';

/** Writes a data file with so many questions, a hundred for each conversation of twenty turns; returns its path. */
export function writeQuestions(file: string, questions: number): string {
  const samples = Array.from({ length: questions / 100 }, (_, number) => ({
    sample_id: `talk-${number}`,
    conversation: {
      speaker_a: 'Mara',
      speaker_b: 'Joost',
      session_1_date_time: '9:15 am on 3 May, 2022',
      session_1: Array.from({ length: 20 }, (__, turn) => ({
        speaker: turn % 2 === 0 ? 'Mara' : 'Joost',
        dia_id: `D1:${turn + 1}`,
        text: `On trip ${number} I paddled my red kayak to island ${turn}, and had rye bread with the herons there.`,
      })),
    },
    qa: Array.from({ length: 100 }, (__, question) => ({
      question: `Where did the kayak go on trip ${number}, stage ${question}?`,
      answer: 'an island',
      evidence: [`D1:${(question % 20) + 1}`],
      category: 4,
    })),
  }));
  writeFileSync(file, JSON.stringify(samples));
  return file;
}
