import type { Command } from 'commander';

/** Builds a command for the words that follow its name; only then is its code loaded. */
export type BuildCommand = (words: readonly string[]) => Command | Promise<Command>;
