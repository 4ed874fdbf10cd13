import { canonicalJson } from '../engine/json.ts';
import type { Service, ServiceProvider, ServiceRequest } from '../engine/service.ts';
import { createEmbedder } from '../models/embedders.ts';
import { createReader } from '../models/readers.ts';
import { createRetriever } from '../retrievers/registry.ts';
import type { DataFile } from './load-dataset.ts';

/** What services are built from. */
export interface ProviderContext {
  readonly data: DataFile;
  /** Where exported model weights are kept. */
  readonly modelFolder: string;
}

/** The services that the stages ask for. Each is built once; nothing heavy is loaded before its first use. */
export function createProvider(context: ProviderContext): ServiceProvider {
  const built = new Map<string, Service>();
  return {
    get({ kind, options }) {
      const key = canonicalJson({ kind, options });
      const service = built.get(key) ?? build(kind, options, context);
      built.set(key, service);
      return service;
    },
  };
}

function build(kind: string, options: ServiceRequest['options'], context: ProviderContext): Service {
  const option = (name: string): string => String(options[name] ?? '');
  switch (kind) {
    case 'data-file':
      return context.data;
    case 'reader':
      return createReader(option('model'));
    case 'embedder':
      return createEmbedder(option('embedder'), context);
    case 'retriever': {
      const embedderName = option('embedder');
      const retriever = createRetriever(option('retriever'), { embedder: embedderName });
      if (retriever.embedding === undefined) return retriever;
      const embedder = createEmbedder(embedderName, context);
      return { ...retriever, identity: { retriever: retriever.identity, embedder: embedder.identity } };
    }
    default:
      throw new Error(`no service of kind ${kind}`);
  }
}
