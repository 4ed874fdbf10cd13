import { writeFileSync } from 'node:fs';

/** Types of values in a GGUF file (version 3). */
const types = { uint32: 4, int32: 5, float32: 6, string: 8, array: 9 } as const;

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function uint64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}

function float32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return bytes;
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([uint64(bytes.length), bytes]);
}

const encoders = { uint32, int32: uint32, float32, string: text };

function field<T extends number | string>(
  name: string,
  type: keyof typeof encoders,
  value: T | readonly T[],
): Buffer {
  const encode = encoders[type] as (each: T) => Buffer;
  const encoded = Array.isArray(value)
    ? [
        uint32(types.array),
        uint32(types[type]),
        uint64(value.length),
        ...value.map((each: T) => encode(each)),
      ]
    : [uint32(types[type]), encode(value as T)];
  return Buffer.concat([text(name), ...encoded]);
}

const alignment = 32;

function padded(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((alignment - (bytes.length % alignment)) % alignment)]);
}

/**
 * Writes a Llama model of one layer that does nothing, with as many dimensions as it has words: its output matrix is a
 * table that holds, for each word, the one that comes next. It says the same words whatever it is asked.
 */
export function writeTinyGguf(file: string, { says, ends = true }: { says: string; ends?: boolean }): string {
  const said = says.split(' ').map((word) => `▁${word}`);
  const bytes = Array.from({ length: 256 }, (_, n) => `<0x${n.toString(16).toUpperCase().padStart(2, '0')}>`);
  const words = ['<unk>', '<s>', '</s>', ...bytes, '▁', ...new Set(said)];
  const size = Math.ceil(words.length / 32) * 32;
  while (words.length < size) words.push(`<unused${words.length}>`);
  // 1 normal, 2 unknown, 3 control, 6 byte.
  const kinds = words.map((_, id) => (id === 0 ? 2 : id < 3 ? 3 : id < 259 ? 6 : 1));
  const at = (row: number, column: number): number => row * size + column;

  const identity = new Float32Array(size * size);
  for (let id = 0; id < size; id++) identity[at(id, id)] = 1;
  const next = new Float32Array(size * size);
  // Whatever the prompt ends with begins it all.
  const first = words.indexOf(said[0] ?? '');
  for (let id = 0; id < size; id++) if (!said.includes(words[id] ?? '')) next[at(first, id)] = 10;
  const chain = [...said, ends ? '</s>' : (said[0] ?? '')];
  for (const [place, word] of chain.slice(1).entries())
    next[at(words.indexOf(word), words.indexOf(chain[place] ?? ''))] = 10;
  const ones = new Float32Array(size).fill(1);
  const nothing = new Float32Array(size * size);
  const tensors: readonly (readonly [name: string, data: Float32Array])[] = [
    ['token_embd.weight', identity],
    ['output_norm.weight', ones],
    ['output.weight', next],
    ['blk.0.attn_norm.weight', ones],
    ['blk.0.attn_q.weight', identity],
    ['blk.0.attn_k.weight', identity],
    ['blk.0.attn_v.weight', nothing],
    ['blk.0.attn_output.weight', nothing],
    ['blk.0.ffn_norm.weight', ones],
    ['blk.0.ffn_gate.weight', nothing],
    ['blk.0.ffn_up.weight', nothing],
    ['blk.0.ffn_down.weight', nothing],
  ];

  const fields = [
    field('general.architecture', 'string', 'llama'),
    field('general.name', 'string', 'tiny'),
    field('llama.block_count', 'uint32', 1),
    field('llama.context_length', 'uint32', 2048),
    field('llama.embedding_length', 'uint32', size),
    field('llama.feed_forward_length', 'uint32', size),
    field('llama.attention.head_count', 'uint32', 1),
    field('llama.attention.layer_norm_rms_epsilon', 'float32', 1e-5),
    field('tokenizer.ggml.model', 'string', 'llama'),
    field('tokenizer.ggml.tokens', 'string', words),
    field(
      'tokenizer.ggml.scores',
      'float32',
      words.map((_, id) => (id < 259 ? 0 : -id)),
    ),
    field('tokenizer.ggml.token_type', 'int32', kinds),
    field('tokenizer.ggml.bos_token_id', 'uint32', 1),
    field('tokenizer.ggml.eos_token_id', 'uint32', 2),
    field(
      'tokenizer.chat_template',
      'string',
      '{% for message in messages %}[{{ message.role }}]{{ message.content }}[end]{% endfor %}{% if add_generation_prompt %}[assistant]{% endif %}',
    ),
  ];
  let offset = 0;
  const infos = tensors.map(([name, data]) => {
    const shape = data.length === size ? [size] : [size, size];
    const info = [text(name), uint32(shape.length), ...shape.map(uint64), uint32(0), uint64(offset)];
    offset += Math.ceil((data.length * 4) / alignment) * alignment;
    return Buffer.concat(info);
  });
  const head = [Buffer.from('GGUF'), uint32(3), uint64(tensors.length), uint64(fields.length)];
  const data = tensors.map(([, values]) => padded(Buffer.from(values.buffer)));
  writeFileSync(file, Buffer.concat([padded(Buffer.concat([...head, ...fields, ...infos])), ...data]));
  return file;
}
