import path from 'node:path';
import { paidRun } from './paid-run.ts';
import { temporaryFolder } from './run-cli.ts';
import { twoConversations, writeData } from './two-conversations.ts';

/** Words of a run in batches over two conversations, without and with the flag, and the files that it uses. */
export function batchRun({ baseUrl }: { readonly baseUrl: string }) {
  const folder = temporaryFolder();
  const data = writeData(path.join(folder, 'data.json'), twoConversations());
  const out = path.join(folder, 'out');
  const words = paidRun(data, baseUrl, out);
  return { data, out, words: [...words, '--batch-api'], plainly: words };
}
