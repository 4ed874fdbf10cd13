import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeFolder } from '../../engine/store/make-folder.ts';
import { runCli, temporaryFolder } from '../support/run-cli.ts';
import { twoConversations, writeData } from '../support/two-conversations.ts';

const answers = JSON.stringify({ sample_id: 'talk-a', qa_index: 0, prediction: 'blue' });
const data = ['--data', 'data.json'];
const commands = [
  ['score', 'answers.jsonl', ...data],
  ['compare', 'answers.jsonl', 'answers.jsonl', ...data],
  ['run', 'rag-dialog', '--retriever', 'bm25', '--embedder', 'none', ...data],
] as const;

const files = commands.slice(0, 2);
const isLinux = process.platform === 'linux';

/** A folder with data and answers, a file, a folder, and a link that leads to itself. */
function prepared(): string {
  const folder = temporaryFolder();
  writeData(path.join(folder, 'data.json'), twoConversations());
  mkdirSync(path.join(folder, 'folder'));
  writeFileSync(path.join(folder, 'answers.jsonl'), answers);
  writeFileSync(path.join(folder, 'file'), 'own words');
  symlinkSync('circle', path.join(folder, 'circle'));
  return folder;
}

/** What is said where `--out` cannot be written: the place, what the system found, and what to do. */
async function refusal(words: readonly string[], out: string, folder: string): Promise<string> {
  const { code, stdout, stderr } = await runCli([...words, '--out', out], { cwd: folder });
  expect([code, stdout], stderr).toEqual([1, '']);
  const lines = stderr.split('\n').filter((line) => !/^(warning|data): /.test(line));
  expect(lines.join('\n')).toMatch(
    /^pipeline: .+: Expected a place that can be written, found E.+\n {2}.+\n$/,
  );
  return stderr;
}

describe.each(commands)('--out of pipeline %s %s', (...words) => {
  it('below a file, in a circle of links, or under too long a name is refused', async () => {
    const folder = prepared();
    for (const out of ['file/deep/er', 'circle/x', 'x'.repeat(300)]) await refusal(words, out, folder);
    expect(readFileSync(path.join(folder, 'file'), 'utf8')).toBe('own words');
  });

  it.skipIf(!isLinux)(
    'where the system makes nothing ends, and is refused (Linux alone has /proc)',
    async () => {
      const folder = prepared();
      for (const out of ['/proc/none', '/proc/none/deeper']) await refusal(words, out, folder);
    },
  );
});

describe.each(files)('--out FILE of pipeline %s %s', (...words) => {
  it('that is a folder is refused', async () => {
    const folder = prepared();
    for (const out of ['folder', 'new/']) expect(await refusal(words, out, folder)).toContain('with --out.');
  });

  it.skipIf(!existsSync('/dev/full'))('on a full disk is refused (needs /dev/full)', async () => {
    expect(await refusal(words, '/dev/full', prepared())).toMatch(/ENOSPC.*\n {2}Free some space/);
  });
});

describe('a folder that is made', () => {
  it('may be there already, be made twice, and lie deep', () => {
    const folder = temporaryFolder();
    const deep = path.join(folder, 'a', 'b', 'c');
    for (const place of [folder, deep, deep, `${deep}/`]) makeFolder(place);
    expect(existsSync(deep)).toBe(true);
  });
});
