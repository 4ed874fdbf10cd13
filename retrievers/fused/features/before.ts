import { neighbour } from '../conversation.ts';
import type { Feature } from '../feature.ts';
import { openCoverage } from './coverage.ts';
import { openOwnWords } from './own-words.ts';

/** BM25 of the turn before. */
export const turnBefore: Feature = wordsBefore('turnBefore', 1);

/** BM25 of the turn before that. */
export const secondBefore: Feature = wordsBefore('secondBefore', 2);

/** Where the turn before asks: how well it covers the question. */
export const answersCovered: Feature = {
  name: 'answersCovered',
  open(conversation) {
    const coverage = openCoverage(conversation);
    const asked = conversation.turns.map((turn) => {
      const before = neighbour(conversation, turn, -1);
      return before?.asksAnywhere === true ? before.place : undefined;
    });
    return (question) => {
      const covered = coverage(question);
      return Float64Array.from(asked, (place) => (place === undefined ? 0 : (covered[place] ?? 0)));
    };
  },
};

/** Where the other speaker asks in the turn before: its BM25. */
export const answersWords: Feature = {
  name: 'answersWords',
  open(conversation) {
    const ownWords = openOwnWords(conversation);
    const asked = conversation.turns.map((turn) => {
      const before = neighbour(conversation, turn, -1);
      const isAsked = before?.asksAnywhere === true && before.turn.speaker !== turn.turn.speaker;
      return isAsked ? before.place : undefined;
    });
    return (question) => {
      const scores = ownWords(question);
      return Float64Array.from(asked, (place) => (place === undefined ? 0 : (scores[place] ?? 0)));
    };
  },
};

function wordsBefore(name: string, offset: number): Feature {
  return {
    name,
    open(conversation) {
      const ownWords = openOwnWords(conversation);
      const places = conversation.turns.map((turn) => neighbour(conversation, turn, -offset)?.place);
      return (question) => {
        const scores = ownWords(question);
        return Float64Array.from(places, (place) => (place === undefined ? 0 : (scores[place] ?? 0)));
      };
    },
  };
}
