import path from 'node:path';
import type { Embedder } from '../embedder.ts';
import { loadEncoder, type Encoder, type Encoding } from './encoder.ts';
import { ensureExport } from './export.ts';
import { meanVector, quantisedRows } from './pooling.ts';
import { minilmFiles } from './weights.ts';

const dimensions = 384;
const maxTokens = 256;
/** Word pieces of one run of the model: large enough for speed, small enough for memory and for stopping. */
const tokensPerBatch = 1024;

/** A text's word pieces and its place in the list that was asked for. */
interface PlacedText extends Encoding {
  readonly index: number;
}

/**
 * The sentence encoder all-MiniLM-L6-v2, without a network: exported once into `modelFolder`, loaded when
 * the first text is embedded. Both sides are encoded alike.
 */
export function createMinilmEmbedder(modelFolder: string): Embedder {
  const folder = path.resolve(modelFolder, `minilm-${minilmFiles.weights.digest.slice(0, 12)}`);
  let loading: Promise<Encoder> | undefined;
  const load = () => (loading ??= ensureExport(folder).then(() => loadEncoder(folder)));

  /** Applies `use` to the hidden states of each text, ids × dimensions. */
  async function encode<T>(
    texts: readonly string[],
    signal: AbortSignal,
    use: (text: Encoding, states: Float32Array) => T,
  ): Promise<T[]> {
    signal.throwIfAborted();
    if (texts.length === 0) return [];
    const encoder = await load();
    const placed = texts.map((text, index) => ({ ...encoder.tokenize(text, maxTokens), index }));
    const results: T[] = [];
    for (const batch of equalLengthBatches(placed)) {
      signal.throwIfAborted();
      const states = await encoder.hiddenStates(batch);
      const size = states.length / batch.length;
      for (const [i, text] of batch.entries())
        results[text.index] = use(text, states.subarray(i * size, (i + 1) * size));
    }
    return results;
  }

  return {
    identity: {
      model: 'sentence-transformers/all-MiniLM-L6-v2',
      weights: `sha256:${minilmFiles.weights.digest}`,
      precision: 'fp32',
      maxTokens,
      pooling: 'mean',
      normalised: true,
      version: 1,
    },
    embed: (texts, _side, { signal }) =>
      encode(texts, signal, (_text, states) => meanVector(states, dimensions)),
    embedTokens: (texts, _side, { signal }) =>
      encode(texts, signal, ({ tokens }, states) =>
        quantisedRows(tokens, states.subarray(dimensions, states.length - dimensions), dimensions),
      ),
  };
}

/**
 * Groups texts by their number of ids. Padding a text to another's length can change the last bits of
 * its vectors; equal lengths need none, and waste nothing.
 */
function equalLengthBatches(texts: readonly PlacedText[]): PlacedText[][] {
  const batches: PlacedText[][] = [];
  let batch: PlacedText[] = [];
  for (const text of texts.toSorted((a, b) => a.ids.length - b.ids.length)) {
    const length = text.ids.length;
    const fits = batch[0]?.ids.length === length && (batch.length + 1) * length <= tokensPerBatch;
    if (!fits) batches.push((batch = []));
    batch.push(text);
  }
  return batches;
}
