import { evidenceCoverage, type Coverage } from '../dataset/coverage.ts';
import { buildPassages } from '../passages/build-passages.ts';
import type { Observation, Sample, SessionSummary } from '../sample.ts';
import { drift, type SessionDrift } from './drift.ts';
import { findingKinds, type Finding, type FindingKind } from './finding.ts';
import { lintObservations } from './observations.ts';
import { lintSummaries } from './summaries.ts';

/** The memories that can be linted. */
export const lintable = ['observation', 'summary'] as const;
export type Lintable = (typeof lintable)[number];

/** A conversation, and what is written of it; what is absent is not linted. */
export interface Remembered {
  /** With its memories as they can be used: citations resolved. */
  readonly sample: Sample;
  /** As written, whatever they cite. */
  readonly observation?: readonly Observation[];
  readonly summary?: readonly SessionSummary[];
  /** Observations of the same conversation from another database, citations resolved. */
  readonly against?: readonly Observation[];
}

/** A finding, and the conversation in which it is one. */
export type SampleFinding = Finding & { readonly sampleId: string };

/** What a lint tells of one kind of memories. */
export interface DatabaseLint {
  readonly database: Lintable;
  /** The conversations that have some. */
  readonly samples: readonly string[];
  /** Memories as written, those of sessions that are not there included. */
  readonly memories: number;
  /** How many of them something was found about. */
  readonly faulty: number;
  /** The kinds that occur, in the order in which they are documented. */
  readonly counts: readonly {
    readonly kind: FindingKind;
    readonly meaning: string;
    readonly count: number;
  }[];
  readonly findings: readonly SampleFinding[];
  /** Over evidence strings as released, of the questions of `samples`: the ceiling of recall. */
  readonly released: Coverage;
  /** Over repaired evidence. */
  readonly repaired: Coverage;
}

export interface LintReport {
  /** Kinds of memories of which there are some. */
  readonly databases: readonly DatabaseLint[];
  /** Session by session; empty where nothing is compared. */
  readonly drift: readonly SessionDrift[];
}

/** Holds memories against their conversations, and tells how much of the evidence they cover. */
export function lintMemories(conversations: readonly Remembered[]): LintReport {
  return {
    databases: lintable
      .map((database) => lintDatabase(database, conversations))
      .filter(({ samples }) => samples.length > 0),
    drift: conversations.flatMap(({ sample, against }) =>
      against === undefined ? [] : drift(sample, against),
    ),
  };
}

function lintDatabase(database: Lintable, conversations: readonly Remembered[]): DatabaseLint {
  const remembered = conversations.filter(({ [database]: memories }) => memories !== undefined);
  const findings = remembered.flatMap((conversation) =>
    lint(database, conversation).map((finding) => ({ sampleId: conversation.sample.sampleId, ...finding })),
  );
  const built = remembered.map(({ sample }) => ({ sample, passages: buildPassages(sample, database) }));
  const faulty = findings.flatMap(({ sampleId, memory }) =>
    memory === null ? [] : [`${sampleId} ${memory}`],
  );
  return {
    database,
    samples: remembered.map(({ sample }) => sample.sampleId),
    memories: remembered.reduce((total, { [database]: memories = [] }) => total + memories.length, 0),
    faulty: new Set(faulty).size,
    counts: findingKinds
      .map(([kind, meaning]) => ({
        kind,
        meaning,
        count: findings.filter((finding) => finding.kind === kind).length,
      }))
      .filter(({ count }) => count > 0),
    findings,
    released: evidenceCoverage(built, 'released'),
    repaired: evidenceCoverage(built, 'repaired'),
  };
}

function lint(
  database: Lintable,
  { sample, observation = [], summary = [] }: Remembered,
): readonly Finding[] {
  return database === 'observation' ? lintObservations(sample, observation) : lintSummaries(sample, summary);
}
