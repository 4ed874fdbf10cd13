import { join } from 'node:path';
import { packageRoot } from '../../engine/package-root.ts';
import { parsePipeline } from '../../engine/pipeline/parse.ts';
import { planRun } from '../../engine/pipeline/plan.ts';
import { runPlan } from '../../engine/run/run-plan.ts';
import type { AnyStage } from '../../engine/stage.ts';
import { Store } from '../../engine/store/store.ts';
import { openDataFile } from '../../cli/data-file.ts';
import { createProvider } from '../../stages/provider.ts';
import { stages } from '../../stages/registry.ts';
import { modelsForTests } from './models.ts';

/** Runs a pipeline text on the sample with further stages, and gives the records of its result. */
export async function runInProcess<T>(
  yaml: string,
  further: readonly AnyStage[],
  folder: string,
): Promise<readonly T[]> {
  const pipeline = parsePipeline('test', { file: 'test.yaml', text: yaml }, () => undefined);
  const registry = new Map([...stages, ...further.map((stage) => [stage.name, stage] as const)]);
  const plan = planRun(pipeline, { params: {}, settings: {} }, registry);
  const store = await Store.open(folder);
  const data = openDataFile(join(packageRoot, 'data', 'sample.json'));
  const never = new AbortController().signal;
  const outcome = await runPlan(plan, {
    store,
    services: createProvider({ data, models: modelsForTests({ modelFolder: join(folder, 'models') }) }),
    concurrency: 2,
    overwrite: new Set(),
    report: () => undefined,
    stopping: never,
    signal: never,
  });
  const records: T[] = [];
  for await (const record of outcome.artifacts.get(plan.result)?.records() ?? []) records.push(record as T);
  return records;
}
