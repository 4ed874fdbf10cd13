import type { TokenVectors } from '../models/embedder.ts';
import { createMatrixProduct } from '../models/matrix-product.ts';
import type { HeldMatrix } from '../models/matrix-product.ts';

/** The token vectors of a conversation's turns in one matrix, to be compared with a question's at once. */
export class TokenSimilarities {
  readonly #matrix: HeldMatrix;
  /** The first token of each turn, and the number of tokens at the end. */
  readonly #starts: readonly number[];

  private constructor(matrix: HeldMatrix, starts: readonly number[]) {
    this.#matrix = matrix;
    this.#starts = starts;
  }

  /** Lays out the vectors of the turns, in the conversation's order; all have the same dimensions. */
  static async open(turns: readonly TokenVectors[]): Promise<TokenSimilarities> {
    const starts = [0];
    for (const { tokens } of turns) starts.push((starts.at(-1) ?? 0) + tokens.length);
    const rows = starts.at(-1) ?? 0;
    const dimensions = turns[0]?.dimensions ?? 0;
    const matrix = new Float32Array(rows * dimensions);
    for (const [turn, vectors] of turns.entries())
      matrix.set(realValues(vectors), (starts[turn] ?? 0) * dimensions);
    const product = await createMatrixProduct();
    return new TokenSimilarities(product.hold(matrix, rows, dimensions), starts);
  }

  /** For each token of a question, the best cosine that a token of each turn reaches; -1 for a turn without tokens. */
  async bestPerTurn(question: TokenVectors): Promise<Float32Array[]> {
    if (this.#size === 0) return question.tokens.map(() => this.#bestPerTurn(new Float32Array()));
    const cosines = await this.#matrix.multiply(realValues(question), question.tokens.length);
    return question.tokens.map((_, row) =>
      this.#bestPerTurn(cosines.subarray(row * this.#size, (row + 1) * this.#size)),
    );
  }

  get #size(): number {
    return this.#starts.at(-1) ?? 0;
  }

  #bestPerTurn(cosines: Float32Array): Float32Array {
    return Float32Array.from({ length: this.#starts.length - 1 }, (_, turn) => {
      let best = -1;
      const end = this.#starts[turn + 1] ?? 0;
      for (let token = this.#starts[turn] ?? 0; token < end; token += 1)
        best = Math.max(best, cosines[token] ?? -1);
      return best;
    });
  }
}

/** Some of the tokens, by position. */
export function selectTokens(all: TokenVectors, positions: readonly number[]): TokenVectors {
  const vectors = new Int8Array(positions.length * all.dimensions);
  for (const [row, position] of positions.entries())
    vectors.set(
      all.vectors.subarray(position * all.dimensions, (position + 1) * all.dimensions),
      row * all.dimensions,
    );
  return {
    tokens: positions.map((position) => all.tokens[position] ?? ''),
    dimensions: all.dimensions,
    vectors,
    scales: Float32Array.from(positions, (position) => all.scales[position] ?? 0),
  };
}

/** Undoes the quantisation: tokens × dimensions. */
function realValues({ tokens, dimensions, vectors, scales }: TokenVectors): Float32Array {
  const values = new Float32Array(tokens.length * dimensions);
  for (let row = 0; row < tokens.length; row += 1) {
    const scale = scales[row] ?? 0;
    for (let i = row * dimensions; i < (row + 1) * dimensions; i += 1) values[i] = (vectors[i] ?? 0) * scale;
  }
  return values;
}
