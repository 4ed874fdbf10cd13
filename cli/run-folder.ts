import { appendFile, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { digestOf, sha256 } from '../engine/digest.ts';
import { identitiesOf, keyedSettings, servicesOf } from '../engine/run/recipes.ts';
import { writeFileAtomic } from '../engine/store/atomic-file.ts';
import { onDisk } from '../engine/store/disk-error.ts';
import { makeFolder } from '../engine/store/make-folder.ts';
import { thisProcess } from '../engine/store/process-id.ts';
import { parseJournal, runState, type JournalEvent, type RunState } from './journal.ts';
import type { Session } from './session.ts';

/** Names a run by everything that can change its result, so that resuming it comes back to the same folder. */
export function runId({ plan, data, services }: Session): string {
  const steps = plan.steps.map((step): StepIdentity => {
    const { name, stage, inputs } = step;
    return {
      name,
      stage: stage.name,
      settings: keyedSettings(step),
      inputs,
      services: identitiesOf(servicesOf(step, services)),
    };
  });
  return runIdOf(plan.pipeline.name, steps, data.file.identity);
}

/** What of a step can change a result. */
export interface StepIdentity {
  readonly name: string;
  readonly stage: string;
  /** Those that can change a result. */
  readonly settings: unknown;
  readonly inputs: { readonly [port: string]: string };
  readonly services: unknown;
}

/** The id of a run: its pipeline's name and eight digits of the digest of its steps and data. */
export function runIdOf(pipeline: string, steps: readonly StepIdentity[], data: unknown): string {
  return `${pipeline}-${digestOf({ steps, data }).slice(0, 8)}`;
}

/** The id of a rejudging: eight digits of the digest of what judges, and of the content that it reads by step. */
export function rejudgeIdOf(
  judges: readonly Pick<StepIdentity, 'settings' | 'services'>[],
  read: { readonly [step: string]: string },
): string {
  return `rejudge-${digestOf({ judges, read }).slice(0, 8)}`;
}

/** What tells whether a file is still the one that was written. */
export interface FileDigest {
  readonly bytes: number;
  readonly sha256: string;
}

/**
 * The folder of a run's results: `run.json`, which is the same whenever the same run is made, the result
 * files, and `journal.jsonl`, which tells when it was run, what it used, and how it ended.
 */
export class RunFolder {
  readonly id: string;
  readonly path: string;

  constructor(out: string, id: string) {
    this.id = id;
    this.path = join(out, 'runs', id);
  }

  file(name: string): string {
    return join(this.path, name);
  }

  /** Writes a file and tells what is in it. */
  async writeJson(name: string, content: unknown): Promise<FileDigest> {
    const bytes = Buffer.from(`${JSON.stringify(content, null, 1)}\n`);
    await writeFileAtomic(this.file(name), bytes);
    return { bytes: bytes.length, sha256: sha256(bytes) };
  }

  async note(event: JournalEvent): Promise<void> {
    const { pid, started: since, host } = thisProcess;
    const line = JSON.stringify({ ...event, at: new Date().toISOString(), pid, since, host });
    await onDisk(this.path, async () => {
      makeFolder(this.path);
      // A kill or a full disk may have cut the last line short.
      const before = await this.#journal();
      const head = before === undefined || before === '' || before.endsWith('\n') ? '' : '\n';
      await appendFile(this.file('journal.jsonl'), `${head}${line}\n`);
    });
  }

  /** Removes the folder, unless another process has written in its journal; whether it did. */
  async forget(): Promise<boolean> {
    const { pid, started } = thisProcess;
    const journal = parseJournal((await this.#journal()) ?? '');
    if (!journal.every((line) => line.pid === pid && line.since === started)) return false;
    await rm(this.path, { recursive: true, force: true });
    return true;
  }

  /** What the journal says; undefined where there is none. */
  async state(): Promise<RunState | undefined> {
    const text = await this.#journal();
    return text === undefined ? undefined : runState(parseJournal(text));
  }

  async #journal(): Promise<string | undefined> {
    return readFile(this.file('journal.jsonl'), 'utf8').catch(() => undefined);
  }
}

/** A run below an output folder, and what its journal says. */
export interface FoundRun {
  readonly folder: RunFolder;
  readonly state: RunState;
}

/** The runs below an output folder, the last first. */
export async function findRuns(out: string): Promise<readonly FoundRun[]> {
  const ids = await readdir(join(out, 'runs')).catch(() => []);
  const found = await Promise.all(
    ids.map(async (id) => {
      const folder = new RunFolder(out, id);
      const state = await folder.state();
      return state === undefined ? [] : [{ folder, state }];
    }),
  );
  return found.flat().toSorted((a, b) => (a.state.at < b.state.at ? 1 : -1));
}
