import { counted, grouped } from './counted.ts';
import { percent } from './percent.ts';
import type { ScoredQuestion } from './scored-run.ts';

/** What readers were not shown of the conversations, because it was more than the model takes. */
export interface Truncation {
  /** Turns of the conversations that were asked about, and how many of them were cut. */
  readonly turns: { readonly cut: number; readonly of: number };
  /** Evidence turns of the questions, counted for each question. */
  readonly evidence: { readonly cut: number; readonly of: number };
  /** Questions that have evidence; which lost all of it, and which a part. */
  readonly questions: { readonly lostAll: number; readonly lostSome: number; readonly of: number };
}

/** Counts what was cut away from whole conversations. */
export function truncationOf(questions: readonly ScoredQuestion[]): Truncation {
  const conversations = new Map(
    questions.flatMap(({ score: { sampleId, passages, databaseSize } }) =>
      passages === null || databaseSize === null ? [] : [[sampleId, { kept: passages, of: databaseSize }]],
    ),
  );
  const read = questions.flatMap(({ question: { evidenceTurns }, score: { context } }) => {
    if (context === null || evidenceTurns.length === 0) return [];
    const kept = new Set(context);
    return [{ cut: evidenceTurns.filter((id) => !kept.has(id)).length, of: evidenceTurns.length }];
  });
  return {
    turns: {
      cut: sum([...conversations.values()].map(({ kept, of }) => of - kept)),
      of: sum([...conversations.values()].map(({ of }) => of)),
    },
    evidence: { cut: sum(read.map(({ cut }) => cut)), of: sum(read.map(({ of }) => of)) },
    questions: {
      lostAll: read.filter(({ cut, of }) => cut === of).length,
      lostSome: read.filter(({ cut, of }) => cut > 0 && cut < of).length,
      of: read.length,
    },
  };
}

/** The same in a line. */
export function truncationText({ turns, evidence, questions }: Truncation): string {
  if (turns.cut === 0) return `the whole of every conversation was shown: ${counted(turns.of, 'turn')}`;
  return (
    `cut away: ${share(turns)} turns, ${share(evidence)} evidence turns; ` +
    `of ${counted(questions.of, 'question')} with evidence ${grouped(questions.lostAll)} lost all of it, ${grouped(questions.lostSome)} some`
  );
}

function share({ cut, of }: { readonly cut: number; readonly of: number }): string {
  return `${grouped(cut)} of ${grouped(of)} (${percent(of === 0 ? null : cut / of)} %)`;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
