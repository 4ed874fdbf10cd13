import { GraphBuilder } from './onnx/graph.ts';

/** A matrix that many others are multiplied with. */
export interface HeldMatrix {
  /**
   * left · heldᵀ as leftRows × rows, row after row, for a `left` of leftRows × columns. A row of the
   * result depends on its row of `left` alone, to the last bit.
   */
  multiply(left: Float32Array, leftRows: number): Promise<Float32Array>;
}

/** Multiplies matrices of single precision with onnxruntime, some ten times as fast as plain loops. */
export interface MatrixProduct {
  /** Keeps `right`, rows × columns in row-major order; it is used as it lies there, not copied. */
  hold(right: Float32Array, rows: number, columns: number): HeldMatrix;
}

/** Loads onnxruntime; one product serves any number of matrices. */
export async function createMatrixProduct(): Promise<MatrixProduct> {
  const { InferenceSession, Tensor } = await import('onnxruntime-node');
  // One thread: with more, the order of summation would follow from how the columns are shared out.
  const session = await InferenceSession.create(productModel(), { intraOpNumThreads: 1 });

  return {
    hold(right, rows, columns) {
      checkSize(right, rows, columns);
      const held = new Tensor('float32', right, [rows, columns]);
      return {
        async multiply(left, leftRows) {
          checkSize(left, leftRows, columns);
          if (leftRows === 0 || rows === 0) return new Float32Array(0);
          // A single row would be summed in another order than one of many; a row of zeros avoids that.
          const usedRows = Math.max(2, leftRows);
          const used = new Float32Array(usedRows * columns);
          used.set(left);
          const { product } = await session.run({
            left: new Tensor('float32', used, [usedRows, columns]),
            right: held,
          });
          const data = product?.data;
          if (!(data instanceof Float32Array)) throw new Error('the matrix product gave no numbers');
          return data.subarray(0, leftRows * rows);
        },
      };
    },
  };
}

/** An ONNX model of one node: left · rightᵀ. */
function productModel(): Uint8Array {
  const graph = new GraphBuilder('matrix-product');
  const left = graph.input('left', 'float', ['leftRows', 'columns']);
  const right = graph.input('right', 'float', ['rows', 'columns']);
  const product = graph.node('Gemm', [left, right], { transB: { int: 1 } });
  graph.output('product', product, 'float', ['leftRows', 'rows']);
  return Buffer.concat(graph.encode());
}

function checkSize(matrix: Float32Array, rows: number, columns: number): void {
  if (matrix.length !== rows * columns)
    throw new RangeError(`expected ${rows} × ${columns} numbers, found ${matrix.length}`);
}
