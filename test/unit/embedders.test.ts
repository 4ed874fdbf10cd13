import { describe, expect, it } from 'vitest';
import { createEmbedder } from '../../models/embedders.ts';
import { modelsForTests } from '../support/models.ts';

const settings = { model: '', baseUrl: '', embedderBaseUrl: '' };

describe('createEmbedder', () => {
  it.each(['minilmm', '', 'toString'])('names the known embedders when asked for %j', (name) => {
    expect(() => createEmbedder(name, settings, modelsForTests())).toThrow(
      expect.objectContaining({ code: 'unknown-embedder', remedy: expect.stringContaining('minilm') }),
    );
  });

  it('tells what minilm is without touching a file', () => {
    const embedder = createEmbedder(
      'minilm',
      settings,
      modelsForTests({ modelFolder: '/nowhere/to/be/found' }),
    );
    expect(embedder.identity).toMatchObject({ precision: 'fp32', maxTokens: 256, pooling: 'mean' });
  });
});
