import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { digestOfPrompt, startChatServer, type Asked, type Scripted } from '../support/chat-server.ts';
import { anyKey, expectSameItems, manyQuestions, paidRun, surplus } from '../support/paid-run.ts';
import { seededRandom } from '../support/random.ts';
import { runCli, startCli, temporaryFolder } from '../support/run-cli.ts';
import { digestsBelow, leftovers, loggedRecords } from '../support/store-contents.ts';

const concurrency = 16;
const kills = 20;

it.each([
  ['a calm server', 11, () => undefined],
  ['every fifth request refused, and a storm of 429 in the middle', 12, refusals],
])(
  'through twenty kills no answer is paid for twice: %s',
  { timeout: 600_000 },
  async (_what, seed, faultOf) => {
    const folder = temporaryFolder();
    const data = manyQuestions(path.join(folder, 'data.json'));
    const [calm, killed] = [path.join(folder, 'calm'), path.join(folder, 'killed')];
    const args = (baseUrl: string, out: string): string[] =>
      paidRun(data, baseUrl, out, '--concurrency', String(concurrency));

    // Kills come when the server has seen so many requests, and up to a few milliseconds later.
    const random = seededRandom(seed);
    const moments = Array.from({ length: kills }, () => Math.ceil(random() * 1986)).toSorted((a, b) => a - b);
    let awaited: { readonly nth: number; kill(): void } | undefined;
    const answered: string[] = [];
    const server = await startChatServer({
      delayMs: 4,
      fault: (asked) => faultOf(asked.nth),
      onAsked(asked) {
        if (faultOf(asked.nth) === undefined) answered.push(digestOfPrompt(asked));
        if (awaited !== undefined && asked.nth >= awaited.nth) awaited.kill();
      },
    });

    const finished: string[] = [];
    const answerLog = (): readonly string[] =>
      loggedRecords<Logged>(path.join(killed, 'store'), 'answer').map(wordsOf);
    for (const nth of moments) {
      const { process: child, ended } = startCli(args(server.baseUrl, killed), { env: anyKey });
      const late = random() * 12;
      awaited = { nth, kill: () => void sleep(late).then(() => child.kill('SIGKILL')) };
      const before = answered.length;
      const { signal, stderr } = await ended;
      awaited = undefined;
      expect(signal, stderr).toBe('SIGKILL');

      const asked = answered.slice(before);
      const logged = answerLog().slice(finished.length);
      // What was logged was asked in this run, and at most what was in flight is lost.
      expect(surplus(logged, asked)).toEqual([]);
      expect(asked.length - logged.length).toBeLessThanOrEqual(concurrency);
      finished.push(...logged);
    }
    await untilComplete(args(server.baseUrl, killed));

    const undisturbed = await startChatServer();
    expect((await runCli(args(undisturbed.baseUrl, calm), { env: anyKey })).code).toBe(0);
    const wanted = undisturbed.asked.map(digestOfPrompt);
    expect(wanted).toHaveLength(1986);
    // Each question is finished once over all runs, and asked again at most where a kill met it in flight.
    expectSameItems(answerLog(), wanted);
    expect(surplus(wanted, answered)).toEqual([]);
    expect(surplus(answered, wanted).length).toBeLessThanOrEqual(kills * concurrency);

    const same = /^runs.*qa.*\.json$|records\.jsonl$|items\.jsonl$|^store\/files/;
    expect(digestsBelow(killed, same)).toEqual(digestsBelow(calm, same));
    expect(leftovers(path.join(killed, 'store'))).toEqual([]);
    const asked = server.asked.length;
    expect((await runCli(args(server.baseUrl, killed), { env: anyKey })).code).toBe(0);
    expect(server.asked).toHaveLength(asked);
  },
);

/** What the log of the answers keeps. */
interface Logged {
  readonly prediction: string;
  readonly raw?: string;
}

function wordsOf({ prediction, raw }: Logged): string {
  return raw ?? prediction;
}

/** Runs to the end. One or another question may be refused as often as it is tried, which ends a run incomplete. */
async function untilComplete(args: readonly string[]): Promise<void> {
  for (let run = 1; ; run += 1) {
    const { code, stderr } = await runCli(args, { env: anyKey });
    if (code === 0) return;
    expect(code, stderr).toBe(1);
    expect(run, stderr).toBeLessThan(4);
  }
}

/** Every fifth request, and fifty in a row. */
function refusals(nth: Asked['nth']): Scripted | undefined {
  const storm = nth > 1000 && nth <= 1050;
  if (!storm && nth % 5 !== 0) return undefined;
  const status = storm || nth % 10 === 0 ? 429 : 500;
  return {
    status,
    headers: { 'retry-after': '0' },
    body: { error: { message: `refused with ${status}`, type: 'server_error' } },
  };
}
