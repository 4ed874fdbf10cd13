import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { providers } from '../../models/chats.ts';
import { copyPackage } from '../support/package-copy.ts';
import { anyKey } from '../support/paid-run.ts';
import { runCli, temporaryFolder } from '../support/run-cli.ts';
import { twoConversations, writeData } from '../support/two-conversations.ts';

const optional = providers.filter(({ name }) => name !== 'openai');

describe('an installation without the clients of providers', { timeout: 60_000 }, () => {
  it('names the one that is missing and how to get it, before anything is computed', async () => {
    const packageFolder = copyPackage({ without: optional.map(({ library }) => library) });
    const cwd = temporaryFolder();
    writeData(path.join(cwd, 'data.json'), twoConversations());
    const run = (...flags: string[]) =>
      runCli(['run', 'rag-dialog', '--data', 'data.json', '--retriever', 'bm25', ...flags], {
        cwd,
        packageFolder,
        env: {
          ...anyKey,
          ANTHROPIC_API_KEY: 'sk-ant-test-0123456789',
          GOOGLE_API_KEY: 'AIza-test-0123456789',
        },
      });
    for (const { name, library } of optional) {
      const { code, stderr, stdout } = await run('--model', `${name}:any`);
      expect([code, stdout], stderr).toEqual([2, '']);
      expect(stderr).toContain(`Expected the package ${library}`);
      expect(stderr).toContain(`npm install ${library}`);
      expect(stderr).not.toMatch(/computed| {4}at /);
    }
    const offline = await run();
    expect(offline.code, offline.stderr).toBe(0);
  });
});
