import { z } from 'zod';
import type { Service, ServiceRequest } from '../engine/service.ts';
import type { Retriever } from '../retrievers/retriever.ts';
import { createRetriever } from '../retrievers/registry.ts';
import { name } from './settings.ts';

/** The retriever of a step; its identity covers its embedder. */
export type RetrieverService = Retriever & Service;

/** The settings by which stages name a retriever. */
export const retrieverSettings = { retriever: name, embedder: name.default('none') };
const settings = z.strictObject(retrieverSettings);
export type RetrieverSettings = z.infer<typeof settings>;

/** Asks for the retriever that the settings name. */
export function retrieverRequest({ retriever, embedder }: RetrieverSettings): ServiceRequest {
  return { kind: 'retriever', options: { retriever, embedder } };
}

/** The retriever itself, to see what it needs; it is cheap to make. */
export function retrieverOf({ retriever, embedder }: RetrieverSettings): Retriever {
  return createRetriever(retriever, { embedder });
}
