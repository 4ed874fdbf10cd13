import { describe, expect, it } from 'vitest';
import { applyOverlay } from '../../locomo/dataset/apply-overlay.ts';
import { loadDataset } from '../../locomo/dataset/load.ts';
import { readOverlay } from '../../locomo/dataset/read-overlay.ts';
import { inventedSample } from '../support/fiction.ts';

const bytesOf = (value: unknown) => Buffer.from(JSON.stringify(value));
const observation = { session_1_observation: { Lina: [['Lina has a tree.', 'D1:01']], Bram: [] } };
const summary = { session_2_summary: 'The boat leaks.' };

describe('memories in a file of their own', () => {
  it.each([
    ['a list', [{ sample_id: 'conv-a', ...observation, ...summary }]],
    ['an object by sample id', { 'conv-a': { ...observation, ...summary } }],
    ['a data file', [{ ...inventedSample(), observation, session_summary: summary }]],
  ])('are read from %s', (_, value) => {
    const overlay = readOverlay(bytesOf(value), 'own.json');
    expect([...overlay.keys()]).toEqual(['conv-a']);
    const { observations, summaries } = overlay.get('conv-a') ?? {};
    expect(observations?.at('session_1_observation').value).toEqual(observation.session_1_observation);
    expect(summaries?.at('session_2_summary').value).toBe(summary.session_2_summary);
  });

  it('tells a conversation of which one kind is missing', () => {
    const overlay = readOverlay(bytesOf([{ sample_id: 'a' }, { sample_id: 'b', ...summary }]), 'own.json');
    expect(overlay.get('a')).toEqual({});
    expect(Object.keys(overlay.get('b') ?? {})).toEqual(['summaries']);
  });

  it.each<[string, unknown, object]>([
    ['one conversation alone', observation, { code: 'bad-data', where: 'own.json:1:1' }],
    ['no sample id', [observation], { code: 'bad-data', where: 'own.json:1:2 [0].sample_id' }],
    ['a sample id twice', [{ sample_id: 'a' }, { sample_id: 'a' }], { code: 'repeated-sample-id' }],
    ['a text', 'text', { code: 'bad-data' }],
    ['nothing', {}, { code: 'bad-data' }],
  ])('are refused in a file with %s, by place', (_, value, error) => {
    expect(() => readOverlay(bytesOf(value), 'own.json')).toThrow(
      expect.objectContaining({ ...error, exitCode: 2 }),
    );
  });
});

describe('memories in place of those of the data', () => {
  const dataset = loadDataset(
    bytesOf([inventedSample(), { ...inventedSample(), sample_id: 'conv-b' }]),
    'own.json',
  );

  it('are the only ones of their kind, mended as in a data file', () => {
    const overlay = readOverlay(bytesOf([{ sample_id: 'conv-a', ...observation }]), 'new.json');
    const { samples, repairs } = applyOverlay(dataset, overlay, 'observations', 'new.json');
    expect(samples.map(({ observations }) => observations)).toEqual([
      [{ session: 1, speaker: 'Lina', text: 'Lina has a tree.', turnIds: ['D1:1'] }],
      [],
    ]);
    expect(samples.map(({ summaries }) => summaries)).toEqual(
      dataset.samples.map(({ summaries }) => summaries),
    );
    const ofObservations = repairs.filter(({ kind }) => kind.startsWith('observation'));
    expect(ofObservations.map(({ kind, sampleId, place }) => [kind, sampleId, place])).toEqual([
      ['observation-repaired', 'conv-a', 'session_1_observation.Lina[0]'],
      ['observations-absent', 'conv-a', 'session_1_observation.Bram'],
    ]);
  });

  it('take the place of summaries alike', () => {
    const overlay = readOverlay(bytesOf({ 'conv-b': summary }), 'new.json');
    const { samples } = applyOverlay(dataset, overlay, 'summaries', 'new.json');
    expect(samples.map(({ summaries }) => summaries)).toEqual([
      [],
      [{ session: 2, text: 'The boat leaks.' }],
    ]);
  });

  it('are refused where they are of a conversation that is not there', () => {
    const overlay = readOverlay(bytesOf({ 'conv-z': summary }), 'new.json');
    expect(() => applyOverlay(dataset, overlay, 'summaries', 'new.json')).toThrow(
      expect.objectContaining({ code: 'unknown-sample', where: 'new.json', exitCode: 2 }),
    );
  });
});
