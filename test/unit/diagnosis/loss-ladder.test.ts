import { describe, expect, it } from 'vitest';
import { evidenceReach, type Retrieval } from '../../../locomo/diagnosis/evidence-reach.ts';
import { lossLadder, type TracedQuestion } from '../../../locomo/diagnosis/loss-ladder.ts';
import { summariseLosses } from '../../../locomo/diagnosis/summarise-losses.ts';
import type { Passage } from '../../../locomo/passages/passage.ts';
import type { Category, Question } from '../../../locomo/sample.ts';
import { lossTable, reachTable } from '../../../report/loss-table.ts';
import { aQuestion, aSample } from '../metrics/fiction.ts';

const sample = aSample([['a', 'b', 'c', 'd', 'e', 'f']]);

function passage(id: string, ...turnIds: readonly string[]): Passage {
  const place = { session: 1, dateTime: '9:00 am on 1 May, 2023' };
  return { id, text: id, ...place, evidenceIds: turnIds, turnIds };
}

// The turn D1:6 stands in no passage; the fourth passage is not ranked, the third is below k.
const retrieval: Retrieval = {
  passages: [
    passage('O1:1', 'D1:1'),
    passage('O1:2', 'D1:2', 'D1:3'),
    passage('O1:3', 'D1:4'),
    passage('O1:4', 'D1:5'),
  ],
  ranking: [1, 0, 2],
  topK: 2,
  context: ['D1:2', 'D1:3'],
};

function traced(
  facts: Partial<Question> & { readonly category: Category },
  score: number | null,
  found: Retrieval = retrieval,
): TracedQuestion {
  const status = score === null ? 'failed' : 'answered';
  const given = { status, prediction: score === null ? null : 'peas', context: found.context } as const;
  return { answer: { sample, question: aQuestion(facts), given }, score, retrieval: found };
}

const options = { rightFrom: 0.5, contested: new Set<string>() };
const outcomeOf = (question: TracedQuestion, given = options) => lossLadder([question], given)[0]?.outcome;
const lostWith = (...evidenceTurns: readonly string[]) =>
  outcomeOf(traced({ category: 1, evidenceTurns }, 0));

const question = (turn: string, score: number) => traced({ category: 4, evidenceTurns: [turn] }, score);

describe('the loss ladder', () => {
  it.each([
    ['in no passage', ['D1:6']],
    ['not ranked', ['D1:5']],
    ['below k', ['D1:4']],
    ['cut by the token budget', ['D1:1']],
    ['answered wrong', ['D1:2', 'D1:3']],
    ['answered wrong', []],
  ])('loses a question %s, with evidence %j', (outcome, evidence) => {
    expect(lostWith(...evidence)).toBe(outcome);
  });

  it('takes the first place that some of the evidence did not get past', () => {
    expect(lostWith('D1:2', 'D1:4', 'D1:5')).toBe('not ranked');
    expect(lostWith('D1:1', 'D1:6')).toBe('in no passage');
  });

  it('says that a contested gold is, only where nothing before it explains the loss', () => {
    const contested = { ...options, contested: new Set(['fiction/0']) };
    expect(outcomeOf(question('D1:2', 0), contested)).toBe('gold contested');
    expect(outcomeOf(question('D1:6', 0), contested)).toBe('in no passage');
    expect(outcomeOf(question('D1:2', 1), contested)).toBe('right');
  });

  it('counts as right what has the score that is asked for, whatever was found', () => {
    const half = question('D1:6', 0.5);
    expect(outcomeOf(half)).toBe('right');
    expect(outcomeOf(half, { ...options, rightFrom: 0.51 })).toBe('in no passage');
  });

  it('does not count a missing answer as wrong', () => {
    expect(outcomeOf(traced({ category: 4, evidenceTurns: ['D1:6'] }, null))).toBe('no answer');
  });

  it('loses an adversarial question in answering, whatever evidence of the trap was found', () => {
    expect(outcomeOf(traced({ category: 5, evidenceTurns: ['D1:6'] }, 0))).toBe('answered wrong');
  });
});

describe('how far evidence comes', () => {
  it('is counted place by place, and never rises', () => {
    const evidenceTurns = ['D1:1', 'D1:2', 'D1:4', 'D1:5', 'D1:6'];
    expect(evidenceReach({ evidenceTurns }, retrieval)).toEqual({
      turns: 5,
      inPassages: 4,
      ranked: 3,
      inTopK: 2,
      read: 1,
    });
  });

  it('takes a summary in the context for all turns of its session', () => {
    const summaries = {
      passages: [passage('S1', 'D1:1', 'D1:2'), passage('S11', 'D11:1')],
      ranking: [0, 1],
      topK: 2,
      context: ['S1'],
    };
    const reach = (id: string) => evidenceReach({ evidenceTurns: [id] }, summaries).read;
    expect([reach('D1:2'), reach('D11:1')]).toEqual([1, 0]);
  });

  it('takes the best k for read where the context was not recorded', () => {
    const { read, inTopK } = evidenceReach(
      { evidenceTurns: ['D1:1', 'D1:2', 'D1:4'] },
      { ...retrieval, context: null },
    );
    expect([inTopK, read]).toEqual([2, 2]);
  });
});

describe('the tables of losses', () => {
  const summary = summariseLosses(
    lossLadder(
      [
        traced({ category: 1, evidenceTurns: ['D1:2', 'D1:6'] }, 0),
        traced({ category: 1, evidenceTurns: ['D1:2'] }, 1),
        traced({ category: 4, evidenceTurns: [], evidence: [] }, 0.2),
        traced({ category: 4, evidenceTurns: ['D1:1'] }, null),
      ],
      options,
    ),
  );

  it('count outcomes, and show rare ones where there are some', () => {
    const table = lossTable(summary);
    expect(table.split('\n')[0]).toMatch(
      /^category \(questions\) +right +in no passage +below k +answered wrong +no answer$/,
    );
    expect(table).toMatch(/^1 multi-hop \(2\) +1 +1 +0 +0 +0$/m);
    expect(table).toMatch(/^4 single-hop \(2\) +0 +0 +0 +1 +1$/m);
    expect(table).toMatch(/^overall \(4\) +1 +1 +0 +1 +1$/m);
  });

  it('show mean shares of evidence, over the questions that have some', () => {
    const table = reachTable(summary, 2);
    expect(table).toMatch(/^1 multi-hop \(2\) +2 +75\.0 +75\.0 +75\.0 +75\.0$/m);
    expect(table).toMatch(/^4 single-hop \(2\) +1 +100\.0 +100\.0 +100\.0 +0\.0$/m);
    expect(table).toMatch(/^2 temporal \(0\) +0 +– +– +– +–$/m);
  });
});
