import { expect, it } from 'vitest';
import { ItemFailure, type AnyStage } from '../../engine/stage.ts';
import { embed } from '../../stages/embed.ts';
import type { RankingRecord } from '../../stages/records.ts';
import { textRecord } from '../../stages/vectors.ts';
import { hashedVectors } from '../support/hashed-vectors.ts';
import { temporaryFolder } from '../support/run-cli.ts';
import { runInProcess } from '../support/run-in-process.ts';

const pipeline = `
summary: Ranks the turns of the sample.
steps:
  dataset: { stage: load-dataset, with: { limit: 40 } }
  passages: { stage: build-passages, from: dataset, with: { database: dialog } }
  vectors: { stage: embed, from: [dataset, passages], with: { retriever: dense, embedder: minilm } }
  index: { stage: index-passages, from: [passages, vectors], with: { retriever: dense, embedder: minilm } }
  ranking:
    stage: retrieve
    from: [dataset, passages, vectors, index]
    with: { retriever: dense, embedder: minilm }
result: ranking
`;

/** An embedder's stage that cannot be had for some texts. */
function embedBut(fails: (text: string) => boolean): AnyStage {
  return {
    ...embed,
    batch: { size: 1, weight: () => 0 },
    runBatch: (inputs: readonly { readonly text: string; readonly side: 'query' | 'passage' }[]) =>
      Promise.all(
        inputs.map(async ({ text, side }) => {
          if (fails(text)) throw new ItemFailure('the server said 503');
          return [textRecord(await hashedVectors.text(text, side))];
        }),
      ),
  } as AnyStage;
}

async function ranked(fails: (text: string) => boolean, folder = temporaryFolder()): Promise<string[]> {
  const records = await runInProcess<RankingRecord>(pipeline, [embedBut(fails)], folder);
  return records.map(({ sampleId, qaIndex }) => `${sampleId}/${qaIndex}`);
}

it('a question whose vector failed is not ranked; all others are', async () => {
  const all = await ranked(() => false);
  const some = await ranked((text) => text.startsWith('Which exams'));
  expect(all).toHaveLength(40);
  expect(some).toEqual(all.filter((question) => question !== 'sample-1/1'));
});

it('a conversation of which a passage failed is not ranked, rather than ranked without it', async () => {
  const folder = temporaryFolder();
  const some = await ranked((text) => text.includes('Plot 17'), folder);
  expect(some).toHaveLength(9);
  expect(new Set(some.map((question) => question.split('/')[0]))).toEqual(new Set(['sample-2']));
  expect(await ranked(() => false, folder)).toHaveLength(40);
});
