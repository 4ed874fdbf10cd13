import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { startChatServer, type ChatServerScript } from '../support/chat-server.ts';
import { anyKey } from '../support/paid-run.ts';
import { runCli, temporaryFolder, type CliResult } from '../support/run-cli.ts';
import { reportOf } from '../support/run-report.ts';
import { twoConversations, writeData } from '../support/two-conversations.ts';

/** Observations of two conversations, before a judge. */
async function place(script: ChatServerScript) {
  const { baseUrl, asked } = await startChatServer(script);
  const cwd = temporaryFolder();
  const data = writeData(path.join(cwd, 'data.json'), twoConversations());
  const run = (...flags: string[]): Promise<CliResult> =>
    runCli(
      [
        'run',
        'observation-support',
        '--data',
        data,
        '--judge',
        'openai:any',
        '--judge-base-url',
        baseUrl,
        ...flags,
      ],
      { cwd, env: anyKey },
    );
  return { run, asked };
}

describe('observations before a judge', { timeout: 120_000 }, () => {
  it('are found borne out or not, beside what their words tell, and paid for once', async () => {
    const { run, asked } = await place({
      reply: ({ prompt }) => {
        const [, statement = ''] = /<statement>\n([^]*?)\n<\/statement>/.exec(prompt) ?? [];
        return statement.includes('kayak') ? 'No line says so.\nWRONG' : 'The line says so.\nCORRECT';
      },
    });
    const ended = await run('--json');
    expect(ended.code, ended.stderr).toBe(0);
    const { support, steps } = reportOf(ended);
    const judged = steps.find(({ step }) => step === 'support')?.items ?? 0;
    expect(judged).toBe(6);
    expect(asked).toHaveLength(judged);
    expect(asked[0]?.prompt).toMatch(/<lines>\nMara said, "/);
    const wrong = judged - (support?.borneOut.count ?? 0);
    expect(wrong).toBeGreaterThan(0);
    expect(support).toMatchObject({ judge: 'openai:any', failed: 0, borneOut: { of: judged } });
    const { ofFewWords, ofOthers } = support?.notBorneOut ?? {};
    expect((ofFewWords?.count ?? 0) + (ofOthers?.count ?? 0)).toBe(wrong);
    expect((ofFewWords?.of ?? 0) + (ofOthers?.of ?? 0)).toBe(judged);
    const again = await run();
    expect(again.stdout).toMatch(new RegExp(`^all +${judged} +${judged - wrong} +`, 'm'));
    expect(asked).toHaveLength(judged);
  });

  it('are drawn, and a larger draw asks for the others only', async () => {
    const { run, asked } = await place({ reply: () => 'CORRECT' });
    await run('--draw', '2');
    expect(asked).toHaveLength(2);
    await run('--draw', '5');
    expect(asked).toHaveLength(5);
    await run('--draw', '2', '--seed', '1');
    await run('--draw', 'null');
    expect(asked).toHaveLength(6);
    expect(new Set(asked.map(({ prompt }) => prompt)).size).toBe(6);
  });

  it('have no verdict where none can be read, and are asked for again by the next run', async () => {
    let mute = true;
    const { run } = await place({
      reply: ({ prompt }) => (mute && prompt.includes('kayak') ? 'Hm.' : 'CORRECT'),
    });
    const first = await run('--json');
    expect(first.code).toBe(1);
    const { support } = reportOf(first);
    expect(support?.failed).toBeGreaterThan(0);
    expect((support?.failed ?? 0) + (support?.borneOut.of ?? 0)).toBe(6);
    mute = false;
    const second = await run('--json');
    expect(second.code, second.stderr).toBe(0);
    expect(reportOf(second).support).toMatchObject({ failed: 0, borneOut: { count: 6, of: 6 } });
  });

  it('are judged by nobody who is not named', async () => {
    const { code, stderr } = await runCli(['run', 'observation-support'], { cwd: temporaryFolder() });
    expect(code).toBe(2);
    expect(stderr).toContain('Expected the judge to be named with --judge');
  });
});
