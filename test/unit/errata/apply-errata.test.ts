import { describe, expect, it } from 'vitest';
import { applyErrata } from '../../../locomo/errata/apply-errata.ts';
import { entry, inventedSamples, overlay } from './fiction.ts';

const samples = inventedSamples();

describe('applying errata', () => {
  it('changes what the entries say, and nothing else', () => {
    const before = structuredClone(samples);
    const applied = applyErrata(samples, [
      overlay(
        entry({ do: 'fix-gold', answer: 'blue' }),
        entry({ do: 'fix-evidence', evidence: ['D1:3', 'D1:1', 'D1:3'] }),
        entry({ qa_index: 1, do: 'reclassify', category: 4 }),
      ),
    ]);
    expect(samples).toEqual(before);
    const [first, second] = applied.samples;
    expect(second).toBe(samples[1]);
    expect(first).toEqual({
      ...samples[0],
      questions: [
        {
          ...samples[0]?.questions[0],
          answer: 'blue',
          evidence: ['D1:3', 'D1:1', 'D1:3'],
          evidenceTurns: ['D1:3', 'D1:1'],
        },
        { ...samples[0]?.questions[1], category: 4 },
        samples[0]?.questions[2],
      ],
    });
    expect(applied.wrongGold).toEqual(new Set(['talk-a/0']));
    expect(applied.contested.size + applied.dropped.size + applied.conflicts.length).toBe(0);
  });

  it('drops a question without shifting the others, and keeps a contested one', () => {
    const applied = applyErrata(samples, [
      overlay(entry({ do: 'drop' }), entry({ qa_index: 1, do: 'contest' })),
    ]);
    expect(applied.samples[0]?.questions.map(({ index }) => index)).toEqual([1, 2]);
    expect(applied.dropped).toEqual(new Set(['talk-a/0']));
    expect(applied.contested).toEqual(new Set(['talk-a/1']));
    expect(applied.wrongGold).toEqual(new Set(['talk-a/1']));
  });

  it('moves a question out of category 5 with its gold, and takes the distractor away', () => {
    const moved = entry({ qa_index: 2, do: 'reclassify', category: 4 });
    const gold = entry({ qa_index: 2, do: 'fix-gold', answer: 'rye bread' });
    const applied = applyErrata(samples, [overlay(moved, gold)]);
    expect(applied.samples[0]?.questions[2]).toMatchObject({
      category: 4,
      answer: 'rye bread',
      adversarialAnswer: null,
    });
    expect(applied.wrongGold).toEqual(new Set(['talk-a/2']));
    expect(() => applyErrata(samples, [overlay(moved)])).toThrow(
      expect.objectContaining({
        code: 'misfitting-erratum',
        message: expect.stringContaining('a gold answer beside it'),
      }),
    );
  });

  it.each([
    ['a sample that is not there', { sample_id: 'talk-c', do: 'drop' }, 'found talk-c/0'],
    ['an index that is not there', { qa_index: 9, do: 'drop' }, 'found talk-a/9'],
    ['a turn that is not there', { do: 'fix-evidence', evidence: ['D1:1', 'D9:9'] }, 'found D9:9'],
    ['a gold in category 5', { qa_index: 2, do: 'fix-gold', answer: 'rye' }, 'category 1 to 4'],
  ])('refuses %s, at its place', (_what, facts, told) => {
    expect(() => applyErrata(samples, [overlay(entry(facts))])).toThrow(
      expect.objectContaining({
        code: 'misfitting-erratum',
        message: expect.stringContaining(told),
        where: expect.stringContaining('entries[0]'),
      }),
    );
  });

  describe('of several overlays', () => {
    const [blue, green] = ['blue', 'green'].map((answer) => overlay(entry({ do: 'fix-gold', answer })));
    const contest = overlay(entry({ do: 'contest' }));
    const drop = overlay(entry({ do: 'drop' }));
    const evidence = overlay(entry({ do: 'fix-evidence', evidence: ['D1:3'] }));
    const all = (...overlays: readonly (typeof drop | undefined)[]) =>
      applyErrata(
        samples,
        overlays.filter((each) => each !== undefined),
      );

    it('lets the later one hold, and tells it', () => {
      const { samples: now, conflicts } = all(blue, green);
      expect(now[0]?.questions[0]?.answer).toBe('green');
      expect(conflicts).toEqual([
        {
          question: 'talk-a/0',
          setAside: expect.stringContaining('entries[0]'),
          holds: expect.stringContaining('entries[0]'),
        },
      ]);
    });

    it('finds no conflict in the same twice, or in different subjects', () => {
      expect(all(blue, blue).conflicts).toEqual([]);
      const { samples: now, conflicts } = all(blue, evidence);
      expect(now[0]?.questions[0]).toMatchObject({ answer: 'blue', evidence: ['D1:3'] });
      expect(conflicts).toEqual([]);
    });

    it('ends a contest by a later gold, and a gold by a later contest', () => {
      expect(all(contest, blue).contested.size).toBe(0);
      expect(all(blue, contest).contested).toEqual(new Set(['talk-a/0']));
      expect(all(blue, contest).samples[0]?.questions[0]?.answer).toBe('red');
    });

    it('lets a drop hold, in whatever order, and tells what it sets aside', () => {
      for (const applied of [all(drop, evidence), all(evidence, drop)]) {
        expect(applied.dropped).toEqual(new Set(['talk-a/0']));
        expect(applied.conflicts).toHaveLength(1);
      }
      expect(all(drop, drop).conflicts).toEqual([]);
    });
  });
});
