import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { quietCall } from '../../models/call-context.ts';
import { bestPassage } from '../support/best-passage.ts';
import { createBestPassage } from '../../docs/examples/best-passage.ts';
import { countWords } from '../../docs/examples/count-words.ts';
import { createOverlap } from '../../docs/examples/overlap.ts';
import { packageRoot } from '../../engine/package-root.ts';
import { retrieverContract } from '../contract/retriever.contract.ts';
import { runInProcess } from '../support/run-in-process.ts';
import { temporaryFolder } from '../support/run-cli.ts';
import { blocksOf } from './blocks.ts';

const documents = ['docs/add-a-stage.md', 'docs/add-a-retriever.md', 'docs/add-a-model.md'];

it.each(documents)('%s shows the example as it is', (document) => {
  const [block = ''] = blocksOf(document, 'ts');
  const [head = '', ...rest] = block.split('\n');
  const file = head.replace('// ', '');
  expect(rest.join('\n')).toBe(readFileSync(join(packageRoot, file), 'utf8'));
});

it('runs the example of a stage in the pipeline that is shown with it', async () => {
  const [yaml = ''] = blocksOf('docs/add-a-stage.md', 'yaml');
  const records = await runInProcess<{ sampleId: string; words: number }>(
    yaml,
    [countWords],
    temporaryFolder(),
  );
  expect(records.map(({ sampleId }) => sampleId)).toEqual(['sample-1', 'sample-2']);
  expect(records.every(({ words }) => words > 100)).toBe(true);
});

describe('the example of a retriever', () => retrieverContract('overlap', createOverlap));

it('runs the example of a model', async () => {
  const reader = createBestPassage();
  const reply = await reader.read(bestPassage, quietCall);
  expect(reply.answer).toBe(bestPassage.passages[0]?.text);
});
