import { sha256 } from '../engine/digest.ts';
import { ItemFailure } from '../engine/stage.ts';
import type { ArtifactReader } from '../engine/store/artifact.ts';
import type { Side, TokenVectors } from '../models/embedder.ts';
import type { VectorTable } from '../retrievers/retriever.ts';
import type { VectorRecord } from './records.ts';

/** The id under which the vectors of a text are kept. */
export function vectorId(text: string, side: Side): string {
  return sha256(`${side} ${text}`).slice(0, 32);
}

/** Writes a whole-text vector down. */
export function textRecord(vector: Float32Array): Omit<VectorRecord, 'text'> {
  return { vector: base64(vector) };
}

/** Writes the token vectors of a text down. */
export function tokenRecord({ tokens, vectors, scales }: TokenVectors): Omit<VectorRecord, 'text'> {
  return { tokens, rows: base64(vectors), scales: base64(scales) };
}

/** Looks vectors up in an artifact of the `embed` stage. A text whose embedding failed fails the item that needs it. */
export function vectorTable(artifact: ArtifactReader<VectorRecord>): VectorTable {
  return {
    async text(text, side) {
      const { vector } = await recordOf(text, side);
      return new Float32Array(bytes(vector));
    },
    async tokens(text, side) {
      const { tokens = [], rows, scales } = await recordOf(text, side);
      const vectors = new Int8Array(bytes(rows));
      const dimensions = tokens.length === 0 ? 0 : vectors.length / tokens.length;
      return { tokens, dimensions, vectors, scales: new Float32Array(bytes(scales)) };
    },
  };

  async function recordOf(text: string, side: Side): Promise<VectorRecord> {
    const [record] = (await artifact.find(vectorId(text, side))) ?? [];
    if (record === undefined) throw new ItemFailure(`a ${side} that it needs was not embedded`);
    return record;
  }
}

/** A table without vectors, for retrievers that need none. */
export const noVectors: VectorTable = {
  text: () => Promise.reject(new Error('this retriever was given no vectors')),
  tokens: () => Promise.reject(new Error('this retriever was given no vectors')),
};

function base64(numbers: Float32Array | Int8Array): string {
  return Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength).toString('base64');
}

/** A copy of the bytes, aligned for any kind of number. */
function bytes(text = ''): ArrayBuffer {
  return new Uint8Array(Buffer.from(text, 'base64')).buffer;
}
