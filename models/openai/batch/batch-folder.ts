import { randomUUID } from 'node:crypto';
import { appendFileSync, rmSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { writeFileAtomic } from '../../../engine/store/atomic-file.ts';
import { parsedJson } from '../../remote/parsed-json.ts';

/** What is written down of a batch. */
const BatchNote = z.object({
  /** Where it is worked on, and on which requests. */
  server: z.string(),
  endpoint: z.string(),
  model: z.string(),
  /** When it was first written down, in milliseconds since the epoch. */
  at: z.number(),
  /** The ids of its requests. */
  requests: z.array(z.string()),
  /** The file of its requests at the server, once it is uploaded: from then on it may have been made. */
  fileId: z.string().optional(),
  /** Its name at the server, once that is known. */
  batchId: z.string().optional(),
});
export type BatchNote = z.infer<typeof BatchNote>;

/**
 * What is kept of a batch on disk:
 *
 *     batch.json       what was ordered; written before anything is sent, and again with each step of the order
 *     results.jsonl    what came of it, once it has ended
 *     settled.txt      ids of requests whose replies are kept elsewhere or of no use
 */
export class BatchFolder {
  readonly folder: string;
  /** Names the batch among all that were ever ordered. */
  readonly name: string;
  #note: BatchNote;

  private constructor(folder: string, note: BatchNote) {
    this.folder = folder;
    this.name = path.basename(folder);
    this.#note = note;
  }

  static async create(root: string, note: BatchNote): Promise<BatchFolder> {
    const folder = new BatchFolder(path.join(root, randomUUID()), note);
    await folder.update({});
    return folder;
  }

  /** The batch of a name; undefined where it is gone. */
  static async open(root: string, name: string): Promise<BatchFolder | undefined> {
    const folder = path.join(root, name);
    const text = await readFile(path.join(folder, 'batch.json'), 'utf8').catch(() => '');
    const { data } = BatchNote.safeParse(parsedJson(text));
    return data && new BatchFolder(folder, data);
  }

  static async names(root: string): Promise<readonly string[]> {
    return (await readdir(root).catch(() => [])).toSorted();
  }

  get note(): BatchNote {
    return this.#note;
  }

  async update(change: Partial<BatchNote>): Promise<void> {
    this.#note = { ...this.#note, ...change };
    await writeFileAtomic(path.join(this.folder, 'batch.json'), `${JSON.stringify(this.#note)}\n`);
  }

  async saveResults(lines: string): Promise<void> {
    await writeFileAtomic(path.join(this.folder, 'results.jsonl'), lines);
  }

  /** Undefined where the batch has not ended, as far as is known. */
  async results(): Promise<string | undefined> {
    return readFile(path.join(this.folder, 'results.jsonl'), 'utf8').catch(() => undefined);
  }

  settle(id: string): void {
    appendFileSync(path.join(this.folder, 'settled.txt'), `${id}\n`);
  }

  async settled(): Promise<ReadonlySet<string>> {
    const text = await readFile(path.join(this.folder, 'settled.txt'), 'utf8').catch(() => '');
    return new Set(text.split('\n'));
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
