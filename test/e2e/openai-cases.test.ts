import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RunReport } from '../../report/run-report.ts';
import { noPlayer, playServer, type PlayedRequest, type PlayedServer } from '../support/play-server.ts';
import { runCli, temporaryFolder, type CliResult } from '../support/run-cli.ts';
import { reportOf } from '../support/run-report.ts';
import { sharedPath } from '../support/shared.ts';

const [case02, case03] = ['02-k-over-database', '03-embeddings-out-of-order'];

/** Runs the command of the cases against a server. */
function run(server: PlayedServer, data: string, ...further: readonly string[]): Promise<CliResult> {
  const args = ['--data', sharedPath(path.join('cases', data)) ?? '', '--out', temporaryFolder()];
  const models = ['--retriever', 'dense', '--embedder', 'openai:test-embed', '--model', 'openai:test-chat'];
  const address = ['--base-url', `${server.address}/v1`];
  return runCli(['run', 'rag-dialog', ...args, ...models, ...address, '--json', ...further], {
    env: { OPENAI_API_KEY: 'sk-case-0123456789abcdef' },
  });
}

function completed(ended: CliResult): RunReport {
  expect(ended.code, ended.stderr).toBe(0);
  return reportOf(ended);
}

function asked(log: readonly PlayedRequest[], route: PlayedRequest['route']): number {
  return log.filter((request) => request.route === route).length;
}

describe.skipIf(noPlayer !== '')(`case 02: k over the database, through a server${noPlayer}`, () => {
  it('finds every summary once, and says so', async () => {
    const server = await playServer(`${case02}/server.json`);
    const ended = await run(server, `${case02}/demo.json`, '--database', 'summary', '--top-k', '50');
    const { results, warnings } = completed(ended);
    expect(results).toHaveLength(9);
    for (const { sample_id, context, recall } of results) {
      expect(context?.toSorted()).toEqual(sample_id === 'demo-1' ? ['S1', 'S2', 'S3'] : ['S1', 'S2']);
      expect(recall).toBe(1);
    }
    const told = warnings.filter((warning) => warning.includes('reaches the whole database'));
    expect(told.map((warning) => warning.split(':')[0])).toEqual(['demo-1', 'demo-2']);
  });

  it('finds twelve of twelve turns, and six of six', async () => {
    const server = await playServer(`${case02}/server.json`);
    const { results } = completed(await run(server, `${case02}/demo.json`, '--top-k', '12'));
    for (const { sample_id, context } of results) {
      expect(context).toHaveLength(sample_id === 'demo-1' ? 12 : 6);
      expect(new Set(context).size).toBe(sample_id === 'demo-1' ? 12 : 6);
    }
  });

  it.each(['dense', 'bm25'])('does with one turn, and with none: %s', async (retriever) => {
    const server = await playServer(`${case02}/server.json`);
    const ended = await run(server, `${case02}/tiny.json`, '--top-k', '5', '--retriever', retriever);
    const { results, scores } = completed(ended);
    const found = results.map(({ sample_id, context, recall }) => ({ sample_id, context, recall }));
    expect(found).toEqual([
      { sample_id: 'one-turn', context: ['D1:1'], recall: 1 },
      { sample_id: 'no-turns', context: [], recall: 0 },
      { sample_id: 'no-turns', context: [], recall: expect.any(Number) },
    ]);
    expect(scores.questions.overall).toBe(3);
    const log = await server.log();
    expect(asked(log, 'chat')).toBe(3);
    for (const { body, route } of log) if (route === 'embeddings') expect(body['input']).not.toEqual([]);
  });
});

describe.skipIf(noPlayer !== '')(`case 03: embeddings out of order${noPlayer}`, () => {
  const expected = sharedPath(`cases/${case03}/expect.json`);
  const rows: readonly object[] = expected === undefined ? [] : JSON.parse(readFileSync(expected, 'utf8'));

  it.each(['server.json', 'server-reversed.json', 'server-no-index.json', 'server-one-short.json'])(
    'does not matter: %s',
    async (spec) => {
      const server = await playServer(`${case03}/${spec}`);
      const { results, scores } = completed(await run(server, `${case03}/demo.json`, '--top-k', '2'));
      expect(results.map((row) => ({ ...row, f1: Number(row.f1?.toFixed(6)) }))).toEqual(rows);
      expect(results).toHaveLength(9);
      expect(scores.f1.overall).toBeCloseTo(0.925926, 6);
      expect(scores.recall.overall).toBe(1);
      expect(asked(await server.log(), 'chat')).toBe(9);
    },
  );
});
