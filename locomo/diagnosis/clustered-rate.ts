import { intervalOf } from '../statistics/interval-of.ts';
import { wilsonInterval } from '../statistics/wilson.ts';
import { rateOf, type Rate } from '../statistics/rate.ts';

/** A rate over questions with its 95 % interval. */
export interface ClusteredRate extends Rate {
  /** In [0, 1]; null where there are no cases. */
  readonly interval: readonly [low: number, high: number] | null;
  /**
   * Over conversations, for questions of one are not independent (see `clusteredMean`). Where conversations do not tell,
   * because there is one or their shares are all the same, it is Wilson's, which takes questions for independent.
   */
  readonly method: 'conversations' | 'wilson' | null;
}

/** A case with the conversation that it belongs to. */
interface Case {
  readonly cluster: string;
}

/** How many of the cases are as asked. */
export function clusteredRateOf<T extends Case>(
  cases: readonly T[],
  isSo: (each: T) => boolean,
): ClusteredRate {
  const rate = rateOf(cases, isSo);
  if (rate.of === 0) return { ...rate, interval: null, method: null };
  const rows = cases.map((each) => ({ cluster: each.cluster, value: isSo(each) ? 1 : 0 }));
  const { interval, standardError } = intervalOf(rows);
  if (interval !== null && standardError !== null && standardError > 0)
    return { ...rate, interval, method: 'conversations' };
  return { ...rate, interval: wilsonInterval(rate.count, rate.of), method: 'wilson' };
}
