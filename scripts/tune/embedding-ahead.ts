import { join } from 'node:path';
import { packageRoot } from '../../engine/package-root.ts';
import { quietCall } from '../../models/call-context.ts';
import type { Side, TokenVectors } from '../../models/embedder.ts';
import { createMinilmEmbedder } from '../../models/minilm/embedder.ts';
import type { Query, Retriever, Corpus, VectorTable } from '../../retrievers/retriever.ts';

/** Embeds what a retriever will ask for of one conversation and its questions. */
export type EmbedAhead = (
  retriever: Retriever,
  corpus: Corpus,
  queries: readonly Query[],
) => Promise<VectorTable>;

/** Holds token vectors in memory, each distinct text embedded once; the databases of a conversation share their turns. */
export function embeddingAhead(embedder: string): EmbedAhead {
  const table = new Map<string, TokenVectors>();
  const { embedTokens } =
    embedder === 'none' ? {} : createMinilmEmbedder(join(packageRoot, 'outputs/store/models'));

  async function embed(texts: readonly string[], side: Side): Promise<void> {
    const missing = [...new Set(texts)].filter((text) => !table.has(`${side} ${text}`));
    const vectors = (await embedTokens?.(missing, side, quietCall)) ?? [];
    for (const [index, text] of missing.entries()) {
      const found = vectors[index];
      if (found !== undefined) table.set(`${side} ${text}`, found);
    }
  }

  const vectors: VectorTable = {
    text: () => Promise.reject(new Error('only token vectors are embedded ahead')),
    tokens(text, side) {
      const found = table.get(`${side} ${text}`);
      return found === undefined
        ? Promise.reject(new Error('a text was not embedded ahead'))
        : Promise.resolve(found);
    },
  };
  return async ({ embedding }, corpus, queries) => {
    if (embedding === undefined) return vectors;
    await embed(embedding.passageTexts(corpus), 'passage');
    await embed(
      queries.map((query) => embedding.queryText(query, corpus)),
      'query',
    );
    return vectors;
  };
}
