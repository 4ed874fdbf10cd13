import { z } from 'zod';
import { hasEnded } from '../engine/store/process-id.ts';

const event = z.discriminatedUnion('event', [
  z.object({ event: z.literal('started'), command: z.string() }),
  z.object({
    event: z.literal('step'),
    step: z.string(),
    stage: z.string(),
    artifact: z.string(),
    log: z.string(),
  }),
  z.object({ event: z.literal('work'), step: z.string(), log: z.string(), items: z.int(), from: z.int() }),
  z.object({ event: z.literal('ended'), status: z.string() }),
]);
/** When the line was written, and by which process. */
const stamp = z.object({
  at: z.string(),
  pid: z.int(),
  /** When the process was started, and its machine: its number alone may belong to another by now. */
  since: z.string().exactOptional(),
  host: z.string().exactOptional(),
});
const entry = z.intersection(event, stamp);

/** What a journal tells: that the run was started, what a step uses and has to compute, how the run ended. */
export type JournalEvent = z.infer<typeof event>;

/** One line of a journal, with its time and the process that wrote it. */
export type JournalEntry = z.infer<typeof entry>;

/** The lines of a journal; one that a kill cut short is passed over. */
export function parseJournal(text: string): readonly JournalEntry[] {
  return text.split('\n').flatMap((line) => {
    try {
      return [entry.parse(JSON.parse(line))];
    } catch {
      return [];
    }
  });
}

/** What a journal says about its run. */
export interface RunState {
  /** `complete`, `incomplete`, `stopped`, `failed`, `running`, `killed`; `unknown` for an empty journal. */
  readonly status: string;
  /** The time of the last line; empty for an empty journal. */
  readonly at: string;
  /** What was typed last to run it. */
  readonly command: string | undefined;
  /** True while a process works on it, as far as can be seen from here. */
  readonly running: boolean;
  /** What it has used since it was last complete, and is still to be kept for it. */
  readonly uses: readonly (JournalEntry & { readonly event: 'step' })[];
  /** What the steps had to compute when it was last started. */
  readonly work: readonly (JournalEntry & { readonly event: 'work' })[];
}

/** Reads the state of a run off its journal. */
export function runState(journal: readonly JournalEntry[]): RunState {
  const last = journal.at(-1);
  const started = journal.findLastIndex((line) => line.event === 'started');
  const start = journal[started];
  const open = journal.filter((line, index) => line.event === 'started' && !endsAfter(journal, index));
  const running = open.some((line) => hasEnded(processOf(line)) !== true);
  const completed = journal.findLastIndex((line) => line.event === 'ended' && line.status === 'complete');
  return {
    status: statusWord(last, running),
    at: last?.at ?? '',
    command: start?.event === 'started' ? start.command : undefined,
    running,
    // What runs beside one that has completed uses the same.
    uses: journal.slice(running ? 0 : completed + 1).filter((line) => line.event === 'step'),
    work: journal.slice(started + 1).filter((line) => line.event === 'work'),
  };
}

function statusWord(last: JournalEntry | undefined, running: boolean): string {
  if (last === undefined) return 'unknown';
  if (running) return 'running';
  return last.event === 'ended' ? last.status : 'killed';
}

function endsAfter(journal: readonly JournalEntry[], start: number): boolean {
  const by = journal[start];
  return journal
    .slice(start + 1)
    .some(
      (line) =>
        line.event === 'ended' && line.pid === by?.pid && line.since === by.since && line.host === by.host,
    );
}

function processOf({ pid, since, host }: JournalEntry): Parameters<typeof hasEnded>[0] {
  return { pid, ...(since === undefined ? {} : { started: since }), ...(host === undefined ? {} : { host }) };
}
