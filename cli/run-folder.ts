import { appendFile, mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { digestOf } from '../engine/digest.ts';
import { keyedSettings } from '../engine/run/recipes.ts';
import { writeFileAtomic } from '../engine/store/atomic-file.ts';
import { onDisk } from '../engine/store/disk-error.ts';
import type { Session } from './session.ts';

const entry = z.looseObject({
  event: z.enum(['started', 'ended']),
  at: z.string(),
  pid: z.int(),
  command: z.string().optional(),
  status: z.string().optional(),
});

/** One line of a run's journal: that it was started, or how it ended. */
export type JournalEntry = z.infer<typeof entry>;

/** Names a run by everything that can change its result, so that resuming it comes back to the same folder. */
export function runId({ plan, data }: Session): string {
  const steps = plan.steps.map((step) => {
    const { name, stage, inputs } = step;
    return { name, stage: stage.name, settings: keyedSettings(step), inputs };
  });
  return `${plan.pipeline.name}-${digestOf({ steps, data: data.file.identity }).slice(0, 8)}`;
}

/**
 * The folder of a run's results: `run.json`, which is the same whenever the same run is made, the result
 * files, and `journal.jsonl`, which tells when it was run.
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

  async writeJson(name: string, content: unknown): Promise<void> {
    await writeFileAtomic(this.file(name), `${JSON.stringify(content, null, 1)}\n`);
  }

  async note(line: Omit<JournalEntry, 'at' | 'pid'>): Promise<void> {
    const noted = { ...line, at: new Date().toISOString(), pid: process.pid };
    await onDisk(this.path, async () => {
      await mkdir(this.path, { recursive: true });
      await appendFile(this.file('journal.jsonl'), `${JSON.stringify(noted)}\n`);
    });
  }

  async journal(): Promise<readonly JournalEntry[]> {
    const text = await readFile(this.file('journal.jsonl'), 'utf8').catch(() => '');
    return text.split('\n').flatMap((line) => {
      try {
        return [entry.parse(JSON.parse(line))];
      } catch {
        return [];
      }
    });
  }
}

/** The run folders below an output folder, the one touched last first. */
export async function runFolders(out: string): Promise<readonly RunFolder[]> {
  const ids = await readdir(join(out, 'runs')).catch(() => []);
  const dated = await Promise.all(
    ids.map(async (id) => {
      const folder = new RunFolder(out, id);
      const found = await stat(folder.file('journal.jsonl')).catch(() => undefined);
      return found === undefined ? [] : [{ folder, touched: found.mtimeMs }];
    }),
  );
  return dated
    .flat()
    .toSorted((a, b) => b.touched - a.touched)
    .map(({ folder }) => folder);
}
