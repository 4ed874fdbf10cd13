import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { runCli, temporaryFolder, type CliResult } from '../support/run-cli.ts';
import { reportOf } from '../support/run-report.ts';
import { sharedPath } from '../support/shared.ts';
import { twoConversations, writeData } from '../support/two-conversations.ts';

const shared = sharedPath('cases/02-k-over-database');
const skipped = shared === undefined ? ' (skipped: ../shared/cases is not there)' : '';

let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
});

describe.skipIf(shared === undefined)(`case 02: k over the database${skipped}`, () => {
  const demo = path.join(shared ?? '', 'demo.json');
  const tiny = path.join(shared ?? '', 'tiny.json');

  it.each(['bm25', 'window'])('%s finds every summary once, and says so', async (retriever) => {
    const ended = await run(demo, retriever, '50', '--database', 'summary', '--json');
    const { results, scores, warnings } = reportOf(ended);
    expect(results).toHaveLength(9);
    for (const { sample_id, context, recall } of results) {
      expect(context?.toSorted()).toEqual(sample_id === 'demo-1' ? ['S1', 'S2', 'S3'] : ['S1', 'S2']);
      expect(recall).toBe(1);
    }
    expect(scores.recall.overall).toBe(1);
    expect(warnings).toHaveLength(2);
    for (const id of ['demo-1', 'demo-2']) expect(occurrences(ended.stderr, `warning: ${id}: `)).toBe(1);
  });

  it('twelve of twelve turns, and six of six', async () => {
    const { results } = reportOf(await run(demo, 'bm25', '12', '--json'));
    for (const { sample_id, context } of results)
      expect(new Set(context).size).toBe(sample_id === 'demo-1' ? 12 : 6);
  });

  it.each(['bm25', 'window'])('%s does with one turn, and with none', async (retriever) => {
    const ended = await run(tiny, retriever, '5', '--json');
    expect(ended.code).toBe(0);
    const { results, scores } = reportOf(ended);
    expect(results.filter(({ sample_id }) => sample_id === 'one-turn')).toMatchObject([
      { context: ['D1:1'], recall: 1 },
    ]);
    const none = results.filter(({ sample_id }) => sample_id === 'no-turns');
    expect(none.map(({ context }) => context)).toEqual([[], []]);
    expect(none[0]?.recall).toBe(0);
    expect(scores.questions.overall).toBe(results.length);
  });
});

describe('top-k', () => {
  it.each(['0', '-1', '2.5', 'abc', 'two', '', ' ', '[1]', '{a: ', '0.5e1x', '1e400'])(
    '"%s" is refused, naming the flag and the range',
    async (k) => {
      const { code, stdout, stderr } = await run(ownData(), 'bm25', k);
      expect(stderr).toMatch(/^pipeline: --top-k: Expected a whole number of at least 1, found .+\.\n {2}\S/);
      expect(stderr).not.toMatch(/\bat .*:\d+:\d+|bug/);
      expect([code, stdout]).toEqual([2, '']);
    },
  );

  it.each(['5', '50', '1e9'])('%s covers the database of the shorter conversation', async (k) => {
    const ended = await run(ownData(), 'bm25', k, '--json');
    const { results, warnings } = reportOf(ended);
    expect(ended.code).toBe(0);
    const lengths = new Set(results.map(({ sample_id, context }) => `${sample_id} ${context?.length}`));
    expect([...lengths]).toEqual([k === '5' ? 'talk-a 5' : 'talk-a 6', 'talk-b 3']);
    expect(warnings).toEqual(
      (k === '5'
        ? [['talk-b', 3]]
        : [
            ['talk-a', 6],
            ['talk-b', 3],
          ]
      ).map(
        ([id, size]) =>
          `${id}: top-k reaches the whole database of ${size} passages; recall there measures no retrieval`,
      ),
    );
    for (const warning of warnings) expect(occurrences(ended.stderr, warning)).toBe(1);
  });

  it('a conversation without passages is told apart from one that is found whole', async () => {
    const [talk] = twoConversations();
    const conversation = {
      speaker_a: 'Mara',
      speaker_b: 'Joost',
      session_1_date_time: '9:15 am on 3 May, 2022',
    };
    const silent = { ...talk, sample_id: 'silent', conversation: { ...conversation, session_1: [] } };
    const ended = await run(writeData(path.join(folder, 'own.json'), [silent]), 'bm25', '3', '--json');
    const { results, scores, warnings } = reportOf(ended);
    expect(ended.code).toBe(0);
    for (const { context, recall } of results) expect([context, recall]).toEqual([[], 0]);
    expect([scores.recall.overall, scores.questions.overall]).toEqual([0, 3]);
    expect(warnings).toEqual([
      'silent: the database has no passages; nothing can be found, and recall is 0 (rag-dialog needs nothing but the conversation)',
      'data: evidence that names no turn counts as not found (3 ids); `pipeline data check FILE --list` shows it',
    ]);
  });

  it('enters the name of the result in full', async () => {
    const { outputs } = reportOf(await run(ownData(), 'bm25', '2', '--json'));
    const stats = JSON.parse(readFileSync(outputs.stats ?? '', 'utf8'));
    expect(Object.keys(stats)).toEqual(['extractive_dialog_bm25_top_2']);
  });
});

function ownData(): string {
  return writeData(path.join(folder, 'own.json'), twoConversations());
}

function run(data: string, retriever: string, k: string, ...flags: string[]): Promise<CliResult> {
  const words = ['run', 'rag-dialog', '--data', data, '--retriever', retriever, '--embedder', 'none'];
  return runCli([...words, '--top-k', k, ...flags], { cwd: folder });
}

function occurrences(text: string, part: string): number {
  return text.split(part).length - 1;
}
