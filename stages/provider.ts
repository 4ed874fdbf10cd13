import { ExpectedError } from '../engine/expected-error.ts';
import { canonicalJson } from '../engine/json.ts';
import type { Service, ServiceProvider, ServiceRequest } from '../engine/service.ts';
import type { Embedder } from '../models/embedder.ts';
import { contextWindow } from '../models/context-window.ts';
import { createEmbedder } from '../models/embedders.ts';
import type { Judge, SupportRequest } from '../models/judge.ts';
import { createJudge, createSupportJudge } from '../models/judges.ts';
import { dtypes } from '../models/local/onnx-model.ts';
import type { MemoryKind } from '../models/memory/chat-writer.ts';
import type { MemoryWriter } from '../models/memory/memory-writer.ts';
import { createWriter } from '../models/memory/writers.ts';
import type { ModelContext } from '../models/model-context.ts';
import type { Reader } from '../models/reader.ts';
import { createReader, type ReaderSettings } from '../models/readers.ts';
import { createRetriever } from '../retrievers/registry.ts';
import type { Retriever } from '../retrievers/retriever.ts';
import type { DataFile } from './load-dataset.ts';

/** What services are built from. */
export interface ProviderContext {
  /** Absent where nothing is read from a data file. */
  readonly data?: DataFile;
  readonly models: ModelContext;
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

type Options = ServiceRequest['options'];

function build(kind: string, options: Options, context: ProviderContext): Service {
  switch (kind) {
    case 'data-file':
      if (context.data === undefined) throw new Error('no data file was opened');
      return context.data;
    case 'reader':
      return readerOf(options, context);
    case 'prompts':
      return { identity: readerOf(options, context).prompts ?? null };
    case 'judge':
      return judgeOf(options, context);
    case 'judge-prompts':
      return { identity: judgeOf(options, context).prompts };
    case 'support-judge':
      return supportJudgeOf(options, context);
    case 'support-judge-prompts':
      return { identity: supportJudgeOf(options, context).prompts };
    case 'observation-writer':
      return writerOf('observations', options, context);
    case 'summary-writer':
      return writerOf('summary', options, context);
    case 'writer-prompts':
      return {
        identity:
          writerOf(options['kind'] === 'summary' ? 'summary' : 'observations', options, context).prompts ??
          null,
      };
    case 'window':
      return contextWindow(text(options, 'model'), options['isLimited'] === true, context.models);
    case 'embedder':
      return embedderOf(options, context);
    case 'retriever':
      return retrieverOf(options, context);
    default:
      throw new Error(`no service of kind ${kind}`);
  }
}

function readerOf(options: Options, { models }: ProviderContext): Reader {
  const isConversation = options['isConversation'] === true;
  return createReader(text(options, 'model'), { ...chatSettings(options), isConversation }, models);
}

function judgeOf(options: Options, { models }: ProviderContext): Judge {
  const rubric = options['rubric'] === 'lenient' ? 'lenient' : 'strict';
  return createJudge(text(options, 'judge'), { ...chatSettings(options), rubric }, models);
}

function supportJudgeOf(options: Options, { models }: ProviderContext): Judge<SupportRequest> {
  return createSupportJudge(text(options, 'judge'), chatSettings(options), models);
}

function writerOf(kind: MemoryKind, options: Options, { models }: ProviderContext): MemoryWriter {
  return createWriter(text(options, 'model'), kind, chatSettings(options), models);
}

function chatSettings(options: Options): Omit<ReaderSettings, 'isConversation'> {
  return {
    baseUrl: text(options, 'baseUrl'),
    tag: text(options, 'modelTag'),
    dtype: dtypes.find((each) => each === options['dtype']) ?? '',
    prompts: text(options, 'prompts'),
    temperature: number(options, 'temperature'),
    maxTokens: number(options, 'maxTokens'),
  };
}

function embedderOf(options: Options, { models }: ProviderContext): Embedder {
  const settings = {
    model: text(options, 'model'),
    baseUrl: text(options, 'baseUrl'),
    embedderBaseUrl: text(options, 'embedderBaseUrl'),
  };
  return createEmbedder(text(options, 'embedder'), settings, models);
}

/** The retriever with the identity of its embedder, which must give the vectors that it compares. */
function retrieverOf(options: Options, context: ProviderContext): Retriever {
  const [name, embedderName] = [text(options, 'retriever'), text(options, 'embedder')];
  const retriever = createRetriever(name, { embedder: embedderName });
  if (retriever.embedding === undefined) return retriever;
  const embedder = embedderOf(options, context);
  if (retriever.embedding.granularity === 'token' && embedder.embedTokens === undefined)
    throw new ExpectedError({
      code: 'embedder-without-tokens',
      message: `The retriever ${name} expects an embedder that gives a vector for each word piece; ${embedderName} gives one for each text.`,
      where: '--embedder',
      remedy: 'Use --retriever dense, or --embedder minilm.',
    });
  return { ...retriever, identity: { retriever: retriever.identity, embedder: embedder.identity } };
}

function text(options: Options, name: string): string {
  return String(options[name] ?? '');
}

function number(options: Options, name: string): number | null {
  const value = options[name];
  return typeof value === 'number' ? value : null;
}
