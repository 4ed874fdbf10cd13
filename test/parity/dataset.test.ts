import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../engine/digest.ts';
import { loadDataset, type Dataset } from '../../locomo/dataset/load.ts';
import { reportDataset } from '../../locomo/dataset/report.ts';
import { releasedDatabases } from '../../locomo/passages/passage.ts';
import { buildPassages } from '../../locomo/passages/build-passages.ts';
import { publishedFiles } from '../../locomo/published-files.ts';
import { locomoData } from '../support/shared.ts';

const file = locomoData();
const nothing: Dataset = { samples: [], repairs: [] };
const skipped = file === undefined;

describe.skipIf(skipped)(`the released data file${skipped ? ' (skipped: set LOCOMO_DATA)' : ''}`, () => {
  const { samples, repairs } = skipped ? nothing : loadDataset(readFileSync(file), path.basename(file));

  it('holds 10 samples, 272 sessions, 5,882 turns and 1,986 questions', () => {
    const sessions = samples.flatMap((sample) => sample.sessions);
    const turns = sessions.flatMap((session) => session.turns);
    const questions = samples.flatMap((sample) => sample.questions);
    expect([samples.length, sessions.length, turns.length, questions.length]).toEqual([10, 272, 5882, 1986]);
    const byCategory = [1, 2, 3, 4, 5].map(
      (id) => questions.filter(({ category }) => category === id).length,
    );
    expect(byCategory).toEqual([282, 321, 96, 841, 446]);
  });

  it('has the size and digest under which it is fetched', () => {
    const bytes = readFileSync(file ?? '');
    expect(publishedFiles.locomo10).toMatchObject({ bytes: bytes.length, sha256: sha256(bytes) });
  });

  it('has the irregularities that are known of it, each where it is known', () => {
    const counts = Object.fromEntries(
      [...new Set(repairs.map(({ kind }) => kind))].map((kind) => [kind, placesOf(kind).length]),
    );
    expect(counts).toEqual({
      'answer-absent': 444,
      'answer-number': 6,
      'answer-and-distractor': 2,
      'evidence-split': 4,
      'evidence-repaired': 2,
      'evidence-unreadable': 1,
      'evidence-dangling': 2,
      'evidence-repeated': 1,
      'evidence-empty': 4,
      'question-repeated': 12,
      'session-absent': 16,
      'stamp-noon': 17,
      'caption-without-url': 316,
      'observation-split': 5,
      'observations-absent': 1,
    });
    expect(placesOf('answer-and-distractor')).toEqual(['conv-26 qa[167]', 'conv-26 qa[178]']);
    expect(placesOf('evidence-unreadable')).toEqual(['conv-42 qa[88].evidence[1]']);
    expect(placesOf('evidence-dangling')).toEqual([
      'conv-42 qa[58].evidence[6]',
      'conv-47 qa[38].evidence[0]',
    ]);
    expect(placesOf('evidence-repeated')).toEqual(['conv-50 qa[5].evidence[1]']);
  });

  it('resolves evidence to turns that exist', () => {
    expect(question('conv-26', 37)?.evidenceTurns).toEqual(['D8:6', 'D9:17']);
    expect(question('conv-43', 18)?.evidenceTurns).toContain('D11:26');
    expect(question('conv-50', 69)?.evidenceTurns).toEqual(['D30:5']);
    for (const sample of samples) {
      const turns = new Set(sample.sessions.flatMap((session) => session.turns.map(({ id }) => id)));
      const named = [
        ...sample.questions.flatMap((each) => each.evidenceTurns),
        ...sample.observations.flatMap((each) => each.turnIds),
      ];
      expect(named.filter((id) => !turns.has(id))).toEqual([]);
    }
  });

  it('keeps texts as they are: 209 have white space at an edge, 37 a line break', () => {
    const texts = samples.flatMap((sample) =>
      sample.sessions.flatMap((session) => session.turns.map(({ text }) => text)),
    );
    expect(texts.filter((text) => text !== text.trim()).length).toBe(209);
    expect(texts.filter((text) => text.includes('\n')).length).toBe(37);
  });

  it('makes 5,882 dialog, 2,541 observation and 272 summary passages', () => {
    const counts = releasedDatabases.map(
      (database) => samples.flatMap((sample) => buildPassages(sample, database)).length,
    );
    expect(counts).toEqual([5882, 2541, 272]);
  });

  it('covers 80.6 % of the evidence by observations as released, 80.8 % as repaired', () => {
    const report = reportDataset({ samples, repairs });
    const observations = report.databases.find(({ database }) => database === 'observation');
    expect(observations?.released.questions).toBe(1982);
    expect(observations?.released.mean).toBeCloseTo(0.8058, 4);
    expect(observations?.repaired.mean).toBeCloseTo(0.8082, 4);
    const dialog = report.databases.find(({ database }) => database === 'dialog');
    expect(dialog?.repaired).toMatchObject({ questions: 1982, mean: 1 });
  });

  function placesOf(kind: string): readonly string[] {
    return repairs
      .filter((repair) => repair.kind === kind)
      .map(({ sampleId, place }) => `${sampleId} ${place}`);
  }

  function question(sampleId: string, index: number) {
    return samples.find((sample) => sample.sampleId === sampleId)?.questions[index];
  }
});
