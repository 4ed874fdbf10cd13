import { describe, expect, it } from 'vitest';
import { createEmbedder } from '../../models/embedders.ts';

describe('createEmbedder', () => {
  it.each(['minilmm', '', 'toString'])('names the known embedders when asked for %j', (name) => {
    expect(() => createEmbedder(name, { modelFolder: 'unused' })).toThrow(
      expect.objectContaining({ code: 'unknown-embedder', remedy: expect.stringContaining('minilm') }),
    );
  });

  it('tells what minilm is without touching a file', () => {
    const embedder = createEmbedder('minilm', { modelFolder: '/nowhere/to/be/found' });
    expect(embedder.dimensions).toBe(384);
    expect(embedder.identity).toMatchObject({ precision: 'fp32', maxTokens: 256, pooling: 'mean' });
  });
});
