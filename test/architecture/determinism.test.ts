import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from '../../engine/package-root.ts';

const pure = ['stages', 'retrievers', 'models', 'locomo'];
const forbidden = /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bperformance\.now\(|\bprocess\.hrtime/;

it.each(pure)('%s/ read no clock and no chance: the same inputs give the same bytes', (room) => {
  const files = readdirSync(join(packageRoot, room), { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  const impure = files.filter((file) => forbidden.test(readFileSync(join(packageRoot, room, file), 'utf8')));
  expect(files.length).toBeGreaterThan(3);
  expect(impure).toEqual([]);
});
