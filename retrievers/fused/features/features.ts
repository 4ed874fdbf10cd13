import type { Feature } from '../feature.ts';
import { answersCovered, answersWords, secondBefore, turnBefore } from './before.ts';
import { coverage } from './coverage.ts';
import { sessionDay, sessionMonth } from './dates.ts';
import { newCapitals, newNames, tellsTime } from './kind-of-answer.ts';
import { ownWords } from './own-words.ts';
import { phrases } from './phrases.ts';
import { secondRound } from './second-round.ts';
import { sessionWords } from './session-words.ts';
import { spelling } from './spelling.ts';
import { maxSim, meaning, sessionMaxSim, softCoverage } from './token-features.ts';
import { isQuestion, news, opening, speaker } from './turn-kind.ts';
import { windowWords } from './window-words.ts';

/** Those that read words and dates. */
export const lexicalFeatures: readonly Feature[] = [
  coverage,
  windowWords,
  ownWords,
  turnBefore,
  secondBefore,
  answersCovered,
  answersWords,
  isQuestion,
  speaker,
  sessionMonth,
  sessionDay,
  tellsTime,
  newNames,
  newCapitals,
  news,
  opening,
  sessionWords,
  phrases,
  spelling,
  secondRound,
];

/** Those that compare word pieces. */
export const tokenFeatures: readonly Feature[] = [softCoverage, maxSim, sessionMaxSim, meaning];
