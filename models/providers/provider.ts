import type { ChatMessage, FinishReason } from '../chat-model.ts';
import type { JsonSchema } from '../json-schema.ts';

/** What a client of a provider is made with. */
export interface ClientSettings {
  readonly key: string;
  readonly baseUrl: string;
  readonly temperature: number | null;
  /** The longest reply; null leaves it to the model. */
  readonly maxTokens: number | null;
  /** Tokens that prompt and reply together may take, as asked with `sizesContext`. */
  readonly contextTokens: number;
  readonly fetch: typeof globalThis.fetch;
}

/** A piece of a message. */
export interface TextBlock {
  readonly type: 'text';
  readonly text: string;
  readonly [field: string]: unknown;
}

/** Whoever serves chat models, and how LangChain reaches them. */
export interface Provider {
  /** As LangChain names it, and as users do before the colon. */
  readonly name: string;
  /** One sentence on its models. */
  readonly about: string;
  /** The package that LangChain's client is in. */
  readonly library: string;
  /** Its own server. */
  readonly address: string;
  /** Variables that name another server, the first that is set. */
  readonly addressVariables: readonly string[];
  /** What an address looks like, for whoever gave none. */
  readonly addressExample: string;
  /** Taken off the end of an address: the client adds it again. */
  readonly pathOfClient?: RegExp;
  /** Variables that hold its key, the first that is set; none where it wants no key. */
  readonly keyVariables: readonly string[];
  /** Where its servers list their models: a path below the address, and the fields of list and name. */
  readonly modelList?: { readonly path: string; readonly list: string; readonly name: string };
  /** The fields of LangChain's client. */
  clientFields(settings: ClientSettings): { readonly [field: string]: unknown };
  /** The options of a call by which its client holds the reply to a schema. */
  replyOptions(schema: JsonSchema): object;
  /** A message as its client takes it, where the text alone would not say all. */
  contentOf?(message: ChatMessage): string | TextBlock[];
  /** True where prompts are kept only when told to, so that the first of many with one start should go ahead. */
  readonly firstAlone?: boolean;
  /** True where it has OpenAI's endpoints for files and batches. */
  readonly hasBatches?: boolean;
  /** True where a prompt is cut without a word to a length that is to be set with the request. */
  readonly sizesContext?: boolean;
  /** Why a reply ends, by what LangChain hands on of it. */
  finishReasonOf(metadata: { readonly [field: string]: unknown }): FinishReason;
  /** What to do about faults that are met otherwise elsewhere, by their code. */
  readonly remedies?: { readonly [code: string]: (model: string) => string };
}
