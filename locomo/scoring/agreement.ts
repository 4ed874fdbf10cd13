/** What each rater says of one unit; undefined where a rater says nothing. */
export type Ratings<Label> = readonly (Label | undefined)[];

/** How far raters agree. Each is null where it is not defined. */
export interface Agreement {
  /** Units that at least two raters rated. */
  readonly units: number;
  /** The mean over these units of the share of pairs of raters that agree, in [0, 1]. */
  readonly raw: number | null;
  /** Cohen's kappa; null for other than two raters, and where chance alone would always agree. */
  readonly kappa: number | null;
  /** Krippendorff's alpha for nominal data; null where all ratings are the same. */
  readonly alpha: number | null;
}

/** Measures the agreement of raters: one list a unit, with the raters in the same order in each. */
export function agreementOf<Label>(units: readonly Ratings<Label>[]): Agreement {
  const rated = units
    .map((unit) => unit.filter((label) => label !== undefined))
    .filter((unit) => unit.length > 1);
  return {
    units: rated.length,
    raw: rated.length === 0 ? null : sum(rated.map(agreeingPairs)) / rated.length,
    kappa: cohensKappa(units),
    alpha: krippendorffsAlpha(rated),
  };
}

/** The share of ordered pairs of a unit's ratings that agree. */
function agreeingPairs(unit: readonly unknown[]): number {
  const pairs = [...counts(unit).values()].map((count) => count * (count - 1));
  return sum(pairs) / (unit.length * (unit.length - 1));
}

/**
 * Cohen's kappa of two raters, (p_o - p_e) / (1 - p_e), over the units that both rated. Source: J. Cohen, "A
 * coefficient of agreement for nominal scales", Educational and Psychological Measurement 20 (1960), 37-46.
 */
export function cohensKappa<Label>(units: readonly Ratings<Label>[]): number | null {
  if (units.some((unit) => unit.length !== 2)) return null;
  const both = units.flatMap(([a, b]) => (a === undefined || b === undefined ? [] : [[a, b] as const]));
  if (both.length === 0) return null;
  const observed = both.filter(([a, b]) => a === b).length / both.length;
  const [first, second] = [counts(both.map(([a]) => a)), counts(both.map(([, b]) => b))];
  const chance = sum([...first].map(([label, count]) => count * (second.get(label) ?? 0))) / both.length ** 2;
  return chance === 1 ? null : (observed - chance) / (1 - chance);
}

/**
 * Krippendorff's alpha for nominal data with any number of raters and missing ratings, 1 - D_o / D_e from the
 * matrix of coincidences. Source: K. Krippendorff, "Computing Krippendorff's Alpha-Reliability" (2011), section D.
 */
function krippendorffsAlpha(rated: readonly (readonly unknown[])[]): number | null {
  const all = counts(rated.flat());
  const n = sum([...all.values()]);
  const coincidences = sum(rated.map((unit) => unit.length * agreeingPairs(unit)));
  const expected = n ** 2 - sum([...all.values()].map((count) => count ** 2));
  return expected === 0 ? null : 1 - ((n - 1) * (n - coincidences)) / expected;
}

function counts<Label>(labels: readonly Label[]): ReadonlyMap<Label, number> {
  const found = new Map<Label, number>();
  for (const label of labels) found.set(label, (found.get(label) ?? 0) + 1);
  return found;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
