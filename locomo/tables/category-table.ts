import type { Category } from '../sample.ts';

/** A printed number, and how many decimals it was printed with. */
export interface Printed {
  readonly value: number;
  readonly places: number;
}

/** A column of scores, under the category that its heading names. */
export interface CategoryColumn {
  /** The heading as it stands in the table. */
  readonly heading: string;
  /** The category of that name. */
  readonly named: Category;
  /** The released id, where the heading has one: `1 single-hop` has 1, whose name is another. */
  readonly id?: Category;
  /** The number of questions, where the table has it. */
  readonly count?: number;
}

/** One system's scores. */
export interface TableRow {
  readonly system: string;
  /** One for each column; null where nothing is printed. */
  readonly values: readonly (Printed | null)[];
  readonly overall: Printed | null;
  /** The number of questions that the row says it is over. */
  readonly n?: number;
}

/** Somebody's table of scores by category: five categories, or the four without adversarial. */
export interface CategoryTable {
  readonly title?: string;
  /** Where the figures were published. */
  readonly source?: string;
  readonly columns: readonly CategoryColumn[];
  readonly rows: readonly TableRow[];
}
