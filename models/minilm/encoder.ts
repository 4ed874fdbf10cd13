import { availableParallelism } from 'node:os';

/** More threads than this gain nothing on matrices of this size; their number does not change a result. */
const mostThreads = 4;

/** A text as the model sees it. */
export interface Encoding {
  /** The word pieces, without the special tokens. */
  readonly tokens: readonly string[];
  /** Their ids, between those of `[CLS]` and `[SEP]`. */
  readonly ids: readonly number[];
}

/** The model in memory. */
export interface Encoder {
  /** Splits a text into at most `maxTokens` word pieces, the two special ones included. */
  tokenize(text: string, maxTokens: number): Encoding;
  /**
   * The last hidden states of texts with equally many ids: texts × ids × dimensions, row after row.
   * Without padding each text's states are the same bits whatever the other texts are.
   */
  hiddenStates(texts: readonly Encoding[]): Promise<Float32Array>;
}

/** Loads an exported model with transformers.js; nothing is fetched from a network. */
export async function loadEncoder(folder: string): Promise<Encoder> {
  const { AutoModel, AutoTokenizer, Tensor } = await import('@xenova/transformers');
  const tokenizer = await AutoTokenizer.from_pretrained(folder, { local_files_only: true });
  const model = await AutoModel.from_pretrained(folder, {
    local_files_only: true,
    dtype: 'fp32',
    device: 'cpu',
    session_options: {
      intraOpNumThreads: Math.min(availableParallelism(), mostThreads),
      // Idle threads sleep in place of spinning: no slower on an idle machine, and kinder to a busy one.
      extra: { session: { intra_op: { allow_spinning: '0' } } },
    },
  });

  return {
    tokenize(text, maxTokens) {
      // The library's own truncation would cut `[SEP]` off, so the special tokens are put around here.
      const tokens = tokenizer.tokenize(text, { add_special_tokens: false }).slice(0, maxTokens - 2);
      return { tokens, ids: tokenizer.convert_tokens_to_ids(['[CLS]', ...tokens, '[SEP]']) };
    },

    async hiddenStates(texts) {
      const shape = [texts.length, texts[0]?.ids.length ?? 0];
      const ids = BigInt64Array.from(texts.flatMap((text) => text.ids.map(BigInt)));
      const output = await model({
        input_ids: new Tensor('int64', ids, shape),
        attention_mask: new Tensor('int64', new BigInt64Array(ids.length).fill(1n), shape),
        token_type_ids: new Tensor('int64', new BigInt64Array(ids.length), shape),
      });
      const states: unknown = output.last_hidden_state?.data;
      if (!(states instanceof Float32Array)) throw new Error(`the model in ${folder} gave no hidden states`);
      return states;
    },
  };
}
