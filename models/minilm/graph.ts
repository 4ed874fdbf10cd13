import { GraphBuilder } from '../onnx/graph.ts';
import type { Safetensors } from './safetensors.ts';

/** The sizes of a BERT encoder, as `config.json` gives them. */
export interface BertConfig {
  readonly layers: number;
  readonly heads: number;
  readonly hidden: number;
  /** Added to the variance in layer normalisation. */
  readonly epsilon: number;
}

/**
 * The BERT encoder (Devlin et al. 2019) as an ONNX graph: `input_ids`, `attention_mask` and
 * `token_type_ids` [batch, sequence] in, `last_hidden_state` [batch, sequence, hidden] out.
 *
 * Between the layers all tokens of a batch lie in one matrix [batch · sequence, hidden], so that each
 * dense layer is one `Gemm` over the weights as they are stored, [out, in].
 */
export function bertGraph(weights: Safetensors, config: BertConfig): GraphBuilder {
  const graph = new GraphBuilder('bert');
  const { hidden, heads } = config;
  const headSize = hidden / heads;

  const weight = (name: string) => graph.constant(name, weights.tensor(name));
  const scalar = (name: string, value: number) =>
    graph.constant(name, { shape: [], data: Float32Array.of(value) });
  const integers = (name: string, values: readonly number[], shape: readonly number[] = [values.length]) =>
    graph.constant(name, { shape, data: BigInt64Array.from(values, BigInt) });

  const dense = (input: string, name: string) =>
    graph.node('Gemm', [input, weight(`${name}.weight`), weight(`${name}.bias`)], { transB: { int: 1 } });
  const normalise = (input: string, name: string) =>
    graph.node('LayerNormalization', [input, weight(`${name}.weight`), weight(`${name}.bias`)], {
      epsilon: { float: config.epsilon },
    });
  const transpose = (input: string, perm: readonly number[]) =>
    graph.node('Transpose', [input], { perm: { ints: perm } });

  const ids = graph.input('input_ids', 'int64', ['batch', 'sequence']);
  const mask = graph.input('attention_mask', 'int64', ['batch', 'sequence']);
  const types = graph.input('token_type_ids', 'int64', ['batch', 'sequence']);

  const shape = graph.node('Shape', [ids]);
  const tokenRows = integers('token_rows', [-1, hidden]);
  const headShape = graph.node('Concat', [shape, integers('head_sizes', [heads, headSize])], {
    axis: { int: 0 },
  });
  const outputShape = graph.node('Concat', [shape, integers('hidden_size', [hidden])], { axis: { int: 0 } });

  /** Word, position and type embeddings, summed and normalised. */
  const embeddings = () => {
    const lookUp = (table: string, indices: string) =>
      graph.node('Gather', [weight(`embeddings.${table}_embeddings.weight`), indices]);
    const one = integers('one', [1], []);
    const length = graph.node('Gather', [shape, one]);
    const positions = graph.node('Range', [integers('zero', [0], []), length, one]);
    const typed = graph.node('Add', [lookUp('word', ids), lookUp('token_type', types)]);
    const placed = graph.node('Add', [typed, lookUp('position', positions)]);
    return normalise(graph.node('Reshape', [placed, tokenRows]), 'embeddings.LayerNorm');
  };

  /** 0 for a token, -10,000 for padding, as [batch, 1, 1, sequence]: added to scores before softmax. */
  const maskBias = () => {
    const float = 1; // its number in TensorProto.DataType
    const real = graph.node('Cast', [mask], { to: { int: float } });
    const padding = graph.node('Sub', [scalar('one_float', 1), real]);
    const bias = graph.node('Mul', [padding, scalar('masked', -10_000)]);
    return graph.node('Unsqueeze', [bias, integers('mask_axes', [1, 2])]);
  };

  let states = embeddings();
  const bias = maskBias();
  const scale = scalar('attention_scale', 1 / Math.sqrt(headSize));

  /** Multi-head attention of every token to every token of its own text. */
  const attention = (input: string, name: string) => {
    const split = (part: string, perm: readonly number[]) =>
      transpose(graph.node('Reshape', [dense(input, `${name}.self.${part}`), headShape]), perm);
    const query = split('query', [0, 2, 1, 3]);
    const keyTransposed = split('key', [0, 2, 3, 1]);
    const value = split('value', [0, 2, 1, 3]);
    const scores = graph.node('Mul', [graph.node('MatMul', [query, keyTransposed]), scale]);
    const shares = graph.node('Softmax', [graph.node('Add', [scores, bias])]);
    const mixed = transpose(graph.node('MatMul', [shares, value]), [0, 2, 1, 3]);
    return dense(graph.node('Reshape', [mixed, tokenRows]), `${name}.output.dense`);
  };

  for (let layer = 0; layer < config.layers; layer += 1) {
    const name = `encoder.layer.${layer}`;
    const attended = normalise(
      graph.node('Add', [attention(states, `${name}.attention`), states]),
      `${name}.attention.output.LayerNorm`,
    );
    const inner = graph.node('Gelu', [dense(attended, `${name}.intermediate.dense`)]);
    const outer = dense(inner, `${name}.output.dense`);
    states = normalise(graph.node('Add', [outer, attended]), `${name}.output.LayerNorm`);
  }

  const result = graph.node('Reshape', [states, outputShape]);
  graph.output('last_hidden_state', result, 'float', ['batch', 'sequence', hidden]);
  return graph;
}
