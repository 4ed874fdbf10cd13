import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { ExpectedError } from '../engine/expected-error.ts';
import { shownPath } from '../engine/shown.ts';
import { unknownName } from '../engine/unknown-name.ts';
import { findRuns } from './run-folder.ts';

const json = z.record(z.string(), z.json());
const digest = z.string().regex(/^[0-9a-f]{64}$/);

const schema = z.looseObject({
  run: z.string(),
  version: z.string(),
  pipeline: z.string(),
  pipelineFile: z.object({ file: z.string(), sha256: digest }).exactOptional(),
  params: json,
  data: z.object({ file: z.string(), bytes: z.int(), identity: z.object({ sha256: digest }) }),
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
  scores: z.json().exactOptional(),
  digest: digest.exactOptional(),
});

/** A `run.json` as it was read; those of early versions have no `results`, `scores` and `digest`. */
export type RunRecord = z.infer<typeof schema>;

/** A run with the folder that its files are in. */
export interface RecordedRun {
  readonly folder: string;
  readonly record: RunRecord;
  /** The same with everything that the file holds. */
  readonly raw: { readonly [member: string]: unknown };
}

/** Opens a run by its id below an output folder, or by its own folder. */
export async function openRecordedRun(run: string, out: string): Promise<RecordedRun> {
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

function parse(text: string, folder: string): RecordedRun {
  try {
    const raw: RecordedRun['raw'] = JSON.parse(text);
    if (typeof raw['rejudges'] === 'string') throw rejudging(raw['rejudges'], folder);
    return { folder, record: schema.parse(raw), raw };
  } catch (error) {
    if (error instanceof ExpectedError) throw error;
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

function rejudging(run: string, folder: string): ExpectedError {
  return new ExpectedError({
    code: 'rejudging',
    message: `Expected a run, found verdicts on the answers of ${run}.`,
    where: folder,
    remedy: `Name ${run}.`,
  });
}
