import { describe, expect, it } from 'vitest';
import { ItemFailure } from '../../engine/stage.ts';
import { pairedVectors } from '../../models/openai/paired-vectors.ts';

/** The body of a reply: the index of each vector, or none, and its values. */
function body(
  ...data: readonly (readonly [index: number | undefined, values: readonly (number | null)[]])[]
) {
  return {
    object: 'list',
    data: data.map(([index, embedding]) => ({ object: 'embedding', index, embedding })),
  };
}

describe('vectors are paired with their texts', () => {
  it.each([
    ['by index', body([2, [3]], [0, [1]], [1, [2]])],
    ['by place where there is no index', body([undefined, [1]], [undefined, [2]], [undefined, [3]])],
  ])('%s', (_, reply) => {
    expect(pairedVectors(reply, 3)).toEqual({ vectors: [[1], [2], [3]], inputTokens: undefined });
  });

  it('with the number of their tokens where the server counts', () => {
    const counted = { ...body([0, [1, -2]]), usage: { prompt_tokens: 9, total_tokens: 9 } };
    expect(pairedVectors(counted, 1)).toEqual({ vectors: [[1, -2]], inputTokens: 9 });
    expect(pairedVectors({ ...counted, usage: null }, 1).inputTokens).toBeUndefined();
  });
});

describe('a reply is refused, and its texts may be tried apart', () => {
  it.each<[string, unknown, number]>([
    ['1 vectors for 2 texts', body([0, [1]]), 2],
    ['3 vectors for 2 texts', body([0, [1]], [1, [2]], [2, [3]]), 2],
    ['0 vectors for 1 texts', body(), 1],
    ['two vectors with index 0', body([0, [1]], [0, [2]]), 2],
    ['index 2 for 2 texts', body([0, [1]], [2, [2]]), 2],
    ['index -1 for 2 texts', body([-1, [1]], [0, [2]]), 2],
    ['index 0.5 for 2 texts', body([0.5, [1]], [1, [2]]), 2],
    ['some vectors with an index and some without', body([0, [1]], [undefined, [2]]), 2],
    ['a vector of zeros', body([0, [0, 0]]), 1],
    ['a vector with values that are no numbers', body([0, [1, null]]), 1],
    ['a vector without values', body([0, []]), 1],
    ['vectors of 1 and 2 values', body([0, [1]], [1, [1, 2]]), 2],
    ['a reply without a list of vectors', { data: [{ index: 0, embedding: 'AACAPw==' }] }, 1],
    ['a reply without a list of vectors', { data: null }, 1],
    ['a reply without a list of vectors', [], 1],
  ])('%s', (reason, reply, texts) => {
    const failure = (() => {
      try {
        return pairedVectors(reply, texts);
      } catch (error) {
        return error;
      }
    })();
    expect(failure).toBeInstanceOf(ItemFailure);
    expect(failure).toMatchObject({ message: expect.stringContaining(reason), apart: true });
  });
});
