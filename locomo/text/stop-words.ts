/**
 * English words that say nothing about the topic of a text, in lower case, with the pieces that an
 * apostrophe leaves behind (`don't` is read as `don`, `t`).
 */
export const stopWords: ReadonlySet<string> = new Set(
  [
    'a an the this that these those',
    'i me my you your he him his she her hers it its we us our they them their',
    'and or but if so than then as of at by for from in into on to with about',
    'am is are was were be been being do does did done doing have has had having',
    'will would can could should may might',
    'what which who whom whose when where why how',
    'not no there here just very too also',
    's t d m ll re ve don didn doesn isn wasn',
  ].flatMap((line) => line.split(' ')),
);
