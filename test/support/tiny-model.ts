import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { GraphBuilder } from '../../models/onnx/graph.ts';

const special = ['<pad>', '<s>', '</s>', '<unk>', '<|user|>', '<|assistant|>'];

const plainToken = { single_word: false, lstrip: false, rstrip: false, normalized: false };

export interface TinyModel {
  /** What it says, whatever it is asked: words that differ from each other. */
  readonly says: string;
  /** Whether it ends after that; otherwise it begins anew for ever. */
  readonly ends?: boolean;
  /** The end of the name of its weights: ``, `_quantized`, … */
  readonly suffix?: string;
  /** Tokens of prompt and reply. */
  readonly window?: number;
}

/**
 * Writes a language model into a folder: a table that holds, for each word, the one that comes next. It knows the words
 * that it says and no others.
 */
export function writeTinyModel(
  folder: string,
  { says, ends = true, suffix = '', window = 4096 }: TinyModel,
): string {
  const said = says.split(' ');
  const words = [...special, ...new Set(said)];
  const size = words.length;
  const table = new Float32Array(size * size);
  const chain = ['<|assistant|>', ...said, ends ? '</s>' : (said[0] ?? '')];
  for (const [at, word] of chain.slice(1).entries())
    table[words.indexOf(chain[at] ?? '') * size + words.indexOf(word)] = 1;

  const graph = new GraphBuilder('tiny');
  const ids = graph.input('input_ids', 'int64', ['batch', 'sequence']);
  graph.input('attention_mask', 'int64', ['batch', 'total']);
  const logits = graph.node('Gather', [graph.constant('table', { shape: [size, size], data: table }), ids]);
  graph.output('logits', logits, 'float', ['batch', 'sequence', size]);

  mkdirSync(path.join(folder, 'onnx'), { recursive: true });
  writeFileSync(path.join(folder, 'onnx', `model${suffix}.onnx`), Buffer.concat([...graph.encode()]));
  const write = (name: string, content: object): void =>
    writeFileSync(path.join(folder, name), JSON.stringify(content));
  const ending = { eos_token_id: 2, bos_token_id: 1, pad_token_id: 0 };
  const sizes = { n_layer: 1, n_head: 1, n_embd: 4, vocab_size: size, n_positions: window };
  write('config.json', { model_type: 'gpt2', architectures: ['GPT2LMHeadModel'], ...sizes, ...ending });
  // As many released models have it; it is not what is asked for.
  write('generation_config.json', { ...ending, do_sample: true, temperature: 0.7, top_k: 20 });
  write('tokenizer.json', {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: special.map((content, id) => ({ ...plainToken, id, content, special: true })),
    normalizer: null,
    pre_tokenizer: { type: 'Whitespace' },
    post_processor: null,
    decoder: null,
    model: {
      type: 'WordLevel',
      vocab: Object.fromEntries(words.map((word, id) => [word, id])),
      unk_token: '<unk>',
    },
  });
  write('tokenizer_config.json', {
    tokenizer_class: 'PreTrainedTokenizerFast',
    bos_token: '<s>',
    eos_token: '</s>',
    pad_token: '<pad>',
    unk_token: '<unk>',
    model_max_length: window,
    chat_template:
      '{% for message in messages %}<|user|> {{ message.content }} {% endfor %}{% if add_generation_prompt %}<|assistant|>{% endif %}',
  });
  return folder;
}
