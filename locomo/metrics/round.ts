/** Python's `round(value, 3)`: the nearest thousandth of the exact binary value, ties to even. */
export function roundAsPython(value: number): number {
  // A tie is an odd multiple of 1/2000; the only doubles among those are multiples of 1/16, whose
  // thousandfold is exact. toFixed is exact too, but sends ties up.
  return Number.isInteger(value * 16) ? roundAsNumpy(value) : Number(value.toFixed(3));
}

/** numpy's `round(value, 3)`: the rounded thousandfold, ties to even, divided by a thousand. */
export function roundAsNumpy(value: number): number {
  return roundHalfToEven(value * 1000) / 1000;
}

function roundHalfToEven(value: number): number {
  const floor = Math.floor(value);
  const isTie = value - floor === 0.5;
  return isTie ? floor + (floor % 2) : Math.round(value);
}
