import type { Json } from './json.ts';

/** A service that a stage asks for, as plain data: it can be built by name wherever the item runs. */
export interface ServiceRequest {
  /** Which kind of service, as the provider knows it: `reader`, `embedder`, … */
  readonly kind: string;
  /** What the provider needs to build it. */
  readonly options: { readonly [name: string]: Json };
  /**
   * True for a service that only helps to list the items: what it contributes is in their inputs, so
   * its identity enters the artifact's key but not the items' keys.
   */
  readonly listsOnly?: boolean;
}

/** Anything that a stage is handed. */
export interface Service {
  /** Everything that can change its answers; it enters the cache key. */
  readonly identity: Json;
  /** True where it asks a server, which may cost money. */
  readonly asksServer?: boolean;
  /** How many items may be in flight with it at once, where that is more than the run allows. */
  readonly atOnce?: number;
  /** Something that the user should know, such as a fallback that was taken. */
  readonly notice?: string;
  /**
   * Throws `ExpectedError` where it could not do its work, for want of a key for example. It is asked before
   * anything is computed that this or a later step needs; where the store has everything, it is not asked.
   */
  assertReady?(): void;
}

/** Builds services. The same request gives the same object. */
export interface ServiceProvider {
  get(request: ServiceRequest): Service;
}
