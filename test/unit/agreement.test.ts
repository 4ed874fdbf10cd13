import { describe, expect, it } from 'vitest';
import { agreementOf, cohensKappa } from '../../locomo/scoring/agreement.ts';

/** Units from one string a rater, a blank or a full stop for what was not rated. */
function unitsOf(...raters: readonly string[]) {
  const labels = raters.map((rater) => [...rater].map((label) => (label === '.' ? undefined : label)));
  return (labels[0] ?? []).map((_, unit) => labels.map((rater) => rater[unit]));
}

describe("Cohen's kappa", () => {
  it('is .4 where two raters agree on 20 yes and 15 no of 50, with 5 and 10 between them', () => {
    const units = unitsOf(
      'y'.repeat(20) + 'y'.repeat(5) + 'n'.repeat(10) + 'n'.repeat(15),
      'y'.repeat(20) + 'n'.repeat(5) + 'y'.repeat(10) + 'n'.repeat(15),
    );
    expect(cohensKappa(units)).toBeCloseTo(0.4, 12);
  });

  it('is 1 for full agreement, 0 for what chance gives, below 0 for less', () => {
    expect(cohensKappa(unitsOf('yn', 'yn'))).toBe(1);
    expect(cohensKappa(unitsOf('yynn', 'ynyn'))).toBe(0);
    expect(cohensKappa(unitsOf('yn', 'ny'))).toBe(-1);
  });

  it('is not defined where all say the same, where nobody says anything, and for other than two', () => {
    expect(cohensKappa(unitsOf('yyy', 'yyy'))).toBeNull();
    expect(cohensKappa(unitsOf('y.', '.y'))).toBeNull();
    expect(cohensKappa([])).toBeNull();
    expect(cohensKappa(unitsOf('yn', 'yn', 'yn'))).toBeNull();
  });
});

describe("Krippendorff's alpha", () => {
  it('is .095 for two raters of ten units with four disagreements', () => {
    const { alpha, raw } = agreementOf(unitsOf('0100000010', '1110010000'));
    expect(alpha).toBeCloseTo(0.0952, 4);
    expect(raw).toBe(0.6);
  });

  it('is .743 for four raters of twelve units with missing ratings', () => {
    const units = unitsOf('123321412...', '1233224125.3', '.3332342251.', '12332441251.');
    expect(agreementOf(units).alpha).toBeCloseTo(0.743, 3);
    expect(agreementOf(units).units).toBe(11);
  });

  it('is 1 for full agreement and not defined without any difference', () => {
    expect(agreementOf(unitsOf('ynn', 'ynn', 'ynn'))).toEqual({ units: 3, raw: 1, kappa: null, alpha: 1 });
    expect(agreementOf(unitsOf('yy', 'yy'))).toEqual({ units: 2, raw: 1, kappa: null, alpha: null });
  });
});

it('measures nothing where no unit has two ratings', () => {
  const nothing = { units: 0, raw: null, kappa: null, alpha: null };
  expect(agreementOf([])).toEqual(nothing);
  expect(agreementOf(unitsOf('yn'))).toEqual(nothing);
});

it('counts the pairs that agree, unit by unit', () => {
  expect(agreementOf(unitsOf('yy', 'yy', 'ny')).raw).toBeCloseTo((1 / 3 + 1) / 2, 12);
});
