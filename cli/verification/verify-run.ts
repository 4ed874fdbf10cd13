import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../../engine/digest.ts';
import { ExpectedError } from '../../engine/expected-error.ts';
import { packageVersion } from '../../engine/package-root.ts';
import type { Sample } from '../../locomo/sample.ts';
import { predictionKey, runFacts } from '../../report/run-facts.ts';
import { Findings } from '../../report/verification/findings.ts';
import { readStoredResults } from '../../report/verification/stored-answers.ts';
import { verifyResults } from '../../report/verification/verify-results.ts';
import { loadDataset, type DataFile } from '../../stages/load-dataset.ts';
import type { RecordedRun } from '../recorded-run.ts';
import { verifyRecord } from './verify-record.ts';
import { verifyStore } from './verify-store.ts';

/** Computes every number of a run again from its files, offline and without keys; writes nothing. */
export async function verifyRun(run: RecordedRun, data: DataFile | undefined): Promise<Findings> {
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
  const questions =
    files === undefined ? undefined : verifyFiles(findings, run, files, await samplesOf(run, data));
  await verifyStore(findings, run, questions ?? []);
  return findings;
}

interface ReadFiles {
  readonly qa: { readonly name: string; readonly bytes: Buffer };
  readonly stats: { readonly name: string; readonly bytes: Buffer };
}

/** The result files, whose digests are compared; undefined where the run has none, or one is gone. */
function readResults(findings: Findings, { folder, record }: RecordedRun): ReadFiles | undefined {
  const names = [`${record.pipeline}_qa.json`, `${record.pipeline}_qa_stats.json`] as const;
  if (record.results === undefined)
    findings.unchecked.push('the digests of the result files: run.json holds none');
  const read = new Map<string, Buffer>();
  for (const name of new Set([...Object.keys(record.results ?? {}), ...(record.results ? [] : names)])) {
    const bytes = readIfThere(join(folder, name));
    if (bytes === undefined) {
      findings.compare(name, '', undefined, 'the file that the run wrote');
      continue;
    }
    read.set(name, bytes);
    const written = record.results?.[name];
    if (written !== undefined) findings.compare(name, 'SHA-256 of the file', sha256(bytes), written.sha256);
  }
  const [qa, stats] = names.map((name) => read.get(name));
  if (qa === undefined || stats === undefined) return undefined;
  return { qa: { name: names[0], bytes: qa }, stats: { name: names[1], bytes: stats } };
}

function verifyFiles(
  findings: Findings,
  { record }: RecordedRun,
  { qa, stats }: ReadFiles,
  data: readonly Sample[] | undefined,
): ReturnType<typeof verifyResults> | undefined {
  const steps = record.steps.map(({ stage, settings }) => ({ stage: { name: stage }, settings }));
  const facts = runFacts({ steps });
  try {
    const stored = readStoredResults(qa.bytes, qa.name, predictionKey(facts));
    const files = {
      qa: { name: qa.name, value: JSON.parse(qa.bytes.toString()) },
      stats: { name: stats.name, value: JSON.parse(stats.bytes.toString()) },
      scores: record.scores,
    };
    const count = stored.samples.reduce((sum, { questions }) => sum + questions.length, 0);
    const index = record.steps.findIndex(({ stage }) => stage === 'score');
    findings.compare('run.json', `steps[${index}].items`, record.steps[index]?.items, count, true);
    return verifyResults(findings, files, stored, facts, data);
  } catch (error) {
    if (!(error instanceof ExpectedError || error instanceof SyntaxError)) throw error;
    const file = error instanceof ExpectedError ? (error.where ?? qa.name) : stats.name;
    findings.compare(file, '', error.message, 'what the run wrote');
    return undefined;
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
