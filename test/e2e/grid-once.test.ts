import { expect, it } from 'vitest';
import { startChatServer } from '../support/chat-server.ts';
import { anyKey } from '../support/paid-run.ts';
import { runCli, temporaryFolder } from '../support/run-cli.ts';

const axes = {
  database: ['dialog', 'observation', 'summary'],
  retriever: ['bm25', 'window', 'fused'],
  'top-k': ['2', '5', '10', '20'],
};

it(
  'a grid of 36 runs asks each distinct prompt once, a second time none, and a new value its own',
  { timeout: 300_000 },
  async () => {
    const { baseUrl, asked } = await startChatServer();
    const cwd = temporaryFolder();
    const grid = async (given: { readonly [axis: string]: readonly string[] }) => {
      const flags = Object.entries(given).flatMap(([axis, values]) => [`--${axis}`, values.join(',')]);
      const words = ['--embedder', 'none', '--model', 'openai:any', '--base-url', baseUrl, '--json'];
      const ended = await runCli(['run', 'rag', ...flags, ...words, '--limit', '20'], { cwd, env: anyKey });
      expect(ended.code, ended.stderr).toBe(0);
      const { cells } = JSON.parse(ended.stdout);
      return cells.length;
    };
    expect(await grid(axes)).toBe(36);
    const prompts = asked.map(({ prompt }) => prompt);
    expect(new Set(prompts).size).toBe(prompts.length);
    // Were nothing shared, 36 runs of 20 questions would ask so often.
    expect(prompts.length).toBeLessThan(720);
    expect(await grid(axes)).toBe(36);
    expect(asked).toHaveLength(prompts.length);
    await grid({ ...axes, 'top-k': ['2', '3'] });
    const added = asked.slice(prompts.length).map(({ prompt }) => prompt);
    expect(added.length).toBeGreaterThan(0);
    expect(added.filter((prompt) => prompts.includes(prompt))).toEqual([]);
  },
);
