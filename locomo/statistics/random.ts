/** Random numbers that are the same for the same seed, on every machine. */
export interface Random {
  /** The next 32 bits, as an unsigned whole number. */
  bits(): number;
  /** A whole number from 0 to below `limit`, which is at most 2^32; each as likely as any other to 2^-32. */
  below(limit: number): number;
  /** A number from 0 to below 1, in steps of 2^-32. */
  uniform(): number;
}

/**
 * xoshiro128** (Blackman and Vigna, "Scrambled linear pseudorandom number generators", ACM TOMS 47(4), 2021),
 * period 2^128 - 1; its state is filled from the seed, a whole number, by `spread`.
 */
export function seededRandom(seed: number): Random {
  return xoshiro(spread(seed));
}

/** The generator from a state of four words of 32 bits, not all of them 0. */
export function xoshiro(state: readonly [number, number, number, number]): Random {
  let [a, b, c, d] = state;
  const bits = (): number => {
    const result = Math.imul(rotate(Math.imul(b, 5), 7), 9) >>> 0;
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = rotate(d, 11);
    return result;
  };
  const uniform = (): number => bits() / 2 ** 32;
  return { bits, uniform, below: (limit) => Math.floor(uniform() * limit) };
}

/** Four words from a seed: a Weyl sequence through the finaliser of MurmurHash3, so that near seeds are far apart. */
function spread(seed: number): [number, number, number, number] {
  const word = (index: number): number => {
    // The upper half of a large seed counts too.
    let mixed = (Math.imul(index, 0x9e3779b9) + seed) ^ Math.imul(Math.floor(seed / 2 ** 32), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return mixed ^ (mixed >>> 16);
  };
  return [word(1), word(2), word(3), word(4)];
}

function rotate(word: number, by: number): number {
  return (word << by) | (word >>> (32 - by));
}
