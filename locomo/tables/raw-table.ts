/** A table as its file has it: text in cells. */
export interface RawTable {
  readonly title?: string;
  readonly source?: string;
  /** Where it begins, for messages. */
  readonly where: string;
  readonly headings: readonly string[];
  readonly rows: readonly RawRow[];
}

/** A row of cells, one for each heading, and where it stands. */
export interface RawRow {
  readonly where: string;
  readonly cells: readonly string[];
}
