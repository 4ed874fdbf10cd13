import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../../engine/digest.ts';
import { ExpectedError } from '../../engine/expected-error.ts';
import { packageVersion } from '../../engine/package-root.ts';
import type { Sample } from '../../locomo/sample.ts';
import { verdictsFile } from '../../report/judged-run.ts';
import { predictionKey, runFacts } from '../../report/run-facts.ts';
import type { ScoredQuestion } from '../../report/scored-run.ts';
import { Findings } from '../../report/verification/findings.ts';
import { readStoredResults } from '../../report/verification/stored-answers.ts';
import { verifyResults } from '../../report/verification/verify-results.ts';
import { loadDataset, type DataFile } from '../../stages/load-dataset.ts';
import { isRejudging, type RecordedRejudging, type RecordedRun } from '../recorded-run.ts';
import { verifyQuestions, verifyRankings } from './verify-questions.ts';
import { verifyRecord } from './verify-record.ts';
import { verifyStore } from './verify-store.ts';
import { verifyVerdicts } from './verify-verdicts.ts';

/** Computes every number of a run, or of verdicts on one, again from its files, offline and without keys; writes nothing. */
export async function verifyRun(
  run: RecordedRun | RecordedRejudging,
  data: DataFile | undefined,
): Promise<Findings> {
  const findings = new Findings();
  const { record } = run;
  verifyRecord(findings, run);
  if (record.version !== packageVersion())
    findings.unchecked.push(
      `version ${record.version} made the run; this is ${packageVersion()}, and may score otherwise`,
    );
  if (data === undefined)
    findings.unchecked.push(
      `that the questions are those of ${record.data.file}: it was not found (--data FILE)`,
    );
  else findings.compare('run.json', 'data.bytes', record.data.bytes, data.bytes.length, true);
  const files = readResults(findings, run);
  const questions = isRejudging(run) ? [] : verifyFiles(findings, run, files, await samplesOf(run, data));
  const stored = await verifyStore(findings, run);
  await verifyQuestions(findings, stored, questions);
  await verifyRankings(findings, stored);
  const verdicts = files.get(verdictsFile);
  if (verdicts !== undefined) await verifyVerdicts(findings, verdicts, record.steps, stored);
  return findings;
}

/** The result files by name, whose digests are compared. */
function readResults(findings: Findings, run: RecordedRun | RecordedRejudging): ReadonlyMap<string, Buffer> {
  const { results } = run.record;
  if (results === undefined) findings.unchecked.push('the digests of the result files: run.json holds none');
  const names = isRejudging(run) ? [verdictsFile] : scoreFiles(run);
  const read = new Map<string, Buffer>();
  for (const name of Object.keys(results ?? Object.fromEntries(names.map((each) => [each, undefined])))) {
    const bytes = readIfThere(join(run.folder, name));
    if (bytes === undefined) {
      findings.compare(name, '', undefined, 'the file that the run wrote');
      continue;
    }
    read.set(name, bytes);
    const written = results?.[name];
    if (written !== undefined) findings.compare(name, 'SHA-256 of the file', sha256(bytes), written.sha256);
  }
  return read;
}

function scoreFiles({ record: { pipeline } }: RecordedRun): readonly [qa: string, stats: string] {
  return [`${pipeline}_qa.json`, `${pipeline}_qa_stats.json`];
}

/** The questions with their scores, computed again; none where the run has no scores, or a file of them is gone. */
function verifyFiles(
  findings: Findings,
  run: RecordedRun,
  read: ReadonlyMap<string, Buffer>,
  data: readonly Sample[] | undefined,
): readonly ScoredQuestion[] {
  const { record } = run;
  const [qa, stats] = scoreFiles(run);
  const [qaBytes, statsBytes] = [read.get(qa), read.get(stats)];
  if (qaBytes === undefined || statsBytes === undefined) return [];
  const steps = record.steps.map(({ stage, settings }) => ({ stage: { name: stage }, settings }));
  const facts = runFacts({ steps });
  try {
    const stored = readStoredResults(qaBytes, qa, predictionKey(facts));
    const files = {
      qa: { name: qa, value: JSON.parse(qaBytes.toString()) },
      stats: { name: stats, value: JSON.parse(statsBytes.toString()) },
      scores: record.scores,
    };
    const count = stored.samples.reduce((sum, { questions }) => sum + questions.length, 0);
    const index = record.steps.findIndex(({ stage }) => stage === 'score');
    findings.compare('run.json', `steps[${index}].items`, record.steps[index]?.items, count, true);
    return verifyResults(findings, files, stored, facts, data);
  } catch (error) {
    if (!(error instanceof ExpectedError || error instanceof SyntaxError)) throw error;
    const file = error instanceof ExpectedError ? (error.where ?? qa) : stats;
    findings.compare(file, '', error.message, 'what the run wrote');
    return [];
  }
}

/** The questions that the run was asked: those of the data that its first step took. */
async function samplesOf(
  { record }: RecordedRun,
  data: DataFile | undefined,
): Promise<readonly Sample[] | undefined> {
  const step = record.steps.find(({ stage }) => stage === loadDataset.name);
  if (data === undefined || step === undefined) return undefined;
  const samples: Sample[] = [];
  // As the settings stand in run.json they are parsed already.
  const { samples: wanted = [], limit = null } = step.settings;
  const settings = {
    samples: Array.isArray(wanted) ? wanted.map(String) : [],
    limit: typeof limit === 'number' ? limit : null,
  };
  for await (const { input } of loadDataset.items({}, settings, { data }))
    samples.push(input.sample as Sample);
  return samples;
}

function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}
