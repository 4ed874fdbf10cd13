import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { packageRoot } from '../../engine/package-root.ts';
import { runCli, temporaryFolder } from '../support/run-cli.ts';
import { blocksOf } from './blocks.ts';

const documents = ['README.md', 'docs/memories.md', 'docs/memory-units.md'];

/** Every command of these documents but those that install, test, or need a network. */
const commands = documents
  .flatMap((document) => blocksOf(document, 'sh'))
  .flatMap((block) => block.split('\n'))
  .map((line) => line.replace(/^npm install && /, '').replace(/\s+#.*/, ''))
  .filter((line) => line.startsWith('npx pipeline') && !/data fetch|pipeline run .*openai:/.test(line));

it('has commands to try', () => expect(commands.length).toBeGreaterThanOrEqual(4));

it.each([...new Set(commands)])('%s', async (command) => {
  const cwd = temporaryFolder();
  mkdirSync(join(cwd, 'data'));
  cpSync(join(packageRoot, 'data/sample.json'), join(cwd, 'data/sample.json'));
  const [yaml = ''] = blocksOf('README.md', 'yaml');
  writeFileSync(join(cwd, 'my-pipeline.yaml'), yaml);
  const [answers = ''] = blocksOf('README.md', 'jsonl');
  writeFileSync(join(cwd, 'answers.jsonl'), answers);
  writeFileSync(join(cwd, 'others.jsonl'), answers.replace('12 February', '3 June'));
  const { code, stdout, stderr } = await runCli(command.split(' ').slice(2), { cwd });
  expect(stderr).not.toMatch(/error|bug/i);
  expect({ code, printed: stdout.length > 100 }).toEqual({ code: 0, printed: true });
});
