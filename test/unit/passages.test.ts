import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadDataset } from '../../locomo/dataset/load.ts';
import { contextText, embeddingText } from '../../locomo/layout.ts';
import type { Database } from '../../locomo/passages/passage.ts';
import { buildPassages } from '../../locomo/passages/build-passages.ts';
import { inventedSample } from '../support/fiction.ts';
import { sharedPath } from '../support/shared.ts';

const first = '9:15 am on 3 May, 2022';
const second = '8:40 pm on 20 May, 2022';

describe('passages', () => {
  it('of dialog are the turns, with speaker and caption', () => {
    expect(passagesOf('dialog')).toEqual([
      {
        id: 'D1:1',
        text: 'Lina said, "I planted a pear tree."',
        session: 1,
        dateTime: first,
        speaker: 'Lina',
        evidenceIds: ['D1:1'],
        turnIds: ['D1:1'],
      },
      {
        id: 'D1:2',
        text: 'Bram said, "Look at my boat!" and shared a photo of a small boat',
        session: 1,
        dateTime: first,
        speaker: 'Bram',
        evidenceIds: ['D1:2'],
        turnIds: ['D1:2'],
      },
      {
        id: 'D2:1',
        text: 'Bram said, " The boat leaks.\n"',
        session: 2,
        dateTime: second,
        speaker: 'Bram',
        evidenceIds: ['D2:1'],
        turnIds: ['D2:1'],
      },
    ]);
  });

  it('of observations are numbered by session and stand for the cited turns', () => {
    expect(passagesOf('observation')).toEqual([
      {
        id: 'O1:1',
        text: 'Bram has a boat.',
        session: 1,
        dateTime: first,
        speaker: 'Bram',
        evidenceIds: ['D1:2'],
        turnIds: ['D1:2'],
      },
      {
        id: 'O1:2',
        text: 'Lina planted a pear tree.',
        session: 1,
        dateTime: first,
        speaker: 'Lina',
        evidenceIds: ['D1:1'],
        turnIds: ['D1:1'],
      },
      {
        id: 'O2:1',
        text: "Bram's boat leaks.",
        session: 2,
        dateTime: second,
        speaker: 'Bram',
        evidenceIds: ['D2:1'],
        turnIds: ['D2:1'],
      },
    ]);
  });

  it('of summaries stand for all turns of their session', () => {
    expect(passagesOf('summary')).toEqual([
      {
        id: 'S1',
        text: 'A tree and a boat.',
        session: 1,
        dateTime: first,
        evidenceIds: ['S1'],
        turnIds: ['D1:1', 'D1:2'],
      },
      { id: 'S2', text: 'A leak.', session: 2, dateTime: second, evidenceIds: ['S2'], turnIds: ['D2:1'] },
    ]);
  });

  it('without a text are left out, and the ids of the others stay', () => {
    const sample = inventedSample();
    sample.observation.session_1_observation.Bram = [[' ', 'D1:2']];
    sample.session_summary.session_1_summary = '';
    expect(passagesOf('observation', sample).map(({ id }) => id)).toEqual(['O1:2', 'O2:1']);
    expect(passagesOf('summary', sample).map(({ id }) => id)).toEqual(['S2']);
  });
});

const session = (turns: number) => ({
  number: 3,
  dateTime: first,
  turns: Array.from({ length: turns }, (_, index) => ({
    id: `D3:${index + 1}`,
    speaker: index % 2 === 0 ? 'Lina' : 'Bram',
    text: `line ${index + 1}`,
  })),
});

const build = (turns: number, shape: { size: number; overlap: number }) =>
  buildPassages({ sessions: [session(turns)], observations: [], summaries: [] }, 'windows', shape);

