import { expect, it } from 'vitest';
import { spanFeatures } from '../../models/extractive/span-features.ts';
import { fitReader, fittedOn, reportReader } from '../../scripts/tune/reader.ts';
import { inventedSample } from '../support/fiction.ts';

const dataFile = (...sampleIds: readonly string[]): Buffer =>
  Buffer.from(JSON.stringify(sampleIds.map((sample_id) => ({ ...inventedSample(), sample_id }))));
const weightsOf = (constants: string): string =>
  constants.slice(constants.indexOf('export const spanWeights'));
const [fitted = ''] = fittedOn;

it('fits one weight to each feature, the same way every time', async () => {
  const constants = await fitReader(dataFile(fitted), 'a.json');
  expect([...weightsOf(constants).matchAll(/^ {2}(\w+): -?[\d.]+,$/gm)].map(([, name]) => name)).toEqual(
    spanFeatures,
  );
  expect(await fitReader(dataFile(fitted), 'a.json')).toBe(constants);
});

it('does not look at the conversations that are held out', async () => {
  const alone = await fitReader(dataFile(fitted), 'a.json');
  const beside = await fitReader(dataFile('conv-50', fitted), 'a.json');
  expect(weightsOf(beside)).toBe(weightsOf(alone));
  expect(beside).toContain(`conversations: ['${fitted}']`);
});

it('reports both halves, and the control beside category 5', async () => {
  const report = await reportReader(dataFile(fitted, 'conv-50'), 'a.json');
  expect(report).toMatch(/5 adversarial \(2\) +[\d.]+ \(1\) +[\d.]+ \(1\)/);
  expect(report).toMatch(/control: [^\n]* +[\d.]+ \(1\) +[\d.]+ \(1\)/);
  expect(report).toMatch(/1 multi-hop \(0\) +– +–/);
});
