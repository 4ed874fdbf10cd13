import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { packageRoot } from '../../engine/package-root.ts';

/** A provider, and where its models are reached at a server. */
export interface ServedProvider {
  readonly name: string;
  /** What its base URL ends with. */
  readonly base: string;
  /** Where a chat is asked, below that. */
  readonly path: string;
}

export const openai: ServedProvider = { name: 'openai', base: '/v1', path: '/chat/completions' };

export const servedProviders: readonly ServedProvider[] = [
  openai,
  { name: 'anthropic', base: '', path: '/v1/messages' },
  { name: 'google-genai', base: '', path: '/v1beta/models/any:generateContent' },
  { name: 'ollama', base: '', path: '/api/chat' },
];

export interface ModelServer {
  readonly provider: ServedProvider;
  readonly baseUrl: string;
  /** How many requests it has answered. */
  answered(): number;
  /** When the request of that number came, of those answered; in milliseconds since the epoch. */
  cameAt(request: number): number;
  stop(): void;
}

/** How a server answers: after so many milliseconds, and so many requests a second. */
export interface Manners {
  readonly delayMs: number;
  readonly perSecond?: number;
}

/** Does something with a server in a process of its own, which ends with it. */
export async function withServer<T>(
  provider: ServedProvider,
  manners: Manners,
  work: (server: ModelServer) => Promise<T>,
): Promise<T> {
  const server = await startServer(provider, manners);
  try {
    return await work(server);
  } finally {
    server.stop();
  }
}

async function startServer(
  provider: ServedProvider,
  { delayMs, perSecond = Infinity }: Manners,
): Promise<ModelServer> {
  const script = join(packageRoot, 'scripts/bench/chat-server.ts');
  const words = ['--import', 'tsx', script, provider.name, String(delayMs), String(perSecond)];
  const child = spawn(process.execPath, words, { cwd: packageRoot, stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface(child.stdout);
  const [address] = await once(lines, 'line');
  const times: number[] = [];
  lines.on('line', (line) => times.push(Number(line)));
  return {
    provider,
    baseUrl: `${address}${provider.base}`,
    answered: () => times.length,
    cameAt: (request) => times[request - 1] ?? Number.NaN,
    stop: () => void child.kill(),
  };
}
