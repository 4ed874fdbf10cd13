import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { sha256 } from '../../engine/digest.ts';
import { packageRoot } from '../../engine/package-root.ts';
import { loadDataset } from '../../locomo/dataset/load.ts';
import { applyErrata } from '../../locomo/errata/apply-errata.ts';
import { errataActions } from '../../locomo/errata/erratum.ts';
import { parseOverlay, requireSameData } from '../../locomo/errata/overlay.ts';
import { blocksOf } from './blocks.ts';

const bytes = readFileSync(join(packageRoot, 'data/sample.json'));
const [json = ''] = blocksOf('docs/errata.md', 'json');

it('shows errata for the sample that ships, with every action', () => {
  const overlay = parseOverlay(Buffer.from(json), 'docs/errata.md');
  requireSameData(overlay, { name: 'data/sample.json', sha256: sha256(bytes) });
  expect(overlay.entries.map(({ do: action }) => action)).toEqual(errataActions);

  const { samples } = loadDataset(bytes, 'data/sample.json');
  const applied = applyErrata(samples, [overlay]);
  const questions = applied.samples[0]?.questions ?? [];
  expect(questions[12]).toMatchObject({ answer: 'plot 17', evidence: ['D1:5', 'D1:7'] });
  expect(questions[1]?.category).toBe(4);
  expect([...applied.contested]).toEqual(['sample-1/8']);
  expect([...applied.dropped]).toEqual(['sample-2/30']);
  expect([...applied.wrongGold].toSorted()).toEqual(['sample-1/12', 'sample-1/8']);
});
