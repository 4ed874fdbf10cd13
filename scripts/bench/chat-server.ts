// A model's server in a process of its own, which speaks as the provider of the first argument: answers every question
// alike, after as many milliseconds as the second says; of more than the third within a second it refuses the rest.
// Prints its address, then when each request came that it answered, a thousand at a time or after a pause.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dialects } from '../../test/support/dialects.ts';
import type { Scripted } from '../../test/support/openai-server.ts';

const [provider = '', delay = '0', perSecond = 'Infinity'] = process.argv.slice(2);
const dialect = dialects.find((one) => one.provider === provider);
if (dialect === undefined) throw new Error(`no dialect of ${provider}`);
const usage = { input: 300, cachedInput: 0, output: 4 };
const answer = sent(dialect.reply({ text: 'a red kayak', finishReason: 'stop', usage }));
const busy = sent(dialect.refusal(429, 'Too many requests.', 'rate_limit_error'), { 'retry-after': '1' });
const lost = sent(dialect.refusal(404, 'Nothing is here.', 'not_found_error'));

/** When the last requests came that were answered. */
let recent: number[] = [];
let untold: number[] = [];
let pause: NodeJS.Timeout | undefined;

const server = createServer((request, response) => {
  request.resume().on('end', () => {
    const reply = replyTo(request.url ?? '', Date.now());
    setTimeout(() => response.writeHead(reply.status, reply.headers).end(reply.bytes), reply.delay);
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () =>
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
);

function replyTo(path: string, now: number): ReturnType<typeof sent> & { readonly delay: number } {
  if (dialect?.path.test(path) !== true) return { ...lost, delay: 0 };
  if (!isAllowed(now)) return { ...busy, delay: 0 };
  note(now);
  return { ...answer, delay: Number(delay) };
}

/** Whether a request that comes now is within what a second allows. */
function isAllowed(now: number): boolean {
  if (perSecond === 'Infinity') return true;
  recent = recent.filter((at) => at > now - 1000);
  return recent.length < Number(perSecond) && recent.push(now) > 0;
}

function note(now: number): void {
  clearTimeout(pause);
  if (untold.push(now) === 1000) tell();
  pause = setTimeout(tell, 50);
}

function tell(): void {
  if (untold.length > 0) console.log(untold.join('\n'));
  untold = [];
}

function sent({ status = 200, headers, body }: Scripted, more: { readonly [name: string]: string } = {}) {
  const bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  const type = { 'content-type': 'application/json', 'content-length': bytes.length };
  return { status, headers: { ...type, ...headers, ...more }, bytes };
}