describe('units made of turns', () => {
  it.each([
    [1, 5, 2, ['W3:1-1']],
    [5, 5, 2, ['W3:1-5']],
    [6, 5, 2, ['W3:1-5', 'W3:4-6']],
    [8, 5, 2, ['W3:1-5', 'W3:4-8']],
    [9, 5, 2, ['W3:1-5', 'W3:4-8', 'W3:7-9']],
    [4, 2, 0, ['W3:1-2', 'W3:3-4']],
    [3, 2, 1, ['W3:1-2', 'W3:2-3']],
    [0, 5, 2, []],
  ])('slide over %i turns by %i with %i shared', (turns, size, overlap, ids) => {
    expect(build(turns, { size, overlap }).map(({ id }) => id)).toEqual(ids);
  });

  it('hold every turn, share as many as is said, and never more than they have', () => {
    for (let turns = 1; turns < 30; turns++)
      for (let size = 1; size < 8; size++)
        for (let overlap = 0; overlap < size; overlap++) {
          const windows = build(turns, { size, overlap });
          expect(new Set(windows.flatMap(({ turnIds }) => turnIds)).size).toBe(turns);
          for (const [index, { turnIds }] of windows.entries()) {
            expect(turnIds.length).toBeLessThanOrEqual(size);
            const before = windows[index - 1]?.turnIds;
            if (before === undefined) continue;
            expect(before).toHaveLength(size);
            expect(turnIds.filter((id) => before.includes(id))).toHaveLength(overlap);
            expect(turnIds.length).toBeGreaterThan(overlap);
          }
        }
  });

  it('of whole sessions count as their session', () => {
    expect(passagesOf('sessions')).toEqual([
      {
        id: 'T1',
        text: 'Lina said, "I planted a pear tree."\nBram said, "Look at my boat!" and shared a photo of a small boat',
        session: 1,
        dateTime: first,
        evidenceIds: ['S1'],
        turnIds: ['D1:1', 'D1:2'],
        isBlock: true,
      },
      expect.objectContaining({ id: 'T2', evidenceIds: ['S2'], turnIds: ['D2:1'] }),
    ]);
  });
});

describe('units made of observations', () => {
  it('tell their date themselves where they are facts', () => {
    expect(passagesOf('facts').map(({ id, text, turnIds }) => [id, text, turnIds])).toEqual([
      ['F1:1', `${first}: Bram has a boat.`, ['D1:2']],
      ['F1:2', `${first}: Lina planted a pear tree.`, ['D1:1']],
      ['F2:1', `${second}: Bram's boat leaks.`, ['D2:1']],
    ]);
  });

  it('hold all that is known of a speaker where they are notes', () => {
    const sample = inventedSample();
    sample.observation.session_1_observation.Bram = [
      ['Bram has a boat.', 'D1:2'],
      [' ', 'D1:2'],
      ['It is small. ', 'D1:2'],
    ];
    expect(passagesOf('notes', sample).map(({ id, text, turnIds }) => [id, text, turnIds])).toEqual([
      ['N1:1', 'Bram has a boat. It is small.', ['D1:2']],
      ['N1:2', 'Lina planted a pear tree.', ['D1:1']],
      ['N2:1', "Bram's boat leaks.", ['D2:1']],
    ]);
  });
});

describe('layout', () => {
  it('dates an observation for embedding, and nothing else', () => {
    expect(embeddingTexts('observation')[0]).toBe(`${first}. Bram has a boat.`);
    expect(embeddingTexts('summary')[0]).toBe('A tree and a boat.');
    expect(embeddingTexts('dialog')[0]).toBe('Lina said, "I planted a pear tree."');
  });

  it('dates each passage of a context; summaries stand apart', () => {
    expect(contextText(passagesOf('observation').slice(0, 2))).toBe(
      `${first}: Bram has a boat.\n${first}: Lina planted a pear tree.`,
    );
    expect(contextText(passagesOf('summary').toReversed())).toBe(
      `${second}: A leak.\n\n${first}: A tree and a boat.`,
    );
    expect(contextText([])).toBe('');
    expect(contextText(passagesOf('facts').slice(0, 2))).toBe(
      contextText(passagesOf('observation').slice(0, 2)),
    );
    expect(contextText(passagesOf('windows'))).toBe(
      `${first}: Lina said, "I planted a pear tree."\nBram said, "Look at my boat!" and shared a photo of a small boat\n\n${second}: Bram said, " The boat leaks.\n"`,
    );
  });
});

const tiny = sharedPath('cases/02-k-over-database/tiny.json');
const reason = tiny === undefined ? ' (skipped: ../shared/cases is not there)' : '';
it.skipIf(tiny === undefined)(`case 02: a conversation without turns has no passages${reason}`, () => {
  const { samples } = loadDataset(readFileSync(tiny ?? ''), 'tiny.json');
  const counts = samples.map((sample) =>
    (['dialog', 'observation', 'summary'] as const).map((database) => buildPassages(sample, database).length),
  );
  expect(counts).toEqual([
    [1, 1, 1],
    [0, 0, 0],
  ]);
});

function passagesOf(database: Database, sample = inventedSample()) {
  return loadDataset(Buffer.from(JSON.stringify([sample])), 'own.json').samples.flatMap((each) =>
    buildPassages(each, database),
  );
}

function embeddingTexts(database: Database): readonly string[] {
  return passagesOf(database).map((passage) => embeddingText(passage));
}
