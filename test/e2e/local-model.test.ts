import { createReadStream, existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { serve } from '../support/loopback.ts';
import { runCli, temporaryFolder } from '../support/run-cli.ts';
import { reportOf } from '../support/run-report.ts';
import { writeTinyModel } from '../support/tiny-model.ts';
import { twoConversations, writeData } from '../support/two-conversations.ts';

function workplace() {
  const folder = temporaryFolder();
  writeData(path.join(folder, 'data.json'), twoConversations());
  const run = (name: string, flags: readonly string[], env: NodeJS.ProcessEnv = {}) =>
    runCli(['run', name, '--data', 'data.json', ...flags], { cwd: folder, env });
  return { folder, run, model: (...at: string[]) => path.join(folder, ...at) };
}

describe('a model on this machine', { timeout: 120_000 }, () => {
  it('answers the questions of a run, and none twice', async () => {
    const { run, model } = workplace();
    writeTinyModel(model('tiny'), { says: 'a red kayak' });
    const flags = ['--embedder', 'none', '--model', 'hf:tiny', '--json'];
    const ended = await run('rag-dialog', flags);
    expect(ended.code, ended.stderr).toBe(0);
    const { results, calls, costUsd, unpricedCalls } = reportOf(ended);
    const open = results.filter(({ category }) => category !== 5);
    expect(new Set(open.map(({ prediction }) => prediction))).toEqual(new Set(['a red kayak']));
    expect([calls.model, costUsd, unpricedCalls]).toEqual([results.length, 0, 0]);
    expect(reportOf(await run('rag-dialog', flags)).calls.model).toBe(0);
    // Other weights are another model.
    writeTinyModel(model('tiny'), { says: 'a green boat' });
    expect(reportOf(await run('rag-dialog', flags)).calls.model).toBe(results.length);
  });

  it('leaves questions open whose answers are cut', async () => {
    const { run, model } = workplace();
    writeTinyModel(model('tiny'), { says: 'on and off', ends: false });
    const ended = await run('rag-dialog', ['--embedder', 'none', '--model', 'hf:tiny', '--max-tokens', '4']);
    expect(ended.code).toBe(1);
    expect(ended.stderr).toContain('--max-tokens');
  });

  it('reads conversations cut to its window, counted by its own tokeniser', async () => {
    const { run, model } = workplace();
    writeTinyModel(model('tiny'), { says: 'a red kayak', window: 1110 });
    const ended = await run('full-context', ['--model', 'hf:tiny', '--json']);
    expect(ended.code, ended.stderr).toBe(0);
    const { cut = 0, of = 0 } = reportOf(ended).truncation?.turns ?? {};
    expect(cut).toBeGreaterThan(0);
    expect(cut).toBeLessThan(of);
  });

  it('judges', async () => {
    const { run, model } = workplace();
    writeTinyModel(model('judge'), { says: 'CORRECT' });
    const flags = ['--embedder', 'none', '--judge', 'hf:judge', '--calibrate', 'false', '--json'];
    const ended = await run('judged', flags);
    expect(ended.code, ended.stderr).toBe(0);
    const verdicts = reportOf(ended).judged?.flatMap(({ answers }) => answers.flatMap((one) => one.verdicts));
    expect(new Set(verdicts)).toEqual(new Set(['correct']));
  });

  it('is fetched from a hub once', async () => {
    const { run, model } = workplace();
    const files = writeTinyModel(model('files'), { says: 'a red kayak', suffix: '_quantized' });
    const asked: string[] = [];
    const hub = await serve((request, response) => {
      // The library looks at the main revision for which files there are, whatever revision it then takes.
      const [, revision, file = ''] = /^\/org\/tiny\/resolve\/(main|v1)\/(.*)$/.exec(request.url ?? '') ?? [];
      if (revision === 'v1') asked.push(file);
      if (file === '' || !existsSync(path.join(files, file))) response.writeHead(404).end();
      else createReadStream(path.join(files, file)).pipe(response);
    });
    const flags = ['--embedder', 'none', '--model', 'hf:org/tiny@v1', '--json'];
    const ended = await run('rag-dialog', flags, { HF_ENDPOINT: hub });
    expect(ended.code, ended.stderr).toBe(0);
    expect(asked).toContain('onnx/model_quantized.onnx');
    const whole = asked.filter((file) => existsSync(path.join(files, file))).length;
    const again = await run('rag-dialog', [...flags, '--overwrite', 'answers'], { HF_ENDPOINT: hub });
    expect(again.code, again.stderr).toBe(0);
    expect(reportOf(again).calls.model).toBeGreaterThan(0);
    expect(asked.filter((file) => existsSync(path.join(files, file)))).toHaveLength(whole);
  });

  it('that no hub gives is told, with what to do', async () => {
    const { run } = workplace();
    const flags = ['--embedder', 'none', '--model', 'hf:org/none'];
    const ended = await run('rag-dialog', flags, { HF_ENDPOINT: 'http://127.0.0.1:9' });
    expect(ended.code).toBe(2);
    expect(ended.stderr).toContain('org/none@main: Expected a language model in ONNX form');
    expect(ended.stderr).toContain('hf:./FOLDER');
    expect(ended.stderr).not.toMatch(/ {4}at |bug/);
  });
});
