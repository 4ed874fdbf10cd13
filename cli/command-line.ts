/** The command that a user typed, ready to be typed again. To resume, nothing is to be computed anew. */
export function commandLine(
  words: readonly string[],
  { resume, command = 'run' }: { readonly resume: boolean; readonly command?: string },
): string {
  const kept = resume ? words.filter((word, index) => !isOverwrite(word, words[index - 1])) : words;
  return commandOf(command, kept);
}

/** A command with these words, as a shell reads them. */
export function commandOf(command: string, words: readonly string[]): string {
  return [`pipeline ${command}`, ...words.map(quoted)].join(' ');
}

/** True for the flag `--overwrite` and for the steps behind it. */
function isOverwrite(word: string, before: string | undefined): boolean {
  if (word === '--overwrite' || word.startsWith('--overwrite=')) return true;
  return before === '--overwrite' && !word.startsWith('-');
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
