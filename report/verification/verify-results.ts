import type { Sample } from '../../locomo/sample.ts';
import { scoresOf } from '../../stages/score.ts';
import { releasedResults, releasedStatistics } from '../released-files.ts';
import type { RunFacts } from '../run-facts.ts';
import type { ScoredQuestion } from '../scored-run.ts';
import { protocolScores } from '../protocol-scores.ts';
import type { Findings } from './findings.ts';
import type { StoredResults } from './stored-answers.ts';

/** The parsed result files of a run, with their names. */
export interface ResultFiles {
  readonly qa: { readonly name: string; readonly value: unknown };
  readonly stats: { readonly name: string; readonly value: unknown };
  /** The averages that `run.json` holds; undefined in those of early versions. */
  readonly scores: unknown;
}

/**
 * Scores the answers of a run's result file again and compares every score, statistic and average with what the files
 * hold. `data` has the questions that the run was asked; without it, those in the file are taken for them.
 */
export function verifyResults(
  findings: Findings,
  files: ResultFiles,
  stored: StoredResults,
  facts: RunFacts,
  data: readonly Sample[] | undefined,
): readonly ScoredQuestion[] {
  const samples = data ?? stored.samples;
  const questions = samples.flatMap((sample) =>
    sample.questions.map((question): ScoredQuestion => scored(sample, question, stored)),
  );
  findings.compareAll(files.qa.name, '', files.qa.value, releasedResults(questions, facts), isScore);
  if (facts.retrieval === undefined && data === undefined)
    findings.unchecked.push(`${files.stats.name}: the distances to the evidence take the data file`);
  else
    findings.compareAll(files.stats.name, '', files.stats.value, json(releasedStatistics(questions, facts)));
  if (files.scores !== undefined)
    findings.compareAll('run.json', 'scores', files.scores, json(protocolScores(questions).released));
  return questions;
}

/** A question of the run with its scores, computed again from the stored answer. */
function scored(
  sample: Sample,
  question: Sample['questions'][number],
  { answers }: StoredResults,
): ScoredQuestion {
  const { sampleId } = sample;
  const { category, answer, evidence, index: qaIndex } = question;
  const { prediction = null, context = null, reason } = answers.get(`${sampleId}/${qaIndex}`) ?? {};
  const scores = scoresOf({ category, answer, evidence, prediction, context });
  // Why a question was not answered is not to be computed; that it was not, is.
  const isExplained = prediction === null && reason?.startsWith(scores.reason ?? '') === true;
  return {
    sample: { ...sample, repairs: [] },
    question,
    score: {
      sampleId,
      qaIndex,
      category,
      prediction,
      context,
      passages: null,
      databaseSize: null,
      ...scores,
      ...(isExplained ? { reason } : {}),
    },
  };
}

/** Whether a number of a result file is a score; the others came with the question. */
function isScore(path: string): boolean {
  return /_(?:f1|recall)$/.test(path);
}

/** As a file would hold it. */
function json(value: object): unknown {
  return JSON.parse(JSON.stringify(value));
}
