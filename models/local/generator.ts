import type { ChatMessage } from '../chat-model.ts';

/** A language model in memory. */
export interface Generator {
  /** Tokens of prompt and reply together; null where they are not known. */
  readonly window: number | null;
  encode(messages: readonly ChatMessage[]): Encoded;
  count(text: string): number;
}

/** A chat as a model sees it, in tokens. */
export interface Encoded {
  readonly tokens: number;
  /** Goes on with it for at most so many tokens; throws the reason of the signal where that fires. */
  generate(most: number, signal: AbortSignal): Promise<Generated>;
}

/** The model's words, their tokens, and whether it ended them itself. */
export interface Generated {
  readonly text: string;
  readonly tokens: number;
  readonly isWhole: boolean;
}
