import { describe, expect, it } from 'vitest';
import { fitConversation, truncationPolicies } from '../../../locomo/context/fit-conversation.ts';
import { transcriptText } from '../../../locomo/layout.ts';
import type { Passage } from '../../../locomo/passages/passage.ts';
import { seededRandom } from '../../support/random.ts';

/** Turns of sessions of such lengths; each turn has a word or more. */
function conversation(
  sessions: readonly number[],
  words: (turn: number) => number = () => 3,
): readonly Passage[] {
  let turn = 0;
  return sessions.flatMap((length, at) =>
    Array.from({ length }, (_, place) => {
      turn += 1;
      const id = `D${at + 1}:${place + 1}`;
      return {
        id,
        text: `Ines said, "${'word '.repeat(words(turn)).trim()} ${id}"`,
        session: at + 1,
        dateTime: `${at + 1} May, 2021`,
        evidenceIds: [id],
        turnIds: [id],
      };
    }),
  );
}

/** A word is a token. */
const count = (text: string): number => text.split(/\s+/).filter(Boolean).length;
const ids = (passages: readonly Passage[]): string[] => passages.map(({ id }) => id);
const turns = conversation([3, 3, 3]);
/** Tokens of a session's head and of a turn. */
const [head, line] = [count('DATE: 1 May, 2021\nCONVERSATION:'), count('Ines said, "word word word D1:1"')];

/** Counts more for a whole than for its lines. */
const jealous = (text: string): number => count(text) + 2 * (text.match(/\n/g)?.length ?? 0) ** 2;

describe('a conversation that is cut', () => {
  it('as released keeps the oldest sessions whole and the last turns of the next, the newest session first', () => {
    const { passages, tokens } = fitConversation(turns, 'released', 2 * head + 5 * line, count);
    expect(ids(passages)).toEqual(['D2:2', 'D2:3', 'D1:1', 'D1:2', 'D1:3']);
    expect(tokens).toBe(2 * head + 5 * line);
  });

  it('as the paper says drops the earliest dialogue', () => {
    const { passages } = fitConversation(turns, 'paper', 2 * head + 4 * line, count);
    expect(ids(passages)).toEqual(['D2:3', 'D3:1', 'D3:2', 'D3:3']);
  });

  it('in the middle keeps both ends', () => {
    const { passages } = fitConversation(turns, 'middle', 2 * head + 4 * line, count);
    expect(ids(passages)).toEqual(['D1:1', 'D1:2', 'D3:2', 'D3:3']);
  });

  it('by no policy, or without a limit, is whole', () => {
    expect(ids(fitConversation(turns, 'none', 1, count).passages)).toEqual(ids(turns));
    expect(ids(fitConversation(turns, 'paper', null, count).passages)).toEqual(ids(turns));
    expect(ids(fitConversation(turns, 'released', null, count).passages)[0]).toBe('D3:1');
  });

  it('is empty where not one turn fits', () => {
    for (const policy of ['released', 'paper', 'middle'] as const)
      expect(fitConversation(turns, policy, head, count)).toEqual({ passages: [], tokens: 0 });
  });

  it('never has more tokens than it may, and keeps more where it may have more', () => {
    const random = seededRandom(7);
    const long = conversation([7, 1, 12, 4], () => 1 + Math.floor(random() * 20));
    for (const policy of truncationPolicies.filter((each) => each !== 'none')) {
      let before: readonly string[] = [];
      for (let limit = 0; limit <= 500; limit += 9) {
        const { passages, tokens } = fitConversation(long, policy, limit, count);
        expect(tokens).toBeLessThanOrEqual(limit);
        expect(tokens).toBe(count(transcriptText(passages)));
        expect(ids(passages)).toEqual(expect.arrayContaining([...before]));
        before = ids(passages);
      }
      expect(before).toHaveLength(long.length);
    }
  });

  it('holds its limit where a whole has more tokens than its lines', () => {
    for (const policy of ['released', 'paper', 'middle'] as const) {
      const { tokens, passages } = fitConversation(turns, policy, 120, jealous);
      expect(tokens).toBeLessThanOrEqual(120);
      expect(passages.length).toBeGreaterThan(0);
    }
  });
});

it('a transcript has the date above the turns of each session', () => {
  expect(transcriptText(conversation([2, 1]))).toBe(
    'DATE: 1 May, 2021\nCONVERSATION:\nInes said, "word word word D1:1"\nInes said, "word word word D1:2"\n' +
      '\nDATE: 2 May, 2021\nCONVERSATION:\nInes said, "word word word D2:1"\n',
  );
});
