import { basename } from 'node:path';
import { digestOf } from '../../engine/digest.ts';
import { storeLayout } from '../../engine/store/store.ts';
import type { Findings } from '../../report/verification/findings.ts';
import { stages } from '../../stages/registry.ts';
import { isRejudging, type RecordedRejudging, type RecordedRun, type RunRecord } from '../recorded-run.ts';
import { rejudgeIdOf, runIdOf } from '../run-folder.ts';

type Step = RunRecord['steps'][number];

/**
 * Computes again what `run.json` says of itself: its own digest, the run's id, which is the digest of steps and data,
 * and each artifact's key, which is the digest of the step's recipe and of the content that it read. A rejudging does not
 * hold the steps behind the answers, whose key is not computed.
 */
export function verifyRecord(findings: Findings, run: RecordedRun | RecordedRejudging): void {
  const { folder, record, raw } = run;
  const { digest, ...rest } = raw;
  if (record.digest === undefined)
    findings.unchecked.push(
      'run.json: it holds no digest of itself, nor averages; an early version wrote it',
    );
  else findings.compare('run.json', 'digest', digest, digestOf(rest));
  const unknown = record.steps.filter(({ stage }) => !stages.has(stage)).map(({ stage }) => stage);
  if (unknown.length > 0) {
    findings.unchecked.push(
      `run.json: run id and keys; stages that are not known here: ${unknown.join(', ')}`,
    );
    return;
  }
  findings.compare('run.json', 'run', record.run, idOf(run));
  if (basename(folder) !== record.run)
    findings.unchecked.push(`the name of the folder, ${basename(folder)}, is not the run’s: ${record.run}`);
  for (const [index, step] of record.steps.entries()) {
    const isWhole = Object.values(step.inputs).every((name) =>
      record.steps.some(({ step: source }) => source === name),
    );
    if (step.artifact === undefined || !isWhole) continue;
    const recipe = recipeOf(step, record.steps);
    const whole = digestOf(recipe);
    // Where items failed, the content is in the key.
    const partial = digestOf({ recipe, incomplete: step.content });
    findings.compare(
      'run.json',
      `steps[${index}].artifact`,
      step.artifact,
      step.artifact === partial ? partial : whole,
    );
  }
}

function idOf(run: RecordedRun | RecordedRejudging): string {
  const steps = run.record.steps.map((step) => ({
    name: step.step,
    stage: step.stage,
    settings: keyedSettings(step),
    inputs: step.inputs,
    services: step.services,
  }));
  if (!isRejudging(run)) return runIdOf(run.record.pipeline, steps, run.record.data.identity);
  const read = run.record.steps.filter((step) => !isJudge(step));
  return rejudgeIdOf(
    steps.filter(isJudge).map(({ settings, services }) => ({ settings, services })),
    Object.fromEntries(read.map(({ step, content = '' }) => [step, content])),
  );
}

function isJudge({ stage }: { readonly stage: string }): boolean {
  return stages.get(stage)?.output === 'verdicts';
}

function recipeOf(step: Step, steps: readonly Step[]): object {
  const { stage, version, inputs, services } = step;
  const contents = Object.entries(inputs).map(([port, source]) => [
    port,
    steps.find((each) => each.step === source)?.content ?? '',
  ]);
  return {
    layout: storeLayout,
    stage,
    version,
    settings: keyedSettings(step),
    inputs: Object.fromEntries(contents),
    services,
  };
}

/** The settings that can change a result. */
function keyedSettings({ stage, settings }: Step): object {
  const keyless = stages.get(stage)?.keyless ?? [];
  return Object.fromEntries(Object.entries(settings).filter(([name]) => !keyless.includes(name)));
}
