import { describe, expect, it } from 'vitest';
import { sha256 } from '../../engine/digest.ts';
import type { Category, Question, Sample } from '../../locomo/sample.ts';
import type { AnsweredQuestion } from '../../locomo/scoring/answered-question.ts';
import { released } from '../../locomo/scoring/protocol.ts';
import { scoreQuestion } from '../../locomo/scoring/score-question.ts';
import { goldenWithData, readJsonLines, readSamples } from '../support/golden.ts';

interface Row {
  readonly sample_id: string;
  readonly qa_index: number;
  readonly category: Category;
  readonly prediction: string;
  readonly f1: number;
}

/** How to build a prediction that the reference file does not quote. */
type Recipe =
  | { readonly kind: 'text' }
  | { readonly kind: 'field'; readonly field: string }
  | { readonly kind: 'field+text'; readonly field: string; readonly suffix: string }
  | { readonly kind: 'words'; readonly of: string; readonly parts: readonly (number | string)[] }
  | {
      readonly kind: 'observation';
      readonly session: number;
      readonly speaker: 'speaker_a' | 'speaker_b';
      readonly index: number;
    };

interface ScoreRow extends Omit<Row, 'prediction'> {
  readonly set: string;
  readonly ref: Recipe;
  readonly prediction: string | null;
  readonly prediction_sha256_16: string;
  readonly f1_rounded3: number;
  readonly context: readonly string[] | null;
  readonly recall: number;
}

/** The released scores before they are rounded for the released files. */
const exact = { ...released, rounding: 'none' } as const;

const answered = (
  found: { readonly sample: Sample; readonly question: Question },
  prediction: string,
  context: readonly string[] | null = null,
): AnsweredQuestion => ({ ...found, given: { status: 'answered', prediction, context } });

const scores = goldenWithData('scores.jsonl');
const oddStrings = goldenWithData('odd-strings.jsonl');

describe.skipIf(scores === undefined)(
  'scores of questions (needs ../shared/golden and locomo10.json)',
  () => {
    const rows = readJsonLines<ScoreRow>(scores?.golden);
    const find = questionFinder(scores?.data);

    it('equal the released scorer to the last bit over six sets of predictions', () => {
      expect(rows).toHaveLength(11_988);
      const differing = rows.filter((row) => {
        const { sample, question } = find(row);
        const prediction = row.prediction ?? rebuild(row.ref, sample, question);
        const given = answered({ sample, question }, prediction);
        return (
          question.category !== row.category ||
          sha256(prediction).slice(0, 16) !== row.prediction_sha256_16 ||
          scoreQuestion(given, exact).f1 !== row.f1 ||
          scoreQuestion(given, released).f1 !== row.f1_rounded3
        );
      });
      expect(differing).toEqual([]);
    });

    it('have the released recall of evidence', () => {
      const differing = rows.filter((row) => {
        const { recall } = scoreQuestion(answered(find(row), 'anything', row.context), exact);
        return recall !== row.recall;
      });
      expect(differing).toEqual([]);
    });
  },
);

describe.skipIf(oddStrings === undefined)(
  'odd predictions (needs ../shared/golden and locomo10.json)',
  () => {
    it('score as in the released scorer', () => {
      const rows = readJsonLines<Row>(oddStrings?.golden);
      const find = questionFinder(oddStrings?.data);
      expect(rows).toHaveLength(1255);
      const differing = rows.filter(
        (row) => scoreQuestion(answered(find(row), row.prediction), exact).f1 !== row.f1,
      );
      expect(differing).toEqual([]);
    });
  },
);

function questionFinder(
  data: string | undefined,
): (row: Omit<Row, 'prediction'>) => { sample: Sample; question: Question } {
  const samples = new Map(readSamples(data).map((sample) => [sample.sampleId, sample]));
  return (row) => {
    const sample = samples.get(row.sample_id);
    const question = sample?.questions[row.qa_index];
    if (sample === undefined || question === undefined)
      throw new Error(`no question ${row.sample_id} #${row.qa_index}`);
    return { sample, question };
  };
}

function rebuild(recipe: Recipe, sample: Sample, question: Question): string {
  switch (recipe.kind) {
    case 'text':
      throw new Error('the prediction of a recipe "text" stands in its row');
    case 'field':
      return String(question.released[recipe.field]);
    case 'field+text':
      return `${String(question.released[recipe.field])}${recipe.suffix}`;
    case 'words': {
      const words = String(question.released[recipe.of]).trim().split(/\s+/);
      return recipe.parts.map((part) => (typeof part === 'number' ? words[part] : part)).join('');
    }
    case 'observation': {
      const speaker = sample.speakers[recipe.speaker === 'speaker_a' ? 0 : 1];
      const observations = sample.observations.filter(
        (observation) => observation.session === recipe.session && observation.speaker === speaker,
      );
      return observations[recipe.index]?.text ?? '';
    }
  }
}
