/** The words of lines, each line a list separated by blanks. */
const listed = (...lines: readonly string[]): ReadonlySet<string> =>
  new Set(lines.flatMap((line) => line.split(' ')));

/** What a word does in a sentence, by short lists and by its ending: no tagger is used. */
export type WordClass =
  'pronoun' | 'determiner' | 'preposition' | 'conjunction' | 'auxiliary' | 'verb' | 'time' | 'interjection';

const classes: Readonly<Record<WordClass, ReadonlySet<string>>> = {
  pronoun: listed(
    'i me my mine myself you your yours yourself he him his himself she her hers herself',
    'it its itself we us our ours ourselves they them their theirs themselves',
  ),
  determiner: listed('a an the this that these those some any each every another'),
  preposition: listed(
    'about above across after against along among around as at before behind between by during from for',
    'in into like near of off on onto over since through to toward towards under until up upon with within without',
  ),
  conjunction: listed(
    'and or but so because if when while than then though although',
    'that which who where why how what',
  ),
  auxiliary: listed(
    'am is are was were be been being do does did have has had will would can could should may might must',
    "don't doesn't didn't isn't aren't wasn't weren't won't wouldn't can't couldn't haven't hasn't hadn't",
    'gonna wanna gotta',
  ),
  verb: listed(
    'went go gone got get made make took take saw see found find came come felt feel thought think said say told',
    'bought buy gave give kept keep left leave met meet ran run won win lost lose read wrote write began begin',
    'start try love like enjoy need want hope plan call name use play help work live learn finish decide join visit',
    'grew grow taught teach built build drew draw sang sing ate eat drank drink wore wear held hold sent send brought',
  ),
  time: listed(
    'yesterday today tomorrow tonight now recently lately soon ago last next week weekend month year',
    'morning afternoon evening night once already finally just really also too even',
    'monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thurs fri sat sun',
  ),
  interjection: listed(
    'wow hey hi thanks thank yeah yep yes no oh awesome great sure congrats haha aww cool nice glad',
  ),
};

/** Whether a word in lower case belongs to a class; of a contraction the first part counts for pronouns. */
export function isOf(word: string, wordClass: WordClass): boolean {
  if (wordClass === 'pronoun') return classes.pronoun.has(word.replace(/'.*$/, ''));
  if (wordClass !== 'verb') return classes[wordClass].has(word);
  return (
    classes.verb.has(word) || classes.auxiliary.has(word) || /.{2}(?:ed|ing)$|'(?:m|s|re|ve|d|ll)$/.test(word)
  );
}

/** Whether a word in lower case carries no content of its own. */
export const isFunctionWord = (word: string): boolean =>
  (['determiner', 'preposition', 'conjunction', 'auxiliary'] as const).some((name) => isOf(word, name)) ||
  classes.pronoun.has(word);
