import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { evidenceCoverage } from '../../locomo/dataset/coverage.ts';
import { loadDataset } from '../../locomo/dataset/load.ts';
import { lossLadder } from '../../locomo/diagnosis/loss-ladder.ts';
import { referenceAnswers } from '../../locomo/diagnosis/reference-answers.ts';
import { summariseLosses } from '../../locomo/diagnosis/summarise-losses.ts';
import { buildPassages } from '../../locomo/passages/build-passages.ts';
import { released } from '../../locomo/scoring/protocol.ts';
import { scoreQuestion } from '../../locomo/scoring/score-question.ts';
import { locomoData } from '../support/shared.ts';

const data = locomoData();

describe.skipIf(data === undefined)('on the released data (skipped without it)', () => {
  const samples = data === undefined ? [] : loadDataset(readFileSync(data), data).samples;

  it('scores always abstaining .233 overall, which is the share of category 5 and a few words', () => {
    const answers = referenceAnswers(samples, 'always abstain');
    const scores = answers.map((answer) => scoreQuestion(answer, released).f1 ?? Number.NaN);
    const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
    expect(scores).toHaveLength(1986);
    expect(mean).toBeCloseTo(0.233, 3);
    const adversarial = answers.filter(({ question }) => question.category === 5);
    expect(adversarial.map((answer) => scoreQuestion(answer, released).f1)).toEqual(Array(446).fill(1));
  });

  it('traps always taking the distractor, but for two that hold the words of abstention', () => {
    const right = referenceAnswers(samples, 'always the distractor').filter(
      (answer) => answer.given.status === 'answered' && scoreQuestion(answer, released).f1 === 1,
    );
    expect(right.map(({ sample, question }) => `${sample.sampleId}/${question.index}`)).toEqual([
      'conv-30/79',
      'conv-30/103',
    ]);
  });

  it('finds as much of the evidence in the observations as their coverage says', () => {
    const conversations = samples.map((sample) => ({
      sample,
      passages: buildPassages(sample, 'observation'),
    }));
    const passagesOf = new Map(conversations.map(({ sample, passages }) => [sample, passages]));
    const losses = lossLadder(
      referenceAnswers(samples, 'always abstain').map((answer) => {
        const passages = passagesOf.get(answer.sample) ?? [];
        const ranking = [...passages.keys()];
        const retrieval = { passages, ranking, topK: passages.length, context: null };
        return { answer, score: answer.question.category === 5 ? 1 : 0, retrieval };
      }),
      { rightFrom: 0.5, contested: new Set() },
    );
    const { overall, byCategory } = summariseLosses(losses);
    const coverage = evidenceCoverage(conversations, 'repaired');
    expect(overall.reach.inPassages).toBeCloseTo(coverage.mean ?? Number.NaN, 12);
    expect(overall.reach.questions).toBe(coverage.questions);
    for (const { category, mean } of coverage.byCategory)
      expect(byCategory[category].reach.inPassages).toBeCloseTo(mean ?? Number.NaN, 12);

    const uncovered = conversations.flatMap(({ sample, passages }) => {
      const covered = new Set(passages.flatMap(({ turnIds }) => turnIds));
      return sample.questions.filter(
        ({ category, evidenceTurns }) => category !== 5 && evidenceTurns.some((id) => !covered.has(id)),
      );
    });
    expect(overall.outcomes['in no passage']).toBe(uncovered.length);
    expect(overall.outcomes['answered wrong']).toBe(1540 - uncovered.length);
    expect(uncovered.length).toBeGreaterThan(300);
  });
});
