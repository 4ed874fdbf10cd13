import { describe, expect, it } from 'vitest';
import { riskCoverage, type HoldableAnswer } from '../../../locomo/diagnosis/risk-coverage.ts';
import { riskTable } from '../../../report/risk-table.ts';

const given = (score: number, confidence?: number): HoldableAnswer => ({
  score,
  abstained: false,
  confidence,
});
const abstained: HoldableAnswer = { score: 0, abstained: true, confidence: 9 };

describe('the risk–coverage curve', () => {
  it('adds the surest answers first, equally sure ones in one step, abstentions last', () => {
    const { points, area, answers, withConfidence } = riskCoverage([
      given(0, 1),
      abstained,
      given(1, 3),
      given(0.5, 2),
      given(1, 2),
    ]);
    expect([answers, withConfidence]).toEqual([4, 4]);
    expect(points).toEqual([
      { policy: 'most confident', threshold: 3, coverage: { count: 1, of: 5 }, risk: 0 },
      { policy: 'most confident', threshold: 2, coverage: { count: 3, of: 5 }, risk: 1 - 2.5 / 3 },
      { policy: 'as answered', threshold: 1, coverage: { count: 4, of: 5 }, risk: 1 - 2.5 / 4 },
      { policy: 'abstention is an error', threshold: null, coverage: { count: 5, of: 5 }, risk: 0.5 },
    ]);
    // Coverage that each step adds, times its risk.
    expect(area).toBeCloseTo((2 * (0.5 / 3) + 1.5 / 4 + 0.5) / 5, 12);
  });

  it('takes answers without a confidence after the others, in one step', () => {
    const curve = riskCoverage([given(1), given(0, -4), given(0)]);
    expect(curve).toMatchObject({ answers: 3, withConfidence: 1 });
    expect(curve.points.map(({ threshold, coverage }) => [threshold, coverage.count])).toEqual([
      [-4, 1],
      [null, 3],
    ]);
    expect(riskTable(curve)).toContain('2 of 3 answers have no confidence');
  });

  it('has the risk at full coverage for its area where all are equally sure, whatever the order', () => {
    const answers = [given(1, 0.5), given(0, 0.5), given(0.25, 0.5)];
    const curve = riskCoverage(answers);
    expect(curve.area).toBeCloseTo(1 - 1.25 / 3, 12);
    expect(riskCoverage(answers.toReversed())).toEqual(curve);
  });

  it('has an area below the risk where confidence orders answers, and above it where it misleads', () => {
    const scores = [1, 0.75, 0.5, 0.25, 0];
    const areaOf = (sign: 1 | -1) => riskCoverage(scores.map((score) => given(score, sign * score))).area;
    expect(areaOf(1)).toBeCloseTo((0 + 0.125 + 0.25 + 0.375 + 0.5) / 5, 12);
    expect(areaOf(-1)).toBeCloseTo((1 + 0.875 + 0.75 + 0.625 + 0.5) / 5, 12);
  });

  it('is empty without answers', () => {
    expect(riskCoverage([])).toMatchObject({ answers: 0, points: [], area: null });
    expect(riskTable(riskCoverage([]))).toContain('nothing was answered');
  });

  it('is shown at every tenth of coverage', () => {
    const table = riskTable(
      riskCoverage(Array.from({ length: 40 }, (_, index) => given(index < 10 ? 1 : 0, -index))),
    );
    const rows = table.split('\n');
    expect(rows[0]).toMatch(/^coverage on categories 1 to 4 +risk +confidence from$/);
    expect(rows[1]).toMatch(/^ {2}10\.0 +0\.0 +-3\.00$/);
    expect(rows[10]).toMatch(/^ {2}100\.0 +75\.0 +-39\.0$/);
    expect(rows).toHaveLength(12);
    expect(rows[11]).toContain('in random order 75.0');
  });
});
