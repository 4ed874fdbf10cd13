import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { ExpectedError } from '../engine/expected-error.ts';
import { shownPath } from '../engine/shown.ts';
import type { ArtifactReader } from '../engine/store/artifact.ts';
import { Store } from '../engine/store/store.ts';
import { stages } from '../stages/registry.ts';
import type {
  AnswerRecord,
  CorpusRecord,
  RankingRecord,
  SampleRecord,
  ScoreRecord,
} from '../stages/records.ts';

/** What of `run.json` says how the run was made and where its records lie. */
const recordSchema = z.object({
  run: z.string(),
  pipeline: z.string(),
  data: z.object({ file: z.string(), identity: z.object({ sha256: z.string() }) }),
  steps: z.array(
    z.object({
      step: z.string(),
      stage: z.string(),
      settings: z.record(z.string(), z.unknown()),
      artifact: z.string().optional(),
    }),
  ),
});

export type StoredRunRecord = z.infer<typeof recordSchema>;

/** The kinds of records that a finished run is asked for. */
interface Records {
  readonly samples: SampleRecord;
  readonly corpora: CorpusRecord;
  readonly rankings: RankingRecord;
  readonly answers: AnswerRecord;
  readonly scores: ScoreRecord;
}

/** A finished run with its records, which stay in the store that it was made with. */
export class StoredRun {
  readonly record: StoredRunRecord;
  readonly folder: string;
  readonly #store: Store;

  private constructor(folder: string, record: StoredRunRecord, store: Store) {
    this.folder = folder;
    this.record = record;
    this.#store = store;
  }

  /** Opens a run by its folder, or by its name below `outputs/runs`. */
  static async open(named: string): Promise<StoredRun> {
    const folder = [resolve(named), resolve('outputs', 'runs', named)].find((path) =>
      existsSync(join(path, 'run.json')),
    );
    if (folder === undefined)
      throw new ExpectedError({
        code: 'no-run',
        message: 'Expected a finished run, found no folder with a run.json.',
        where: named,
        remedy: 'Name outputs/runs/<id>, or an id that `pipeline status` shows.',
      });
    const store = await Store.open(join(dirname(dirname(folder)), 'store'));
    return new StoredRun(folder, readRecord(join(folder, 'run.json')), store);
  }

  get id(): string {
    return basename(this.folder);
  }

  /** The settings of the step that makes a kind of record; undefined where the run has none. */
  settingsOf(kind: keyof Records): StoredRunRecord['steps'][number]['settings'] | undefined {
    return this.#step(kind)?.settings;
  }

  /** The records of a kind; an `ExpectedError` where the run made none, or the store has them no longer. */
  async artifact<Kind extends keyof Records>(kind: Kind): Promise<ArtifactReader<Records[Kind]>> {
    const step = this.#step(kind);
    if (step === undefined)
      throw new ExpectedError({
        code: 'run-without-step',
        message: `Expected a run with a step that makes ${kind}, found one without.`,
        where: shownPath(this.folder),
        remedy: 'Name a run of a pipeline that retrieves, answers and scores, such as rag.',
      });
    const { stage, artifact: key } = step;
    const found = key === undefined ? undefined : await this.#store.findByKey<Records[Kind]>(stage, key);
    if (found !== undefined) return found;
    throw new ExpectedError({
      code: 'records-cleared',
      message: `Expected the ${kind} of the run in the store, found none.`,
      where: this.#store.folder,
      remedy: `Run ${this.record.pipeline} again with the same flags; what is still in the store is taken from there.`,
      exitCode: 1,
    });
  }

  #step(kind: keyof Records): StoredRunRecord['steps'][number] | undefined {
    return this.record.steps.find(({ stage }) => stages.get(stage)?.output === kind);
  }
}

function readRecord(path: string): StoredRunRecord {
  try {
    return recordSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (cause) {
    throw new ExpectedError(
      {
        code: 'bad-run',
        message: 'Expected the record of a run, found a file that is none.',
        where: shownPath(path),
        remedy: 'Run the pipeline again; it writes the file anew.',
      },
      { cause },
    );
  }
}
