import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ExpectedError } from '../../engine/expected-error.ts';
import type { ArtifactReader } from '../../engine/store/artifact.ts';
import { Store } from '../../engine/store/store.ts';
import type { Findings } from '../../report/verification/findings.ts';
import type { ScoredQuestion } from '../../report/scored-run.ts';
import type { AnswerRecord, ScoreRecord } from '../../stages/records.ts';
import type { RecordedRun, RunRecord } from '../recorded-run.ts';

type Step = RunRecord['steps'][number];

/**
 * Compares a run with the records that the store beside it still holds: each artifact with its digests, and the answers and
 * scores with those of the result file, which are rounded. Artifacts that were cleared away are told.
 */
export async function verifyStore(
  findings: Findings,
  { folder, record }: RecordedRun,
  questions: readonly ScoredQuestion[],
): Promise<void> {
  const place = resolve(folder, '..', '..', 'store');
  const store = existsSync(join(place, 'layout.json')) ? await Store.open(place) : undefined;
  const cleared: string[] = [];
  for (const [index, step] of record.steps.entries()) {
    if (step.artifact === undefined) continue;
    const artifact = await store?.findByKey<unknown>(step.stage, step.artifact);
    if (artifact !== undefined) await verifyArtifact(findings, artifact, step, index, questions);
    else if (store !== undefined && existsSync(store.artifactFolder(step.stage, step.artifact)))
      findings.compare(
        storePath(step),
        '',
        'records of another length, or no manifest',
        'the sealed records',
      );
    else cleared.push(step.step);
  }
  if (cleared.length > 0)
    findings.unchecked.push(`the stored records of ${cleared.join(', ')}: no longer in the store`);
}

async function verifyArtifact(
  findings: Findings,
  artifact: ArtifactReader<unknown>,
  step: Step,
  index: number,
  questions: readonly ScoredQuestion[],
): Promise<void> {
  const { manifest } = artifact;
  findings.compare('run.json', `steps[${index}].content`, step.content, manifest.digest);
  findings.compare('run.json', `steps[${index}].items`, step.items, manifest.items, true);
  const records = await sealedRecords(findings, artifact, step);
  if (step.stage === 'answer') compareAnswers(findings, step, records as readonly AnswerRecord[], questions);
  if (step.stage === 'score') compareScores(findings, step, records as readonly ScoreRecord[], questions);
}

/** The records of an artifact; reading them checks every digest. */
async function sealedRecords(
  findings: Findings,
  artifact: ArtifactReader<unknown>,
  step: Step,
): Promise<readonly unknown[]> {
  const records: unknown[] = [];
  const isKept = step.stage === 'answer' || step.stage === 'score';
  try {
    for await (const record of artifact.records()) if (isKept) records.push(record);
    findings.others += 1;
  } catch (error) {
    if (!(error instanceof ExpectedError)) throw error;
    findings.compare(storePath(step), 'digest', error.message, 'the records that were sealed');
  }
  return records;
}

function compareAnswers(
  findings: Findings,
  step: Step,
  records: readonly AnswerRecord[],
  questions: readonly ScoredQuestion[],
): void {
  const scored = records.filter(({ order }) => order === undefined);
  const byName = new Map(scored.map((record) => [`${record.sampleId}/${record.qaIndex}`, record]));
  for (const { score } of questions) {
    const name = `${score.sampleId}/${score.qaIndex}`;
    const record = byName.get(name);
    findings.compare(storePath(step), `${name}.prediction`, record?.prediction ?? null, score.prediction);
    findings.compareAll(storePath(step), `${name}.context`, record?.context ?? null, score.context);
  }
}

function compareScores(
  findings: Findings,
  step: Step,
  records: readonly ScoreRecord[],
  questions: readonly ScoredQuestion[],
): void {
  const byName = new Map(records.map((record) => [`${record.sampleId}/${record.qaIndex}`, record]));
  for (const { score } of questions) {
    const name = `${score.sampleId}/${score.qaIndex}`;
    const record = byName.get(name);
    for (const metric of ['f1', 'recall'] as const)
      findings.compare(
        storePath(step),
        `${name}.${metric}`,
        record?.[metric],
        score[metric],
        score[metric] !== null,
      );
  }
}

function storePath({ stage, artifact = '' }: Step): string {
  return `store/artifacts/${stage}/${artifact.slice(0, 32)}`;
}
