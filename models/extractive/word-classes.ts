/** The words of lines, each line a list separated by blanks. */
const listed = (...lines: readonly string[]): ReadonlySet<string> =>
  new Set(lines.flatMap((line) => line.split(' ')));

/** Closed classes of English words, in lower case; a word may stand in several. */
const classes = {
  pronoun: listed(
    'i me my mine myself you your yours yourself he him his himself she her hers herself',
    'it its itself we us our ours ourselves they them their theirs themselves',
  ),
  conjunction: listed(
    'and or but so because if when while than then though although',
    'that which who where why how what',
  ),
  time: listed(
    'yesterday today tomorrow tonight now recently lately soon ago last next week weekend month year',
    'morning afternoon evening night once already finally just really also too even',
    'monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thurs fri sat sun',
  ),
  interjection: listed(
    'wow hey hi thanks thank yeah yep yes no oh awesome great sure congrats haha aww cool nice glad',
  ),
} as const;

/** What a word does in a sentence. `time` holds the adverbs that an answer can do without, too. */
export type WordClass = keyof typeof classes;

const functionWords = listed(
  'a an the this that these those some any each every another',
  'about above across after against along among around as at before behind between by during from for',
  'in into like near of off on onto over since through to toward towards under until up upon with within without',
  'am is are was were be been being do does did have has had will would can could should may might must',
  "don't doesn't didn't isn't aren't wasn't weren't won't wouldn't can't couldn't haven't hasn't hadn't",
  'gonna wanna gotta',
  ...[classes.conjunction, classes.pronoun].map((words) => [...words].join(' ')),
);

/** Whether a word in lower case belongs to a class; a pronoun may begin a contraction. */
export const isOf = (word: string, wordClass: WordClass): boolean =>
  classes[wordClass].has(wordClass === 'pronoun' ? word.replace(/'.*$/, '') : word);

/** Whether a word in lower case has no content of its own. */
export const isFunctionWord = (word: string): boolean => functionWords.has(word);
