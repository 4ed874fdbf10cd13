import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { takeLock } from '../../engine/store/lock.ts';
import { runCli, startCli, temporaryFolder, type CliResult } from '../support/run-cli.ts';
import { computedBySteps, reportOf } from '../support/run-report.ts';
import { scriptedPackage, type Script, type ScriptedPackage } from '../support/scripted-package.ts';
import { leftovers, loggedKeys, onlyLog } from '../support/store-contents.ts';
import { twoConversations, writeData } from '../support/two-conversations.ts';

let scripted: ScriptedPackage;
let data = '';
let out = '';
let store = '';
beforeEach(() => {
  scripted = scriptedPackage();
  const folder = temporaryFolder();
  data = writeData(path.join(folder, 'data.json'), twoConversations());
  out = path.join(folder, 'out');
  store = path.join(out, 'store');
});

const questions = 6;
const nothing = { dataset: 0, passages: 0, ranking: 0, answers: 0, scores: 0 };

function words(topK: number): readonly string[] {
  const shared = ['run', 'rag-dialog', '--retriever', 'bm25', '--data', data, '--out', out, '--json'];
  return [...shared, '--top-k', String(topK), '--concurrency', '1'];
}

/** Runs with the best k passages. */
async function run(topK: number, script: Script = {}): Promise<CliResult> {
  const { packageFolder, env } = scripted;
  return runCli(words(topK), { packageFolder, env: env(script) });
}

/** Starts a run in which the questions that match hang, and waits until it asks one of them. */
async function startHanging(topK: number, hang: string, until = '') {
  const { packageFolder, env } = scripted;
  const started = startCli(words(topK), { packageFolder, env: env({ hang, until }) });
  onTestFinished(() => void started.process.kill('SIGKILL'));
  while (!new RegExp(hang).test(scripted.asked().at(-1) ?? '')) await sleep(5);
  return started;
}

/** What `gc --json` printed. */
async function gc(...flags: string[]) {
  const { code, stdout, stderr } = await runCli(['gc', '--out', out, '--json', ...flags]);
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout);
}

function forget({ stdout }: CliResult): void {
  rmSync(path.join(out, 'runs', JSON.parse(stdout).run), { recursive: true });
}

function artifacts(stage: string): readonly string[] {
  return readdirSync(path.join(store, 'artifacts', stage)).toSorted();
}

describe('what runs refer to', () => {
  it('is kept: after gc they compute nothing, and what was sealed is as it was', async () => {
    const runs = [await run(1), await run(2)];
    const before = scripted.asked().length;
    expect((await gc()).cleared).toEqual({});
    for (const [index, earlier] of runs.entries()) {
      const again = await run(index + 1);
      expect(computedBySteps(reportOf(again))).toEqual(nothing);
      expect(reportOf(again).results).toEqual(reportOf(earlier).results);
    }
    expect(scripted.asked()).toHaveLength(before);
  });

  it('goes with the folder of its run, and nothing else does', async () => {
    const [first, second] = [await run(1), await run(2)];
    forget(first);
    const { cleared, kept, finished } = await gc();
    expect(cleared).toMatchObject({ artifacts: { items: 2 }, 'finished items': { items: questions * 2 } });
    expect(finished).toEqual([reportOf(second).run]);
    expect(Object.keys(kept)).toEqual(['referred']);
    expect(artifacts('answer')).toHaveLength(1);
    expect(loggedKeys(store, 'answer')).toHaveLength(questions);
    expect(computedBySteps(reportOf(await run(2)))).toEqual(nothing);
    // The other one is paid for again, as was to be.
    expect(computedBySteps(reportOf(await run(1)))).toEqual({
      ...nothing,
      answers: questions,
      scores: questions,
    });
  });

  it('can be that of the last runs alone', async () => {
    await run(1);
    await run(2);
    await run(3);
    expect((await gc('--keep-runs', '2')).cleared).toMatchObject({ artifacts: { items: 2 } });
    expect(computedBySteps(reportOf(await run(3)))).toEqual(nothing);
    expect(computedBySteps(reportOf(await run(2)))).toEqual(nothing);
  });

  it('is told and not touched by a dry run', async () => {
    forget(await run(1));
    const told = await gc('--dry-run');
    expect(artifacts('answer')).toHaveLength(1);
    const done = await gc();
    expect(done).toEqual({ ...told, dryRun: false });
    expect(artifacts('answer')).toEqual([]);
    expect(done.store.bytes).toBe(0);
  });

  it('keeps the finished items of an artifact that is damaged or gone: they can make it again', async () => {
    await run(1);
    const before = scripted.asked().length;
    const [answers = ''] = artifacts('answer');
    const folder = path.join(store, 'artifacts', 'answer', answers);
    writeFileSync(path.join(folder, 'items.jsonl'), 'x\n');
    await gc();
    rmSync(folder, { recursive: true });
    await gc();
    expect((await run(1)).code).toBe(0);
    expect(scripted.asked()).toHaveLength(before);
  });

  it('is compacted where lines of a log are damaged or newer ones are there', async () => {
    await run(1);
    const log = onlyLog(store, 'answer');
    const calm = readFileSync(log, 'utf8');
    const [first = '', ...others] = calm.split('\n');
    writeFileSync(log, [first, 'damage', ...others.slice(0, -1), first, ''].join('\n'));
    const { cleared } = await gc();
    expect(cleared).toEqual({ 'finished items': { items: 2, bytes: first.length + 'damage'.length + 2 } });
    expect(readFileSync(log, 'utf8').split('\n').toSorted()).toEqual(calm.split('\n').toSorted());
  });
});

