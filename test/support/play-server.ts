import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { sharedPath } from './shared.ts';

/** A request as the player's log holds it. */
export interface PlayedRequest {
  readonly ms: number;
  readonly path: string;
  readonly route: 'chat' | 'embeddings' | 'other';
  readonly body: { readonly [name: string]: unknown };
}

export interface PlayedServer {
  /** Without `/v1`. */
  readonly address: string;
  /** The requests seen so far. */
  log(): Promise<readonly PlayedRequest[]>;
}

/** Why servers cannot be played here; empty where they can. */
export const noPlayer =
  sharedPath('cases/kit/play.mjs') === undefined ? ' (skipped: ../shared/cases is not there)' : '';

/** Plays a `server.json` of the shared cases, or one of the test's own, until the test is over. */
export async function playServer(spec: string | object): Promise<PlayedServer> {
  const player = sharedPath('cases/kit/play.mjs');
  const file = typeof spec === 'string' ? sharedPath(path.join('cases', spec)) : ownFile(spec);
  if (player === undefined || file === undefined) throw new Error('the shared cases are not there');
  const child = spawn(process.execPath, [player, file], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill());
  const address = await new Promise<string>((resolve, reject) => {
    child.on('error', reject).on('exit', () => reject(new Error('the player ended')));
    child.stdout.setEncoding('utf8').once('data', (line: string) => resolve(line.trim()));
  });
  return {
    address,
    log: async () => (await (await fetch(`${address}/__log`)).json()) as readonly PlayedRequest[],
  };
}

function ownFile(spec: object): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'played-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'server.json');
  writeFileSync(file, JSON.stringify(spec));
  return file;
}
