import type { ArtifactReader } from '../../engine/store/artifact.ts';
import { recordsByQuestion, scoredAnswers, type ScoredQuestion } from '../../report/scored-run.ts';
import type { Findings } from '../../report/verification/findings.ts';
import { contextOf } from '../../stages/answer.ts';
import type { AnswerRecord, CorpusRecord, RankingRecord, ScoreRecord } from '../../stages/records.ts';
import { stages } from '../../stages/registry.ts';
import type { StoredStep } from './verify-store.ts';

/** Compares the answers and scores in the store with those of the result file, whose scores are rounded. */
export async function verifyQuestions(
  findings: Findings,
  stored: readonly StoredStep[],
  questions: readonly ScoredQuestion[],
): Promise<void> {
  const [answers, scores] = [
    storedAs<AnswerRecord>(stored, 'answers'),
    storedAs<ScoreRecord>(stored, 'scores'),
  ];
  const given = answers && (await recordsByQuestion(scoredAnswers(answers.artifact.records())));
  const scored = scores && (await recordsByQuestion(scores.artifact.records()));
  for (const { score } of questions) {
    const name = `${score.sampleId}/${score.qaIndex}`;
    if (answers !== undefined) {
      const answer = given?.get(name);
      findings.compare(answers.path, `${name}.prediction`, answer?.prediction ?? null, score.prediction);
      findings.compareAll(answers.path, `${name}.context`, answer?.context ?? null, score.context);
    }
    if (scores === undefined) continue;
    for (const metric of ['f1', 'recall'] as const) {
      const [found, value] = [scored?.get(name)?.[metric], score[metric]];
      findings.compare(scores.path, `${name}.${metric}`, found, value, value !== null);
    }
  }
}

/**
 * Ranks the stored passages again by their stored scores, and cuts the rankings as the answers did: what an answer was
 * given must be the first k. Recall is computed from that.
 */
export async function verifyRankings(findings: Findings, stored: readonly StoredStep[]): Promise<void> {
  const rankings = storedAs<RankingRecord>(stored, 'rankings');
  const corpora = storedAs<CorpusRecord>(stored, 'corpora');
  if (rankings === undefined || corpora === undefined) return;
  const corpusOf = new Map<string, CorpusRecord>();
  for await (const corpus of corpora.artifact.records()) corpusOf.set(corpus.sampleId, corpus);
  const rankingOf = await recordsByQuestion(rankings.artifact.records());
  for (const [name, { sampleId, databaseSize, hits }] of rankingOf) {
    const passages = corpusOf.get(sampleId)?.passages ?? [];
    const ids = hits
      .toSorted((a, b) => b.score - a.score || a.position - b.position)
      .map(({ position }) => passages[position]?.id);
    const found = hits.map(({ id }) => id);
    findings.compareAll(rankings.path, `${name}.hits`, found, ids);
    findings.compare(rankings.path, `${name}.databaseSize`, databaseSize, passages.length, true);
  }
  const answers = storedAs<AnswerRecord>(stored, 'answers');
  if (answers === undefined) return;
  const topK = Number(answers.step.settings['topK']);
  for await (const answer of answers.artifact.records()) {
    const name = `${answer.sampleId}/${answer.qaIndex}`;
    const [corpus, ranking] = [corpusOf.get(answer.sampleId), rankingOf.get(name)];
    const context = corpus === undefined || ranking === undefined ? [] : contextOf(corpus, ranking, topK);
    const ids = context.flatMap(({ evidenceIds }) => evidenceIds);
    findings.compareAll(answers.path, `${name}.context`, answer.context, ids);
    findings.compare(answers.path, `${name}.passages`, answer.passages, context.length, true);
  }
}

/** The step that made a kind of record, where the store still has them. */
function storedAs<T>(
  stored: readonly StoredStep[],
  kind: string,
):
  | { readonly step: StoredStep['step']; readonly artifact: ArtifactReader<T>; readonly path: string }
  | undefined {
  const found = stored.find(({ step }) => stages.get(step.stage)?.output === kind);
  // The stage's `output` says what its records are.
  return found && { ...found, artifact: found.artifact as ArtifactReader<T> };
}