describe('a run that was not completed', () => {
  it('goes on after gc and pays for nothing twice', async () => {
    const killed = await startHanging(1, 'Ghent|choir');
    killed.process.kill('SIGKILL');
    await killed.ended;
    const inFlight = scripted.asked().at(-1);
    const { cleared, unfinished } = await gc('--keep-runs', '1', '--max-size', '1B');
    expect(cleared).toEqual({});
    expect(unfinished).toHaveLength(1);
    expect((await run(1)).code).toBe(0);
    const asked = scripted.asked();
    expect(asked).toHaveLength(questions + 1);
    expect(asked.filter((question) => question !== inFlight)).toHaveLength(questions - 1);
    // Now that it is complete, it is as others are.
    await run(2);
    expect((await gc('--keep-runs', '1')).cleared).toMatchObject({ artifacts: { items: 2 } });
  });

  it('keeps its finished items also after a second start that came to nothing', async () => {
    const killed = await startHanging(1, 'choir');
    killed.process.kill('SIGKILL');
    await killed.ended;
    const finished = loggedKeys(store, 'answer').length;
    expect(finished).toBeGreaterThan(0);
    const [rankings = ''] = artifacts('retrieve');
    const [passages = ''] = artifacts('build-passages');
    writeFileSync(path.join(store, 'artifacts', 'retrieve', rankings, 'records.jsonl'), '');
    writeFileSync(path.join(store, 'artifacts', 'build-passages', passages, 'items.jsonl'), 'x\n');
    const stopped = await run(1);
    expect([stopped.code, stopped.stderr.includes('are not the ones that were sealed')]).toEqual([1, true]);
    await gc('--keep-runs', '1');
    expect(loggedKeys(store, 'answer')).toHaveLength(finished);
  });

  it('asks the failed questions alone', async () => {
    expect((await run(1, { fail: 'kayak|choir' })).code).toBe(1);
    await run(2);
    await gc('--keep-runs', '1');
    const before = scripted.asked().length;
    expect((await run(1)).code).toBe(0);
    expect(scripted.asked().slice(before)).toHaveLength(4);
  });
});

