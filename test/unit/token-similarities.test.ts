import { describe, expect, it } from 'vitest';
import type { TokenVectors } from '../../models/embedder.ts';
import { selectTokens, TokenSimilarities } from '../../retrievers/token-similarities.ts';

/** Two-dimensional tokens at the given angles in degrees. */
function tokensAt(...angles: number[]): TokenVectors {
  const values = angles.flatMap((angle) => [
    Math.cos((angle * Math.PI) / 180),
    Math.sin((angle * Math.PI) / 180),
  ]);
  return {
    tokens: angles.map(String),
    dimensions: 2,
    vectors: Int8Array.from(values, (value) => Math.round(value * 127)),
    scales: Float32Array.from(angles, () => 1 / 127),
  };
}

/** A number near the cosine of an angle in degrees. */
function cosine(angle: number) {
  return expect.closeTo(Math.cos((angle * Math.PI) / 180), 1.5);
}

describe('similarities of tokens', () => {
  it('are the best cosine per token of the question and turn, -1 where a turn has no tokens', async () => {
    const similarities = await TokenSimilarities.open([tokensAt(0, 90), tokensAt(), tokensAt(60)]);
    const best = await similarities.bestPerTurn(tokensAt(0, 80));
    expect(best.map((row) => [...row])).toEqual([
      [cosine(0), -1, cosine(60)],
      [cosine(10), -1, cosine(20)],
    ]);
  });

  it('are none without tokens or turns', async () => {
    expect(await (await TokenSimilarities.open([tokensAt(0)])).bestPerTurn(tokensAt())).toEqual([]);
    expect(
      (await (await TokenSimilarities.open([])).bestPerTurn(tokensAt(5))).map((row) => row.length),
    ).toEqual([0]);
  });

  it('can be asked for some of the tokens', () => {
    const { tokens, vectors } = selectTokens(tokensAt(0, 90, 180), [2, 0]);
    expect(tokens).toEqual(['180', '0']);
    expect([...vectors]).toEqual([-127, 0, 127, 0]);
  });
});
