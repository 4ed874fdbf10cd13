/**
 * The arithmetic mean, added up in the order of numpy (which takes lists of up to 128 values in eight
 * interleaved lanes), so that it equals `numpy.mean` to the last bit: the released scorer rounds it,
 * and near a tie the last bit decides. NaN for no values.
 */
export function numpyMean(values: readonly number[]): number {
  const whole = values.length < 8 ? 0 : values.length - (values.length % 8);
  const lane = (start: number): number =>
    sum(values.filter((_, index) => index < whole && index % 8 === start));
  const lanes = lane(0) + lane(1) + (lane(2) + lane(3)) + (lane(4) + lane(5) + (lane(6) + lane(7)));
  return sum(values.slice(whole), lanes) / values.length;
}

function sum(values: readonly number[], start = 0): number {
  return values.reduce((total, value) => total + value, start);
}
