import { floatField, integerField, messageField, textField, type Pieces } from './protobuf.ts';

/** Element types by their number in `TensorProto.DataType`. */
const elementTypes = { float: 1, int64: 7 } as const;
export type ElementType = keyof typeof elementTypes;

/** A size that is known, or a name for one that a run decides. */
export type Dimension = number | string;

/** An attribute of a node, with the type that ONNX is to read it as. */
export type Attribute =
  { readonly int: number } | { readonly float: number } | { readonly ints: readonly number[] };

/** Numbers in row-major order; their array decides the element type. */
export interface ConstantTensor {
  readonly shape: readonly number[];
  readonly data: Float32Array | BigInt64Array;
}

const irVersion = 9;
/** Opset 20 is the first with `Gelu`. */
const opsetVersion = 20;

/**
 * Builds an ONNX model (onnx.proto3) node by node. Values go by name: `input`, `constant` and `node`
 * return the name under which the value is used further on.
 */
export class GraphBuilder {
  readonly #name: string;
  readonly #nodes: Pieces[] = [];
  readonly #constants: Pieces[] = [];
  readonly #inputs: Pieces[] = [];
  readonly #outputs: Pieces[] = [];

  constructor(name: string) {
    this.#name = name;
  }

  /** Declares an input of the model. */
  input(name: string, type: ElementType, shape: readonly Dimension[]): string {
    this.#inputs.push(valueInfo(name, type, shape));
    return name;
  }

  /** Stores a tensor in the model. */
  constant(name: string, tensor: ConstantTensor): string {
    this.#constants.push(encodeTensor(name, tensor));
    return name;
  }

  /** Applies an operator and names its only result. */
  node(operator: string, inputs: readonly string[], attributes: { readonly [name: string]: Attribute } = {}) {
    const result = `${operator}_${this.#nodes.length}`;
    this.#nodes.push(encodeNode(operator, inputs, result, attributes));
    return result;
  }

  /** Declares a value as an output of the model under a name of its own. */
  output(name: string, value: string, type: ElementType, shape: readonly Dimension[]): void {
    this.#nodes.push(encodeNode('Identity', [value], name, {}));
    this.#outputs.push(valueInfo(name, type, shape));
  }

  /** The bytes of the `ModelProto`, in pieces. */
  encode(): Pieces {
    const graph = [
      ...this.#nodes.flatMap((node) => messageField(1, node)),
      ...textField(2, this.#name),
      ...this.#constants.flatMap((tensor) => messageField(5, tensor)),
      ...this.#inputs.flatMap((value) => messageField(11, value)),
      ...this.#outputs.flatMap((value) => messageField(12, value)),
    ];
    return [
      ...integerField(1, irVersion),
      ...messageField(7, graph),
      ...messageField(8, integerField(2, opsetVersion)),
    ];
  }
}

/** `NodeProto` */
function encodeNode(
  operator: string,
  inputs: readonly string[],
  result: string,
  attributes: { readonly [name: string]: Attribute },
): Pieces {
  return [
    ...inputs.flatMap((name) => textField(1, name)),
    ...textField(2, result),
    ...textField(3, result),
    ...textField(4, operator),
    ...Object.entries(attributes).flatMap(([name, value]) => messageField(5, encodeAttribute(name, value))),
  ];
}

/** `AttributeProto`; field 20 is the type: 1 float, 2 integer, 7 list of integers. */
function encodeAttribute(name: string, attribute: Attribute): Pieces {
  const head = textField(1, name);
  if ('float' in attribute) return [...head, ...floatField(2, attribute.float), ...integerField(20, 1)];
  if ('int' in attribute) return [...head, ...integerField(3, attribute.int), ...integerField(20, 2)];
  return [...head, ...attribute.ints.flatMap((value) => integerField(8, value)), ...integerField(20, 7)];
}

/** `TensorProto`; field 9 holds the numbers as they lie in memory, little-endian. */
function encodeTensor(name: string, { shape, data }: ConstantTensor): Pieces {
  const type = data instanceof Float32Array ? elementTypes.float : elementTypes.int64;
  return [
    ...shape.flatMap((size) => integerField(1, size)),
    ...integerField(2, type),
    ...textField(8, name),
    ...messageField(9, [new Uint8Array(data.buffer, data.byteOffset, data.byteLength)]),
  ];
}

/** `ValueInfoProto` of a tensor. */
function valueInfo(name: string, type: ElementType, shape: readonly Dimension[]): Pieces {
  const dimensions = shape.flatMap((size) =>
    messageField(1, typeof size === 'number' ? integerField(1, size) : textField(2, size)),
  );
  const tensorType = [...integerField(1, elementTypes[type]), ...messageField(2, dimensions)];
  return [...textField(1, name), ...messageField(2, messageField(1, tensorType))];
}
