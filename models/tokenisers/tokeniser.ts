/** Counts the tokens of texts as a model does, or nearly. */
export interface Tokeniser {
  readonly name: string;
  /** False where the model's own is not published, and another stands in for it. */
  readonly isExact: boolean;
  /** Tokens of a text; one that holds the words of special tokens is counted as plain text. */
  count(text: string): number;
}