describe('beside a running process', () => {
  it('gc clears what others have left and nothing that is in use', async () => {
    forget(await run(3));
    const go = path.join(out, 'go');
    const running = await startHanging(1, 'kayak', go);
    const before = scripted.asked().length;
    expect((await gc('--keep-runs', '1', '--max-size', '1B')).cleared).toMatchObject({
      artifacts: { items: 2 },
    });
    writeFileSync(go, '');
    const { code, stdout, stderr } = await running.ended;
    expect([code, stderr.includes('bug')]).toEqual([0, false]);
    expect(scripted.asked().slice(before)).toHaveLength(questions - 1);
    expect(computedBySteps(reportOf(await run(1)))).toEqual(nothing);
    expect(JSON.parse(stdout).status).toBe('complete');
    expect(leftovers(store)).toEqual([]);
  });

  it('gc touches nothing that a living process has locked, and no log of that stage', async () => {
    forget(await run(1));
    const [answers = ''] = artifacts('answer');
    const lock = path.join(store, 'locks', `answer-${answers}.lock`);
    const held = await takeLock(lock, new AbortController().signal, () => undefined);
    const before = loggedKeys(store, 'answer');
    const { cleared } = await gc();
    expect(cleared.artifacts.items).toBe(4);
    expect(artifacts('answer')).toHaveLength(1);
    expect(loggedKeys(store, 'answer')).toEqual(before);
    held.release();
    await gc();
    expect(artifacts('answer')).toEqual([]);
  });

  it('a run waits while the store is cleared, and says so', async () => {
    await run(1);
    const lock = path.join(store, 'locks', 'clearing.lock');
    const held = await takeLock(lock, new AbortController().signal, () => undefined);
    const { packageFolder, env } = scripted;
    const waiting = startCli(words(1), { packageFolder, env: env() });
    let told = '';
    for await (const chunk of waiting.process.stderr ?? []) {
      told += String(chunk);
      if (told.includes('clearing')) break;
    }
    expect(told).toContain(`waiting for process ${process.pid} on `);
    held.release();
    expect((await waiting.ended).code).toBe(0);
  });
});

describe('--max-size', () => {
  it('clears what was used longest ago, and no more than it must', async () => {
    const runs = [await run(1), await run(2), await run(3)];
    const places = runs.map((each) => placesOf(each));
    runs.forEach(forget);
    const whole = (await gc('--dry-run', '--max-size', '1GB')).store.bytes;
    // The second was used last, the first longest ago.
    for (const [index, age] of [3, 1, 2].entries())
      for (const place of places[index] ?? [])
        utimesSync(place, new Date(), new Date(Date.now() - age * 1e6));
    const { cleared, kept } = await gc('--max-size', `${whole - 1}B`);
    expect(cleared).toEqual({ artifacts: { items: 1, bytes: cleared.artifacts.bytes } });
    expect(kept).toHaveProperty('room');
    expect(places.map((own) => own.filter((place) => existsSync(place)).length)).toEqual([1, 2, 2]);
    await gc('--max-size', '1B');
    expect(places.flat().filter((place) => existsSync(place))).toEqual([]);
  });

  it('lets go of model weights last, and says what is left', async () => {
    await run(1);
    const weights = path.join(store, 'models', 'some-model');
    mkdirSync(weights, { recursive: true });
    writeFileSync(path.join(weights, 'weights.bin'), Buffer.alloc(5000));
    expect((await gc()).kept.models).toEqual({ items: 1, bytes: 5000 });
    const { stdout } = await runCli(['gc', '--out', out, '--max-size', '1kB']);
    expect(stdout).toMatch(/^models +1 +5\.0 kB$/m);
    expect(stdout).toMatch(/That is more than 1\.0 kB, and what is left is needed\./);
    expect(existsSync(weights)).toBe(false);
  });
});

it('clears what killed processes have left in the making', async () => {
  await run(1);
  const draft = path.join(store, 'drafts', '4194303.1.elsewhere.00000000-0000-0000-0000-000000000000');
  mkdirSync(draft);
  writeFileSync(path.join(draft, 'part'), 'x');
  utimesSync(draft, new Date(0), new Date(0));
  expect((await gc()).cleared).toEqual({ drafts: { items: 1, bytes: 1 } });
  expect(leftovers(store)).toEqual([]);
});

it('refuses a folder in which nothing was run', async () => {
  const { code, stderr } = await runCli(['gc', '--out', out]);
  expect([code, existsSync(out)]).toEqual([2, false]);
  expect(stderr).toContain('found no store in it');
});

/** The folders of the artifacts that only one run refers to. */
function placesOf({ stdout }: CliResult): readonly string[] {
  const { run: id } = JSON.parse(stdout);
  const { steps } = JSON.parse(readFileSync(path.join(out, 'runs', id, 'run.json'), 'utf8'));
  return steps
    .filter(({ stage }: { stage: string }) => ['answer', 'score'].includes(stage))
    .map(({ stage, artifact }: { stage: string; artifact: string }) =>
      path.join(store, 'artifacts', stage, artifact.slice(0, 32)),
    );
}
