import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../engine/digest.ts';
import { packageRoot } from '../../engine/package-root.ts';
import { loadDataset } from '../../locomo/dataset/load.ts';
import { applyErrata } from '../../locomo/errata/apply-errata.ts';
import { parseOverlay, requireSameData } from '../../locomo/errata/overlay.ts';
import { referenceAnswers } from '../../locomo/diagnosis/reference-answers.ts';
import { scoreThreeWays } from '../../locomo/errata/three-ways.ts';
import { questionName } from '../../locomo/scoring/answered-question.ts';
import { locomoData } from '../support/shared.ts';

const data = locomoData();
const file = join(packageRoot, 'data/errata/structural.json');

describe.skipIf(data === undefined)('the structural errata (skipped without the released data)', () => {
  const bytes = readFileSync(data ?? file);
  const overlay = parseOverlay(readFileSync(file), 'structural');

  it('belong to the released file', () => {
    expect(() => requireSameData(overlay, { name: 'it', sha256: sha256(bytes) })).not.toThrow();
  });

  it('of which an audit names 99 in categories 1 to 4 leave a perfect system 93.6 %', () => {
    const { samples } = loadDataset(bytes, 'locomo10.json');
    // Which ones they are does not matter to the ceiling, only how many there are of each category.
    const contested = Object.entries({ 1: 28, 2: 26, 3: 9, 4: 36 }).flatMap(([category, count]) =>
      samples
        .flatMap((sample) => sample.questions.map((question) => ({ sample, question })))
        .filter(({ question }) => question.category === Number(category))
        .slice(0, count)
        .map(questionName),
    );
    const entries = contested.map(
      (question) => ({ question, do: 'contest', reason: '-', where: '-' }) as const,
    );
    const answers = referenceAnswers(samples, 'always abstain');
    const [raw, , uncontested] = scoreThreeWays(
      answers,
      applyErrata(samples, [{ entries }]),
      ({ question }) => (question.category === 5 ? 1 : 0),
    );
    expect(raw?.withoutAdversarial.ceiling).toBeCloseTo(0.9357, 4);
    expect(uncontested?.withoutAdversarial).toMatchObject({ questions: 1441, ceiling: 1 });
  });

  it('make every evidence string an existing id, each once, and change nothing else', () => {
    const { samples } = loadDataset(bytes, 'locomo10.json');
    const applied = applyErrata(samples, [overlay]);
    const before = samples.flatMap(({ questions }) => questions);
    const after = applied.samples.flatMap(({ questions }) => questions);
    expect(after.map(({ evidence }) => evidence)).toEqual(before.map(({ evidenceTurns }) => evidenceTurns));
    expect(after.map((question) => ({ ...question, evidence: [] }))).toEqual(
      before.map((question) => ({ ...question, evidence: [] })),
    );
    const changed = before.filter(({ evidence }, index) => evidence !== after[index]?.evidence);
    expect(changed).toHaveLength(overlay.entries.length);
    expect([applied.wrongGold.size, applied.dropped.size, applied.conflicts.length]).toEqual([0, 0, 0]);
  });
});
