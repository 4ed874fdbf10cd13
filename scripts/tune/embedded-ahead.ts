import { join } from 'node:path';
import { packageRoot } from '../../engine/package-root.ts';
import type { Side, TokenVectors } from '../../models/embedder.ts';
import { quietCall } from '../../models/call-context.ts';
import { createMinilmEmbedder } from '../../models/minilm/embedder.ts';
import type { Query, Retriever, Corpus, VectorTable } from '../../retrievers/retriever.ts';

/** The token vectors that a retriever will ask for, of one conversation and its questions, held in memory. */
export async function embeddedAhead(
  retriever: Retriever,
  corpus: Corpus,
  queries: readonly Query[],
): Promise<VectorTable> {
  const { embedding } = retriever;
  const table = new Map<string, TokenVectors>();
  if (embedding !== undefined) {
    const { embedTokens } = createMinilmEmbedder(join(packageRoot, 'outputs/store/models'));
    const embed = async (texts: readonly string[], side: Side): Promise<void> => {
      const vectors = (await embedTokens?.(texts, side, quietCall)) ?? [];
      for (const [index, text] of texts.entries()) {
        const found = vectors[index];
        if (found !== undefined) table.set(`${side} ${text}`, found);
      }
    };
    await embed(embedding.passageTexts(corpus), 'passage');
    await embed(
      queries.map((query) => embedding.queryText(query, corpus)),
      'query',
    );
  }
  return {
    text: () => Promise.reject(new Error('only token vectors are embedded ahead')),
    tokens(text, side) {
      const found = table.get(`${side} ${text}`);
      return found === undefined
        ? Promise.reject(new Error('a text was not embedded ahead'))
        : Promise.resolve(found);
    },
  };
}
