import path from 'node:path';
import { availableParallelism } from 'node:os';
import { ExpectedError } from '../../engine/expected-error.ts';
import { shownPath } from '../../engine/shown.ts';
import type { ChatMessage } from '../chat-model.ts';
import type { ModelContext } from '../model-context.ts';
import { createDownloadFetch } from '../remote/download-fetch.ts';
import { shortened } from '../remote/shortened.ts';
import type { Generator } from './generator.ts';
import { onnxWindow, type OnnxModel } from './onnx-model.ts';

/**
 * Loads a model with transformers.js. One in a folder needs no network; one on a hub is fetched once, through the proxy
 * that the environment names, into the folder of the models.
 */
export async function loadOnnxGenerator(model: OnnxModel, context: Around): Promise<Generator> {
  const { AutoModelForCausalLM, InterruptableStoppingCriteria, Tensor } = await libraryFor(context);
  const [source, options] = sourceOf(model);
  const [tokenizer, network] = await Promise.all([
    loadTokenizer(model, context),
    AutoModelForCausalLM.from_pretrained(source, {
      ...options,
      dtype: model.dtype,
      device: 'cpu',
      session_options: { intraOpNumThreads: Math.min(availableParallelism(), mostThreads) },
    }),
  ]).catch((error: unknown) => {
    throw unusable(model, error);
  });
  const special = new RegExp(tokenizer.all_special_tokens.map(escaped).join('|') || '(?!)', 'g');
  const hasTemplate = typeof tokenizer.chat_template === 'string' || Array.isArray(tokenizer.chat_template);
  // As the library has it: the configuration of the model stands in where that of its replies says nothing.
  const end: unknown = network.generation_config?.eos_token_id ?? Reflect.get(network.config, 'eos_token_id');
  const ends = new Set([end ?? []].flat().map(Number));

  function promptOf(messages: readonly ChatMessage[]): string {
    // Texts of the data are data: a token that would begin another part of the chat is no such token in them.
    const chat = messages.map(({ role, content }) => ({ role, content: content.replace(special, asText) }));
    if (!hasTemplate) return chat.map(({ content }) => content).join('\n\n');
    return String(tokenizer.apply_chat_template(chat, { add_generation_prompt: true, tokenize: false }));
  }

  return {
    window: onnxWindow(model),
    count: counterOf(tokenizer),
    encode(messages) {
      const ids = tokenizer.encode(promptOf(messages), { add_special_tokens: !hasTemplate });
      const shape = [1, ids.length];
      return {
        tokens: ids.length,
        async generate(most, signal) {
          const stop = new InterruptableStoppingCriteria();
          const interrupt = (): void => stop.interrupt();
          signal.addEventListener('abort', interrupt);
          try {
            const output: unknown = await network.generate({
              input_ids: new Tensor('int64', BigInt64Array.from(ids, BigInt), shape),
              attention_mask: new Tensor('int64', new BigInt64Array(ids.length).fill(1n), shape),
              max_new_tokens: most,
              // The most probable token each time: the same words from the same prompt.
              do_sample: false,
              stopping_criteria: stop,
            });
            signal.throwIfAborted();
            if (!(output instanceof Tensor)) throw new Error('the model gave no tokens');
            const said = [...output.data].slice(ids.length).map(Number);
            return {
              text: tokenizer.decode(said, { skip_special_tokens: true }),
              tokens: said.length,
              isWhole: ends.has(said.at(-1) ?? NaN),
            };
          } finally {
            signal.removeEventListener('abort', interrupt);
          }
        },
      };
    },
  };
}

/** Counts tokens as a model does; its weights are neither fetched nor read. */
export async function loadOnnxCounter(model: OnnxModel, context: Around): Promise<Generator['count']> {
  const tokenizer = await loadTokenizer(model, context).catch((error: unknown) => {
    throw unusable(model, error);
  });
  return counterOf(tokenizer);
}

type Around = Pick<ModelContext, 'modelFolder' | 'env'>;
type Tokenizer = Awaited<ReturnType<typeof loadTokenizer>>;

function counterOf(tokenizer: Tokenizer): Generator['count'] {
  return (text) => tokenizer.encode(text, { add_special_tokens: false }).length;
}

async function libraryFor({ modelFolder, env }: Around) {
  const library = await import('@xenova/transformers');
  library.env.cacheDir = path.resolve(modelFolder, 'hf');
  library.env.fetch = createDownloadFetch(env);
  // The variable that all libraries of the hub know.
  const host = env['HF_ENDPOINT']?.trim();
  if (host !== undefined && host !== '') library.env.remoteHost = host.replace(/\/?$/, '/');
  return library;
}

async function loadTokenizer(model: OnnxModel, context: Around) {
  const { AutoTokenizer } = await libraryFor(context);
  return AutoTokenizer.from_pretrained(...sourceOf(model));
}

function sourceOf(model: OnnxModel): [source: string, options: object] {
  return 'folder' in model
    ? [model.folder, { local_files_only: true }]
    : [model.repository, { revision: model.revision }];
}

/** More threads than this gain little on models that fit such a machine. */
const mostThreads = 8;

function asText(token: string): string {
  return `${token.slice(0, 1)} ${token.slice(1)}`;
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

function unusable(model: OnnxModel, error: unknown): ExpectedError {
  const reason = error instanceof Error ? error.message : String(error);
  const isHere = 'folder' in model;
  return new ExpectedError(
    {
      code: 'model-unusable',
      message: `Expected a language model in ONNX form, found one that cannot be loaded: ${shortened(reason)}.`,
      where: isHere ? shownPath(model.folder) : `${model.repository}@${model.revision}`,
      remedy: isHere
        ? 'The folder holds config.json, tokenizer.json, tokenizer_config.json and onnx/model….onnx, as `optimum-cli export onnx` writes them.'
        : 'Without a network, put its files into a folder and name that: hf:./FOLDER.',
    },
    { cause: error },
  );
}
