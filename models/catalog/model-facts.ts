/** What is known of a model before it is asked. */
export interface ModelFacts {
  /** The name under which it is asked for, such as `openai:gpt-4o-mini`. */
  readonly name: string;
  /** Tokens of prompt and reply together; null where it is not known. */
  readonly contextTokens: number | null;
  /** Tokens of the longest reply; null where it is not known. */
  readonly replyTokens: number | null;
  /** How its tokens are counted: the name of a tokeniser. */
  readonly tokeniser: string;
  /** Dollars for a million tokens; null where they are not known. */
  readonly price: Price | null;
}

/** Dollars for a million tokens. */
export interface Price {
  readonly input: number;
  /** Of prompts that the provider had kept; as `input` where absent. */
  readonly cachedInput?: number;
  /** Of prompts that the provider is told to keep; as `input` where absent. */
  readonly cacheWrite?: number;
  readonly output: number;
  /** What a call through the provider's batch endpoint costs, as a share of these prices; 1 where there is none. */
  readonly batchShare?: number;
}
