import type { Question } from './question.ts';
import type { Sentence } from './sentences.ts';
import type { Token } from './tokens.ts';
import {
  auxiliaries,
  conjunctions,
  determiners,
  isFunctionWord,
  looksVerbal,
  prepositions,
  pronouns,
} from './word-classes.ts';

export const spanFeatures = [
  'sentence',
  'retrieval',
  'overlap',
  'bySubject',
  'firstPerson',
  'title',
  'afterQuestionWord',
  'afterPreposition',
  'afterVerb',
  'afterDeterminer',
  'startsSentence',
  'beforeMark',
  'beforeFunction',
  'pronouns',
  'questionWords',
  'marks',
  'endsOnFunction',
  'startsOnFunction',
  'startsPreposition',
  'length',
  'short',
  'name',
  'number',
  'cause',
  'gerund',
  'place',
  'feeling',
  'verbs',
  'speakerName',
  'conj',
  'endsContent',
  'afterConj',
  'idf',
  'longq',
  's_overlap',
  's_pass',
  's_ret',
  's_rank',
  's_subj',
  's_date',
  's_asked',
  's_q',
  's_len',
  's_first',
  's_img',
  's_n',
  's_greet',
  's_both',
] as const;
export type SpanFeature = (typeof spanFeatures)[number];

/** A run of words of a sentence. */
export interface Span {
  readonly sentence: Sentence;
  /** Token positions, `to` excluded. */
  readonly from: number;
  readonly to: number;
}
export const longestSpan = 16;

export function features(
  question: Question,
  sentence: Sentence,
  emit: (from: number, to: number, values: readonly number[]) => void,
): void {
  const tokens = sentence.tokens;
  const inQ = tokens.map((t) => t.isWord && question.stems.has(t.stem));
  const titles = quoted(tokens);
  for (let from = 0; from < tokens.length; from++) {
    const first = tokens[from];
    if (!first || !first.isWord || conjunctions.has(first.lower)) continue;
    const prev = tokens[from - 1];
    let near = 0;
    for (let d = 1; d <= 6; d++)
      if (inQ[from - d]) {
        near = (7 - d) / 6;
        break;
      }
    let words = 0,
      pron = 0,
      qw = 0,
      marks = 0,
      names = 0,
      nums = 0,
      vb = 0,
      sp = 0,
      cj = 0,
      content = 0;
    for (let to = from + 1; to <= tokens.length && words < longestSpan; to++) {
      const last = tokens[to - 1];
      if (!last) break;
      if (!last.isWord) {
        if (!/['"“”’]/.test(last.text)) marks++;
        continue;
      }
      words++;
      if (pronouns.has(last.lower.replace(/'.*$/, ''))) pron++;
      if (inQ[to - 1]) qw++;
      else if (!isFunctionWord(last.lower) && !pronouns.has(last.lower)) content++;
      if (
        to > 1 &&
        /^\p{Lu}/u.test(last.text) &&
        last.text !== 'I' &&
        !last.text.startsWith("I'") &&
        !inQ[to - 1] &&
        !isFunctionWord(last.lower)
      )
        names++;
      if (
        /^\d/.test(last.text) ||
        /^(one|two|three|four|five|six|seven|eight|nine|ten|once|twice)$/.test(last.lower)
      )
        nums++;
      if (looksVerbal(last.lower)) vb++;
      if (conjunctions.has(last.lower)) {
        cj++;
        continue;
      }
      const next = tokens[to];
      const isCont = !isFunctionWord(last.lower);
      emit(from, to, [
        sentence.score,
        sentence.retrieval,
        sentence.overlap,
        +sentence.bySubject,
        +sentence.inFirstPerson,
        +titles.some(([a, b]) => a === from && b === to),
        near,
        +(!!prev && prepositions.has(prev.lower)),
        +(!!prev && looksVerbal(prev.lower)),
        +(!!prev && determiners.has(prev.lower)),
        +(from === 0),
        +(!next || !next.isWord),
        +(!!next && (conjunctions.has(next.lower) || prepositions.has(next.lower))),
        pron,
        qw,
        marks,
        +!isCont,
        +isFunctionWord(first.lower),
        +prepositions.has(first.lower),
        words / 10,
        +(words <= 2),
        +(names > 0 && ['who', 'where', 'what'].includes(question.kind)),
        +(nums > 0 && question.kind === 'count'),
        +(question.kind === 'why' && (cause(prev) || cause(first))),
        +first.lower.endsWith('ing'),
        +(question.kind === 'where' && !!prev && /^(in|at|to|from|near|on)$/.test(prev.lower)),
        +(
          question.kind === 'how' &&
          /\bfeel|describe/.test(question.text) &&
          !!prev &&
          auxiliaries.has(prev.lower.replace(/^.*'/, ''))
        ),
        vb,
        sp,
        cj,
        +isCont,
        +(!!prev && conjunctions.has(prev.lower)),
        content,
        (+['why', 'how'].includes(question.kind) * words) / 10,
        ...sentence.parts,
      ]);
    }
  }
}
const cause = (t: Token | undefined): boolean => !!t && /^(because|since|to|for|so|as)$/.test(t.lower);
function quoted(tokens: readonly Token[]): [number, number][] {
  const marks = tokens.flatMap((t, i) => (/^["“”]$/.test(t.text) ? [i] : []));
  const out: [number, number][] = [];
  for (let i = 0; i + 1 < marks.length; i += 2) out.push([(marks[i] ?? 0) + 1, marks[i + 1] ?? 0]);
  return out;
}
