const listed = (...lines: readonly string[]): ReadonlySet<string> =>
  new Set(lines.flatMap((line) => line.split(' ')));

/** Closed word classes of English, in lower case. A word stands in the class it mostly has in talk. */
export const pronouns = listed(
  'i me my mine myself you your yours yourself he him his himself she her hers herself',
  'it its itself we us our ours ourselves they them their theirs themselves',
);
export const firstPerson = listed(
  "i me my mine myself we us our ours i'm i've i'd i'll we're we've we'll we'd",
);
export const determiners = listed('a an the this that these those some any each every another');
export const prepositions = listed(
  'about above across after against along among around as at before behind between by during for from',
  'in into like near of off on onto over since through to toward towards under until up upon with within without',
);
export const conjunctions = listed(
  'and or but so because if when while than then though although that which who',
);
export const auxiliaries = listed(
  'am is are was were be been being do does did have has had will would can could should may might must',
  "don't doesn't didn't isn't aren't wasn't weren't won't wouldn't can't couldn't haven't hasn't hadn't gonna wanna gotta",
);
const verbs = listed(
  'went gone got get made make took take saw see found find came come felt feel thought think said say told tell',
  'bought buy gave give kept keep left leave met meet ran run won win lost lose read wrote write began begin',
  'started start tried try love loved like liked enjoy enjoyed need want wanted hope plan called call named use used',
  'play played help helped work worked live lived learn learned finished finish decided decide joined join visited',
  'grew grow taught teach built build drew draw sang sing ate eat drank drink wore wear held hold sent send brought',
);

/** Whether a lower-case word is probably a verb, by a short list and by its ending; no tagger is used. */
export const looksVerbal = (word: string): boolean =>
  verbs.has(word) ||
  auxiliaries.has(word) ||
  /.{2}(?:ed|ing)$/.test(word) ||
  /['’](?:m|s|re|ve|d|ll)$/.test(word);

/** Whether a lower-case word carries no content of its own. */
export const isFunctionWord = (word: string): boolean =>
  pronouns.has(word) ||
  determiners.has(word) ||
  prepositions.has(word) ||
  conjunctions.has(word) ||
  auxiliaries.has(word);
