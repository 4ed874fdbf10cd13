import type { Forecast } from '../engine/forecast.ts';
import type { Json } from '../engine/json.ts';
import type { CallContext } from './call-context.ts';

/** Which role a text plays; some models encode the two differently. */
export type Side = 'passage' | 'query';

/** One vector per word piece of a text, unit length, quantised to 8 bits. */
export interface TokenVectors {
  /** The word pieces, without the special tokens; `##` marks a continuation. */
  readonly tokens: readonly string[];
  readonly dimensions: number;
  /** tokens × dimensions, row after row; the real value is `vectors[i] * scales[row]`. */
  readonly vectors: Int8Array;
  readonly scales: Float32Array;
}

/** Turns texts into vectors of unit length. */
export interface Embedder {
  /** Everything that can change a vector: model, revision or weights digest, precision, truncation, pooling. */
  readonly identity: Json;
  /** True where it asks a server. */
  readonly asksServer?: boolean;
  /** What embedding these texts in one call would count besides the call, without asking anybody. Nothing where absent. */
  forecast?(texts: readonly string[]): Promise<Forecast>;
  /** Throws `ExpectedError` where no call can succeed, for want of a key for example. */
  assertReady?(): void;
  /**
   * One vector per text, in order, all of one length. The result does not depend on what else is in the batch.
   * Throws `ItemFailure` where these texts cannot be embedded, `ExpectedError` where none can.
   */
  embed(texts: readonly string[], side: Side, call: CallContext): Promise<readonly Float32Array[]>;
  /** One set of token vectors per text, in order; absent where the model gives only whole-text vectors. */
  embedTokens?(texts: readonly string[], side: Side, call: CallContext): Promise<readonly TokenVectors[]>;
}
