import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from '../../engine/package-root.ts';
import { released } from '../../locomo/scoring/protocol.ts';

const rows = readFileSync(join(packageRoot, 'docs/differences.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) => line.split('|').map((cell) => cell.trim()));

it.each(Object.keys(released))('%s: what it means, and its effect on both stated runs', (name) => {
  const [meaning, ...effects] = rows.filter(([, first]) => first === `\`${name}\``);
  expect(meaning).toHaveLength(5);
  expect(effects).toHaveLength(2);
  for (const effect of effects)
    expect(effect.slice(2, -1).join(' ')).toMatch(/^(?:0|[+−]\d+\.\d{4}) \d+ (?:0|[+−]\d+\.\d{4}) \d+$/);
});

it('holds no switch that there is not', () => {
  const named = rows.flatMap(([, first = '']) => /^`(.*)`$/.exec(first)?.[1] ?? []);
  expect(new Set(named)).toEqual(new Set(Object.keys(released)));
});
