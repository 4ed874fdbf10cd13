import { describe, expect, it } from 'vitest';
import { prepareConversation } from '../../../retrievers/fused/conversation.ts';
import type { Feature } from '../../../retrievers/fused/feature.ts';
import {
  answersCovered,
  answersWords,
  secondBefore,
  turnBefore,
} from '../../../retrievers/fused/features/before.ts';
import { coverage } from '../../../retrievers/fused/features/coverage.ts';
import { sessionDay, sessionMonth } from '../../../retrievers/fused/features/dates.ts';
import { lexicalFeatures } from '../../../retrievers/fused/features/features.ts';
import { newNames, tellsTime } from '../../../retrievers/fused/features/kind-of-answer.ts';
import { ownWords } from '../../../retrievers/fused/features/own-words.ts';
import { phrases } from '../../../retrievers/fused/features/phrases.ts';
import { secondRound } from '../../../retrievers/fused/features/second-round.ts';
import { sessionWords } from '../../../retrievers/fused/features/session-words.ts';
import { spelling } from '../../../retrievers/fused/features/spelling.ts';
import { isQuestion, news, opening, speaker } from '../../../retrievers/fused/features/turn-kind.ts';
import { prepareQuestion } from '../../../retrievers/fused/question.ts';
import { createFused } from '../../../retrievers/fused.ts';
import { noVectors } from '../../../stages/vectors.ts';
import { fictionalCorpus } from '../../support/fictional-corpus.ts';

const corpus = fictionalCorpus('dialog');
const conversation = prepareConversation(corpus);

/** What a feature says of each turn, by the turn's id; only what is not 0. */
function found(feature: Feature, text: string): { readonly [id: string]: number } {
  const values = feature.open(conversation)(prepareQuestion(text, conversation));
  expect(values).toHaveLength(conversation.turns.length);
  return Object.fromEntries(
    conversation.turns.flatMap(({ turn, place }) =>
      (values[place] ?? 0) === 0 ? [] : [[turn.id, Math.round((values[place] ?? 0) * 100) / 100]],
    ),
  );
}

/** The turns that a feature says most of. */
function best(feature: Feature, text: string): readonly string[] {
  const all = Object.entries(found(feature, text));
  const most = Math.max(...all.map(([, value]) => value));
  return all.filter(([, value]) => value === most).map(([id]) => id);
}

describe('features of turns', () => {
  it('cover a question from the turns around, at a discount', () => {
    const grey = found(coverage, 'greyhound');
    expect(grey).toEqual({ 'D1:1': 1, 'D1:2': 0.75, 'D1:3': 0.5, 'D1:4': 0.3 });
    expect(found(coverage, 'movement').valueOf()).toMatchObject({ 'D2:1': 0.4, 'D2:2': 1, 'D2:3': 0.75 });
    expect(found(coverage, 'Ines and Tomas?')).toEqual({});
  });

  it('match own words, and those of the turns before', () => {
    expect(best(ownWords, 'Who broke a string?')).toEqual(['D2:2']);
    expect(best(turnBefore, 'Who broke a string?')).toEqual(['D2:3']);
    expect(best(secondBefore, 'Who broke a string?')).toEqual(['D2:4']);
  });

  it('see which turns answer a question that was asked', () => {
    expect(best(answersCovered, 'What is the dog called?')).toEqual(['D1:3']);
    expect(found(answersWords, 'What is the dog called?')).toEqual({ 'D1:3': 1 });
    expect(found(isQuestion, 'anything')).toEqual({ 'D1:2': 1, 'D2:1': 1, 'D2:3': 1, 'D3:2': 1 });
  });

  it('know by whom and when something is said', () => {
    expect(found(speaker, 'What did Ines adopt?')).toMatchObject({ 'D1:1': 1, 'D1:2': -1 });
    expect(found(speaker, 'What did Ines tell Tomas?')).toEqual({});
    expect(found(sessionMonth, 'What happened in April 2021?')).toMatchObject({ 'D2:1': 1 });
    expect(found(sessionMonth, 'What happened in March 2021?')).toMatchObject({ 'D1:1': 1, 'D2:1': 0.4 });
    expect(best(sessionDay, 'What happened on 1 July 2021?')).toContain('D3:1');
  });

  it('know what kind of answer is wanted', () => {
    expect(Object.keys(found(tellsTime, 'When does Tomas play?'))).toContain('D1:4');
    expect(found(tellsTime, 'What does Tomas play?')).toEqual({});
    expect(found(newNames, 'Where does Ines move?')).toMatchObject({ 'D3:1': 0.33 });
    expect(found(newNames, 'Who moves to Lisbon?')['D3:1']).toBeUndefined();
    expect(found(newNames, 'Does she move?')).toEqual({});
  });

  it('tell greetings and what is new', () => {
    expect(Object.keys(found(opening, ''))).toEqual(['D1:1', 'D1:2', 'D2:1', 'D2:2', 'D3:1', 'D3:2']);
    expect(found(news, 'cello')['D1:6']).toBeLessThan(found(news, '')['D1:6'] ?? 0);
  });

  it('match pairs of words, parts of words, and whole sessions', () => {
    expect(found(phrases, 'the second movement')).toEqual({ 'D2:2': 1 });
    expect(best(spelling, 'lighthouses')).toEqual(['D2:5']);
    expect(best(sessionWords, 'aquarium')).toEqual(['D3:1', 'D3:2', 'D3:3', 'D3:4', 'D3:5', 'D3:6']);
  });

  it('search again with what was found', () => {
    expect(Object.keys(found(secondRound, 'grandfather'))).not.toHaveLength(0);
    expect(found(secondRound, 'zeppelin')).toEqual({});
  });

  it('are finite numbers whatever is asked, and have names of their own', () => {
    for (const text of ['', '?!', '\u{1F415}', 'What is it that they were?', 'May', 'x'.repeat(5000)])
      for (const feature of lexicalFeatures) {
        const values = feature.open(conversation)(prepareQuestion(text, conversation));
        expect(Array.from(values).every(Number.isFinite)).toBe(true);
      }
    expect(new Set(lexicalFeatures.map(({ name }) => name)).size).toBe(lexicalFeatures.length);
  });
});

it('ranks turns by the conversation alone: what was written about it cannot be reached', async () => {
  const { signal } = new AbortController();
  const ranked = async (text: string, poisoned: boolean) => {
    const trap = poisoned ? { observations: [{ session: 1, speaker: 'Ines', text, turnIds: ['D3:6'] }] } : {};
    const passages = corpus.passages.map((passage) =>
      poisoned ? { ...passage, text: `${text} ${passage.id}` } : passage,
    );
    const index = await createFused({ embedder: 'none' }).open(
      { ...corpus, ...trap, passages },
      noVectors,
      undefined,
      signal,
    );
    return index.rank({ text }, 18, signal);
  };
  for (const text of ['What is the greyhound called?', 'Who moves to Lisbon?'])
    expect(await ranked(text, true)).toEqual(await ranked(text, false));
});
