import type { TokenVectors } from '../../models/embedder.ts';
import type { Corpus } from '../retriever.ts';
import { prepareConversation, type Conversation } from './conversation.ts';
import type { Feature } from './feature.ts';
import { weighedSum, type FeatureWeights } from './linear.ts';
import { openPassages, passageFeatures, type PassageColumns } from './passage-features.ts';
import { prepareQuestion, type Question } from './question.ts';
import type { TokenMatcher } from './token-matches.ts';

/** What the passages of a corpus are: turns, sessions as wholes, or whatever cites turns. */
export type PassageKind = 'turns' | 'sessions' | 'cited';

/** The weights of a ranker. */
export interface RankerWeights {
  readonly turns: FeatureWeights;
  /** For passages that stand for turns; by what they are. */
  readonly sessions: FeatureWeights;
  readonly cited: FeatureWeights;
}

/** What the passages of a corpus are. */
export function kindOf({ passages }: Pick<Corpus, 'passages'>): PassageKind {
  if (passages.every(({ id, turnIds }) => turnIds[0] === id)) return 'turns';
  return passages.every(({ evidenceIds }) => evidenceIds.every((id) => id.startsWith('S')))
    ? 'sessions'
    : 'cited';
}

/** A conversation with its features opened. */
export interface OpenedConversation {
  readonly conversation: Conversation;
  /** The features of all turns for a question, with their names. */
  columns(question: Question): readonly { readonly name: string; readonly values: ArrayLike<number> }[];
  /** Prepares a question; with its token vectors where the features compare them. */
  prepare(text: string, tokens?: TokenVectors): Promise<Question>;
}

/** Opens the features of a conversation; a matcher where some compare token vectors. */
export async function openConversation(
  corpus: Pick<Corpus, 'speakers' | 'sessions'>,
  features: readonly Feature[],
  openMatcher?: (conversation: Conversation) => Promise<TokenMatcher>,
): Promise<OpenedConversation> {
  const conversation = prepareConversation(corpus);
  const matcher = await openMatcher?.(conversation);
  const opened = features.map((feature) => ({ name: feature.name, scores: feature.open(conversation) }));
  return {
    conversation,
    columns: (question) => opened.map(({ name, scores }) => ({ name, values: scores(question) })),
    async prepare(text, tokens) {
      const matches = tokens === undefined ? undefined : await matcher?.(tokens);
      return prepareQuestion(text, conversation, matches);
    },
  };
}

/** Scores passages for a prepared question. */
export function openRanker(
  corpus: Corpus,
  { conversation, columns }: OpenedConversation,
  weights: RankerWeights,
): (question: Question, ownTokens?: Float64Array) => Float64Array {
  const turnScores = (question: Question): Float64Array =>
    weighedSum(conversation.turns.length, columns(question), weights.turns);
  const kind = kindOf(corpus);
  if (kind === 'turns') {
    const placeOf = new Map(conversation.turns.map(({ turn, place }) => [turn.id, place]));
    const places = corpus.passages.map(({ id }) => placeOf.get(id));
    return (question) => {
      const scores = turnScores(question);
      return Float64Array.from(places, (place) => (place === undefined ? 0 : (scores[place] ?? 0)));
    };
  }
  const passages = openPassages(corpus, conversation);
  return (question, ownTokens) =>
    weighedSum(
      corpus.passages.length,
      namedColumns(passages(question, turnScores(question), ownTokens)),
      weights[kind],
    );
}

/** The columns of passages with their names, in a fixed order. */
export function namedColumns(
  columns: PassageColumns,
): readonly { readonly name: string; readonly values: Float64Array }[] {
  return passageFeatures.map((name) => ({ name, values: columns[name] }));
}
