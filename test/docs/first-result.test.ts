import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from '../../engine/package-root.ts';
import { runCli, temporaryFolder } from '../support/run-cli.ts';
import { blocksOf } from './blocks.ts';

it('prints what the README shows as the first result', async () => {
  const cwd = temporaryFolder();
  mkdirSync(join(cwd, 'data'));
  cpSync(join(packageRoot, 'data/sample.json'), join(cwd, 'data/sample.json'));
  const words = ['run', 'rag-observation', '--top-k', '10', '--data', 'data/sample.json'];
  const { stdout } = await runCli(words, { cwd });
  expect(blocksOf('README.md', 'text')).toEqual([stdout]);
});
