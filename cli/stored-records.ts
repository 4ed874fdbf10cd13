import { dirname, join } from 'node:path';
import { ExpectedError } from '../engine/expected-error.ts';
import { shownPath } from '../engine/shown.ts';
import type { ArtifactReader } from '../engine/store/artifact.ts';
import { Store } from '../engine/store/store.ts';
import { stages } from '../stages/registry.ts';
import type {
  AnswerRecord,
  CorpusRecord,
  FittedRecord,
  RankingRecord,
  SampleRecord,
  ScoreRecord,
} from '../stages/records.ts';
import type { RecordedRun, RunRecord } from './recorded-run.ts';

/** A step as the record of a run has it. */
export type RecordedStep = RunRecord['steps'][number];

/** The kinds of records that a finished run is asked for. */
interface Records {
  readonly samples: SampleRecord;
  readonly corpora: CorpusRecord;
  readonly conversations: FittedRecord;
  readonly rankings: RankingRecord;
  readonly answers: AnswerRecord;
  readonly scores: ScoreRecord;
}

/** What the steps of a finished run made, which stays in the store that it was made with. */
export class StoredRecords {
  readonly #run: RecordedRun;
  readonly #store: Store;

  constructor(run: RecordedRun, store: Store) {
    this.#run = run;
    this.#store = store;
  }

  /** Opens the store beside the run's folder. */
  static async of(run: RecordedRun): Promise<StoredRecords> {
    return new StoredRecords(run, await Store.open(join(dirname(dirname(run.folder)), 'store')));
  }

  /** The step that makes a kind of record; undefined where the run has none. */
  stepOf(kind: keyof Records): RecordedStep | undefined {
    return this.#run.record.steps.find(({ stage }) => stages.get(stage)?.output === kind);
  }

  /** The records of a kind; an `ExpectedError` where the run made none, or the store has them no longer. */
  async artifact<Kind extends keyof Records>(kind: Kind): Promise<ArtifactReader<Records[Kind]>> {
    const step = this.stepOf(kind);
    if (step === undefined)
      throw new ExpectedError({
        code: 'run-without-records',
        message: `Expected a run with a step that makes ${kind}, found one without.`,
        where: shownPath(this.#run.folder),
        remedy: 'Name a run of a pipeline that retrieves, answers and scores, such as rag.',
      });
    const { stage, artifact: key } = step;
    const found = key === undefined ? undefined : await this.#store.findByKey<Records[Kind]>(stage, key);
    if (found !== undefined) return found;
    throw new ExpectedError({
      code: 'records-cleared',
      message: `Expected the ${kind} of the run in the store, found none.`,
      where: shownPath(this.#store.folder),
      remedy: `Run ${this.#run.record.pipeline} again with the same flags; what is still in the store is taken from there.`,
      exitCode: 1,
    });
  }
}
