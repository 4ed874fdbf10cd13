import type { Observation, Sample } from '../sample.ts';

/** The observations of one session beside those of another database. */
export interface SessionDrift {
  readonly sampleId: string;
  readonly session: number;
  /** Turns of the session. */
  readonly turns: number;
  /** Distinct turns of the session that are evidence of some question. */
  readonly evidence: number;
  readonly here: SessionCounts;
  readonly there: SessionCounts;
  /** Turns that both cite. */
  readonly citedInBoth: number;
}

export interface SessionCounts {
  readonly observations: number;
  /** Distinct turns that they cite. */
  readonly cited: number;
  /** Distinct turns of evidence among those. */
  readonly evidenceCited: number;
}

/** Compares the observations of a conversation with others of the same conversation, session by session. */
export function drift(sample: Sample, others: readonly Observation[]): readonly SessionDrift[] {
  const evidence = new Set(sample.questions.flatMap((question) => question.evidenceTurns));
  return sample.sessions.map(({ number, turns }) => {
    const ids = turns.map((turn) => turn.id);
    const here = citedBy(sample.observations, number, ids);
    const there = citedBy(others, number, ids);
    return {
      sampleId: sample.sampleId,
      session: number,
      turns: turns.length,
      evidence: ids.filter((id) => evidence.has(id)).length,
      here: countsOf(here, evidence),
      there: countsOf(there, evidence),
      citedInBoth: [...here.cited].filter((id) => there.cited.has(id)).length,
    };
  });
}

interface Cited {
  readonly observations: number;
  readonly cited: ReadonlySet<string>;
}

function citedBy(all: readonly Observation[], session: number, turnIds: readonly string[]): Cited {
  const observations = all.filter((observation) => observation.session === session);
  const ids = new Set(observations.flatMap((observation) => observation.turnIds));
  return { observations: observations.length, cited: new Set(turnIds.filter((id) => ids.has(id))) };
}

function countsOf({ observations, cited }: Cited, evidence: ReadonlySet<string>): SessionCounts {
  return {
    observations,
    cited: cited.size,
    evidenceCited: [...cited].filter((id) => evidence.has(id)).length,
  };
}
