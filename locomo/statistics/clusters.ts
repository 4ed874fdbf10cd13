/** The values of one cluster, added up: here the scores, or differences of scores, of one conversation. */
export interface Cluster {
  readonly sum: number;
  /** Values added; at least 1. */
  readonly count: number;
}

/** A value with the name of the cluster that it belongs to. */
export interface ClusteredValue {
  readonly cluster: string;
  readonly value: number;
}

/** Adds values up by cluster, in the order in which the clusters first come. */
export function clustersOf(values: Iterable<ClusteredValue>): readonly Cluster[] {
  const clusters = new Map<string, { sum: number; count: number }>();
  for (const { cluster, value } of values) {
    const found = clusters.get(cluster);
    if (found === undefined) clusters.set(cluster, { sum: value, count: 1 });
    else {
      found.sum += value;
      found.count++;
    }
  }
  return [...clusters.values()];
}
