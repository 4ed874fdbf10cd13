import { z } from 'zod';
import { ItemFailure } from '../../engine/stage.ts';

/** A reply to a request for embeddings, as far as it is read. */
export interface EmbeddingsReply {
  /** The vectors in the order of the texts. */
  readonly vectors: readonly (readonly number[])[];
  /** Tokens of the texts; undefined where the server does not count. */
  readonly inputTokens: number | undefined;
}

const schema = z.object({
  data: z.array(z.object({ index: z.number().nullish(), embedding: z.array(z.number().nullable()) })),
  usage: z.object({ prompt_tokens: z.number() }).optional().catch(undefined),
});

/**
 * Pairs the vectors of a reply with the texts that were sent: by their `index` where they carry one, by their
 * place where none does. A reply that leaves a text without a sound vector of its own is an ItemFailure, and
 * the texts may be tried apart.
 */
export function pairedVectors(body: unknown, texts: number): EmbeddingsReply {
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw unusable('a reply without a list of vectors');
  const { data, usage } = parsed.data;
  if (data.length !== texts) throw unusable(`${data.length} vectors for ${texts} texts`);
  const vectors: (readonly number[])[] = [];
  for (const [place, { index, embedding }] of data.entries()) {
    const indexed = index ?? undefined;
    if ((indexed === undefined) !== ((data[0]?.index ?? undefined) === undefined))
      throw unusable('some vectors with an index and some without');
    const at = indexed ?? place;
    if (!Number.isInteger(at) || at < 0 || at >= texts) throw unusable(`index ${at} for ${texts} texts`);
    if (vectors[at] !== undefined) throw unusable(`two vectors with index ${at}`);
    vectors[at] = sound(embedding);
  }
  const [first = []] = vectors;
  const other = vectors.find(({ length }) => length !== first.length);
  if (other !== undefined) throw unusable(`vectors of ${first.length} and ${other.length} values`);
  return { vectors, inputTokens: usage?.prompt_tokens };
}

function sound(embedding: readonly (number | null)[]): readonly number[] {
  // JSON has no infinities, so servers write null for what is no number.
  const numbers = embedding.filter((value) => value !== null);
  if (numbers.length !== embedding.length) throw unusable('a vector with values that are no numbers');
  if (numbers.length === 0) throw unusable('a vector without values');
  if (numbers.every((value) => value === 0)) throw unusable('a vector of zeros');
  return numbers;
}

function unusable(found: string): ItemFailure {
  return new ItemFailure(`The embeddings cannot be paired with their texts: ${found}.`, { apart: true });
}
