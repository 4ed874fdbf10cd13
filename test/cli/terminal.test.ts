import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { runBash } from '../support/run-bash.ts';
import { runCli, temporaryFolder } from '../support/run-cli.ts';
import { twoConversations, writeData } from '../support/two-conversations.ts';

const escape = '\u001B';
const bell = '\u0007';
/** A C1 control character: some terminals take it for ESC [. */
const introducer = '\u009B';
/** Marks of direction: what follows is shown before what precedes it. */
const turn = '\u202E';
const isolate = '\u2067';
const mark = '\u061C';

let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
});

const hasTerminal = spawnSync('script', ['-qec', 'true', '/dev/null']).status === 0;

describe.skipIf(!hasTerminal)(`on a terminal${hasTerminal ? '' : ' (skipped: there is no `script`)'}`, () => {
  it('one line moves within the width, and is gone where the next begins', async () => {
    const text = await shown(manyQuestions(), {});
    const moves = text.split(/[\n\r]|\[2K/).filter((line) => line.includes(' of 3000, '));
    expect(moves.length).toBeGreaterThan(0);
    for (const move of moves) {
      expect(move).toMatch(/^\w+: \d+ of 3000, [\d.]+\/s(, \d+ (s|min) left)?$/);
      expect(move.length).toBeLessThan(60);
    }
    const settled = text.replaceAll(new RegExp(`[^\\n\\r]*\\r${escape}\\[2K`, 'g'), '');
    expect(settled).not.toContain(escape);
    expect(settled).not.toContain(' of 3000');
    expect(settled).toMatch(/answers: 3000 items, 3000 computed, 0 cached, /);
  });

  it.each([{ CI: 'true' }, { NO_COLOR: '1' }, { TERM: 'dumb' }])('nothing moves with %j', async (env) => {
    expect(await shown(manyQuestions(), env)).not.toContain(escape);
  });
});

/** Runs a command on a terminal of its own; returns all that it showed there. */
async function shown(words: string, env: NodeJS.ProcessEnv): Promise<string> {
  const plain = { CI: undefined, NO_COLOR: undefined, TERM: 'xterm', ...env };
  const script = `script -qec 'stty cols 60; "$NODE" "$PIPELINE" ${words}' terminal.log >/dev/null`;
  const { code } = await runBash(script, folder, plain);
  expect(code).toBe(0);
  return readFileSync(path.join(folder, 'terminal.log'), 'utf8');
}

/** Enough questions to keep the reader busy for several tenths of a second. */
function manyQuestions(): string {
  const [talk] = twoConversations();
  const qa = Array.from({ length: 3000 }, (_, index) => ({
    ...talk?.qa[0],
    question: `What is red, ${index}?`,
  }));
  writeData(path.join(folder, 'many.json'), [{ ...talk, qa }]);
  return 'run rag-dialog --data many.json --retriever bm25 --embedder none';
}

describe('control characters and marks of direction in the data', () => {
  it.each([escape, bell, introducer, turn, isolate, mark])(
    '%j reaches the terminal as an escape',
    async (sign) => {
      const [talk] = twoConversations();
      const answer = `red${sign}[2J`;
      const data = path.join(folder, 'own.json');
      const qa = [{ question: `Red${sign}]0;x?`, answer: 1, evidence: [`D${sign}[31m`], category: 4 }];
      writeData(data, [{ ...talk, qa }]);
      const check = await runCli(['data', 'check', data, '--list'], { cwd: folder });
      expect(check.stdout).toContain('evidence-unreadable');
      writeData(path.join(folder, 'bad.json'), [{ ...talk, [answer]: 1, qa: { [answer]: answer } }]);
      const bad = await runCli(['data', 'check', 'bad.json'], { cwd: folder });
      expect(bad.code).toBe(2);
      const words = await runCli(['run', `rag${sign}[2J`], { cwd: folder });
      expect(words.code).toBe(2);
      const own = { extends: 'rag', summary: answer, params: { 'top-k': { default: 10, about: answer } } };
      writeFileSync(path.join(folder, 'own.yaml'), JSON.stringify(own));
      const help = await runCli(['show', 'own.yaml', '--help'], { cwd: folder });
      expect(help.stdout).toContain(`red\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}[2J`);
      for (const { stdout, stderr } of [check, bad, words, help]) expect(stdout + stderr).not.toContain(sign);
    },
  );

  it('keep their meaning in JSON', async () => {
    const [talk] = twoConversations();
    const id = `D${introducer}${turn}[31m`;
    const qa = [{ question: 'Red?', answer: 'red', evidence: [id], category: 4 }];
    writeData(path.join(folder, 'own.json'), [{ ...talk, observation: {}, qa }]);
    const { stdout } = await runCli(['data', 'check', 'own.json', '--json'], { cwd: folder });
    expect(stdout).not.toMatch(/[\u009B\u202E]/);
    expect(JSON.parse(stdout).list).toMatchObject([{ kind: 'evidence-unreadable', found: id }]);
  });
});
