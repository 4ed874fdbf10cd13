import { releasedDatabases, type Database } from '../passages/passage.ts';
import { buildPassages } from '../passages/build-passages.ts';
import type { Category } from '../sample.ts';
import { evidenceCoverage, type Coverage } from './coverage.ts';
import type { Dataset } from './load.ts';
import { repairKinds, type RepairKind } from './repair.ts';

/** What a data file holds, what was odd about it, and what can be retrieved from it. */
export interface DatasetReport {
  readonly samples: number;
  readonly sessions: number;
  readonly turns: number;
  readonly observations: number;
  readonly summaries: number;
  readonly questions: number;
  /** The categories that occur, in order. */
  readonly questionsByCategory: readonly { readonly category: Category; readonly questions: number }[];
  /** One line per conversation, in the order of the file. */
  readonly conversations: readonly ConversationCounts[];
  /** The kinds that occur, in the order in which they are documented. */
  readonly repairs: readonly {
    readonly kind: RepairKind;
    readonly meaning: string;
    readonly count: number;
  }[];
  readonly databases: readonly DatabaseReport[];
}

export interface ConversationCounts {
  readonly sampleId: string;
  readonly sessions: number;
  readonly turns: number;
  readonly observations: number;
  readonly summaries: number;
  readonly questions: number;
}

export interface DatabaseReport {
  readonly database: Database;
  readonly passages: number;
  /** Over evidence strings as released: the ceiling of the released recall. */
  readonly released: Coverage;
  /** Over repaired evidence. */
  readonly repaired: Coverage;
}

/** Counts of a loaded data file, for `data check`. */
export function reportDataset({ samples, repairs }: Dataset): DatasetReport {
  const conversations = samples.map((sample) => ({
    sampleId: sample.sampleId,
    sessions: sample.sessions.length,
    turns: sum(sample.sessions.map((session) => session.turns.length)),
    observations: sample.observations.length,
    summaries: sample.summaries.length,
    questions: sample.questions.length,
  }));
  const questions = samples.flatMap((sample) => sample.questions);
  const categories = [...new Set(questions.map((question) => question.category))].toSorted();
  return {
    samples: samples.length,
    sessions: sum(conversations.map((counts) => counts.sessions)),
    turns: sum(conversations.map((counts) => counts.turns)),
    observations: sum(conversations.map((counts) => counts.observations)),
    summaries: sum(conversations.map((counts) => counts.summaries)),
    questions: questions.length,
    questionsByCategory: categories.map((category) => ({
      category,
      questions: questions.filter((question) => question.category === category).length,
    })),
    conversations,
    repairs: countRepairs(repairs),
    databases: releasedDatabases.map((database) => {
      const built = samples.map((sample) => ({ sample, passages: buildPassages(sample, database) }));
      return {
        database,
        passages: sum(built.map(({ passages }) => passages.length)),
        released: evidenceCoverage(built, 'released'),
        repaired: evidenceCoverage(built, 'repaired'),
      };
    }),
  };
}

function countRepairs(repairs: Dataset['repairs']): DatasetReport['repairs'] {
  return repairKinds
    .map(([kind, meaning]) => ({
      kind,
      meaning,
      count: repairs.filter((repair) => repair.kind === kind).length,
    }))
    .filter(({ count }) => count > 0);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
