import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { ExpectedError } from '../engine/expected-error.ts';
import { shownPath } from '../engine/shown.ts';
import { unknownName } from '../engine/unknown-name.ts';
import { findRuns } from './run-folder.ts';

const json = z.record(z.string(), z.json());
const digest = z.string().regex(/^[0-9a-f]{64}$/);

/** One thing for each kind of memories that another file brought. */
const byMemory = <T extends z.ZodType>(of: T) =>
  z.object({ observations: of.exactOptional(), summaries: of.exactOptional() });

const common = {
  run: z.string(),
  version: z.string(),
  params: json,
  data: z.object({
    file: z.string(),
    bytes: z.int(),
    identity: byMemory(digest).extend({ sha256: digest }),
    memories: byMemory(z.string()).exactOptional(),
  }),
  steps: z.array(
    z.object({
      step: z.string(),
      stage: z.string(),
      version: z.int(),
      settings: json,
      inputs: z.record(z.string(), z.string()),
      services: json.exactOptional(),
      artifact: digest.exactOptional(),
      content: digest.exactOptional(),
      items: z.int().exactOptional(),
    }),
  ),
  results: z.record(z.string(), z.object({ bytes: z.int(), sha256: digest })).exactOptional(),
  digest: digest.exactOptional(),
};

const runSchema = z.object({
  ...common,
  pipeline: z.string(),
  pipelineFile: z.object({ file: z.string(), sha256: digest }).exactOptional(),
  scores: z.json().exactOptional(),
});

// Those of early versions have no parameters.
const rejudgingSchema = z.object({ ...common, params: json.exactOptional(), rejudges: z.string() });

/** A `run.json` as it was read; those of early versions have no `results`, `scores` and `digest`. */
export type RunRecord = z.infer<typeof runSchema>;

/** The same of verdicts on the answers of a run. */
export type RejudgingRecord = z.infer<typeof rejudgingSchema>;

/** A run with the folder that its files are in. */
export interface RecordedRun {
  readonly folder: string;
  readonly record: RunRecord;
  /** The same with everything that the file holds. */
  readonly raw: { readonly [member: string]: unknown };
}

/** The same of verdicts on the answers of a run. */
export interface RecordedRejudging extends Omit<RecordedRun, 'record'> {
  readonly record: RejudgingRecord;
}

export function isRejudging(found: RecordedRun | RecordedRejudging): found is RecordedRejudging {
  return 'rejudges' in found.record;
}

/** Opens a run by its id below an output folder, or by its own folder; verdicts on one are refused. */
export async function openRecordedRun(run: string, out: string): Promise<RecordedRun> {
  const found = await openRecord(run, out);
  if (!isRejudging(found)) return found;
  const { rejudges } = found.record;
  throw new ExpectedError({
    code: 'rejudging',
    message: `Expected a run, found verdicts on the answers of ${rejudges}.`,
    where: found.folder,
    remedy: `Name ${rejudges}.`,
  });
}

/** Opens a run, or verdicts on one, by the id below an output folder, or by the own folder. */
export async function openRecord(run: string, out: string): Promise<RecordedRun | RecordedRejudging> {
  const runs = resolve(out, 'runs');
  const text = readText(join(runs, run, 'run.json'));
  if (text !== undefined) return parse(text, join(runs, run));
  const own = readText(join(resolve(run), 'run.json'));
  if (own !== undefined) return parse(own, resolve(run));
  throw unknownName(
    'run',
    run,
    (await findRuns(resolve(out))).map(({ folder }) => folder.id),
    shownPath(runs),
  );
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

function parse(text: string, folder: string): RecordedRun | RecordedRejudging {
  try {
    const raw: RecordedRun['raw'] = JSON.parse(text);
    return 'rejudges' in raw
      ? { folder, record: rejudgingSchema.parse(raw), raw }
      : { folder, record: runSchema.parse(raw), raw };
  } catch (error) {
    const [issue] = error instanceof z.ZodError ? error.issues : [];
    const place = issue === undefined ? '' : ` at ${issue.path.join('.') || 'the top'}`;
    throw new ExpectedError(
      {
        code: 'run-record',
        message: `Expected what a run wrote down about itself, found something else${place}.`,
        where: join(folder, 'run.json'),
        remedy:
          'The file was changed or cut short. Run the pipeline again: what is in the store is not computed anew.',
        exitCode: 1,
      },
      { cause: error },
    );
  }
}
