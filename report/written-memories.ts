import type { Plan, PlannedStep } from '../engine/pipeline/plan.ts';
import type { RunOutcome } from '../engine/run/run-plan.ts';
import type { ObservationRecord, SummaryRecord } from '../stages/records.ts';

/** A file of memories by conversation, with the member names of the released data file. */
export interface MemoryFile {
  /** The end of the file's name. */
  readonly suffix: '_observation.json' | '_session_summary.json';
  readonly content: readonly object[];
}

/** The memories that are the result of a run, as other tools read them; undefined where it is something else. */
export async function memoryFile(
  { steps, result }: Pick<Plan, 'steps' | 'result'>,
  { artifacts }: RunOutcome,
): Promise<MemoryFile | undefined> {
  const output = steps.find(({ name }) => name === result)?.stage.output;
  const artifact = artifacts.get(result);
  if (artifact === undefined) return undefined;
  if (output === 'observations') {
    const records = await all(artifact.records() as AsyncIterable<ObservationRecord>);
    return { suffix: '_observation.json', content: observationsByConversation(records) };
  }
  if (output !== 'summaries') return undefined;
  const records = await all(artifact.records() as AsyncIterable<SummaryRecord>);
  return { suffix: '_session_summary.json', content: summariesByConversation(records) };
}

/** Statements that were written and are kept apart, and all of them; of the steps that write some. */
export async function statementsApart(
  steps: readonly PlannedStep[],
  { artifacts }: RunOutcome,
): Promise<{ readonly apart: number; readonly of: number }> {
  let [apart, of] = [0, 0];
  for (const { name, stage } of steps) {
    if (stage.output !== 'observations') continue;
    for await (const record of (artifacts.get(name)?.records() ?? []) as AsyncIterable<ObservationRecord>) {
      of += 1;
      if (record.apart !== undefined) apart += 1;
    }
  }
  return { apart, of };
}

function observationsByConversation(records: readonly ObservationRecord[]): readonly object[] {
  const kept = records.filter(({ apart }) => apart === undefined);
  return [...grouped(kept, ({ sampleId }) => sampleId)].map(([sample_id, own]) => ({
    sample_id,
    observation: Object.fromEntries(
      [...grouped(own, ({ session }) => session)].map(([session, said]) => [
        `session_${session}_observation`,
        Object.fromEntries(
          [...grouped(said, ({ speaker }) => speaker)].map(([speaker, list]) => [
            speaker,
            list.map(({ text, turnIds }) => [text, turnIds.length === 1 ? turnIds[0] : turnIds]),
          ]),
        ),
      ]),
    ),
  }));
}

function summariesByConversation(records: readonly SummaryRecord[]): readonly object[] {
  return [...grouped(records, ({ sampleId }) => sampleId)].map(([sample_id, own]) => ({
    sample_id,
    session_summary: Object.fromEntries(own.map(({ session, text }) => [`session_${session}_summary`, text])),
  }));
}

/** Groups in the order in which they begin. */
function grouped<T, Key>(items: readonly T[], keyOf: (item: T) => Key): ReadonlyMap<Key, readonly T[]> {
  const groups = new Map<Key, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item)) ?? [];
    group.push(item);
    groups.set(keyOf(item), group);
  }
  return groups;
}

async function all<T>(records: AsyncIterable<T>): Promise<readonly T[]> {
  const list: T[] = [];
  for await (const record of records) list.push(record);
  return list;
}
