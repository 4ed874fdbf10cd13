import { expect, it } from 'vitest';
import { fileParts, requestLine } from '../../../models/openai/batch/batch-file.ts';
import { faultOfResult, isReply, resultsIn } from '../../../models/openai/batch/batch-result.ts';
import { digestOfId, digestOfRequest, idsOf } from '../../../models/openai/batch/pending-request.ts';
import { faultOfReply } from '../../../models/remote/classify.ts';
import { completion } from '../../support/openai-server.ts';
import { seededRandom } from '../../support/random.ts';

it('cuts requests into files that keep to both limits, and no sooner than these ask for', () => {
  const random = seededRandom(5);
  for (let round = 0; round < 200; round += 1) {
    const sizes = Array.from({ length: Math.floor(random() * 40) }, () => 1 + Math.floor(random() * 60));
    const limits = { requests: 1 + Math.floor(random() * 8), bytes: 60 + Math.floor(random() * 100) };
    const parts = fileParts(sizes, (size) => size, limits);
    expect(parts.flat()).toEqual(sizes);
    for (const [index, part] of parts.entries()) {
      expect(part.length).toBeLessThanOrEqual(limits.requests);
      expect(bytesOf(part)).toBeLessThanOrEqual(limits.bytes);
      const next = parts[index + 1]?.[0];
      if (next !== undefined && part.length < limits.requests)
        expect(bytesOf(part) + next).toBeGreaterThan(limits.bytes);
    }
  }
});

it('sends what does not fit into any file in one of its own', () => {
  expect(fileParts([1, 99, 1], (size) => size, { requests: 5, bytes: 10 })).toEqual([[1], [99], [1]]);
});

it('puts a body into its line as it is', () => {
  const body = '{"model":"m","messages":[{"role":"user","content":"caf\\u00e9 \\n 1.0"}],"temperature":0.0}';
  const line = requestLine('id-1', '/v1/chat/completions', body);
  expect(line).toContain(`"body":${body}`);
  expect(JSON.parse(line)).toEqual({
    custom_id: 'id-1',
    method: 'POST',
    url: '/v1/chat/completions',
    body: JSON.parse(body),
  });
});

it('tells requests apart by what they ask and what for, and gives equal ones ids of their own', () => {
  const [a, b] = [digestOfRequest('{}', 'one'), digestOfRequest('{}', 'two')];
  expect(new Set([a, b, digestOfRequest('{ }', 'one')]).size).toBe(3);
  const ids = idsOf([a, b, a, a]);
  expect(new Set(ids).size).toBe(4);
  expect(ids.map(digestOfId)).toEqual([a, b, a, a]);
  // OpenAI takes ids of 64 characters.
  expect(Math.max(...ids.map(({ length }) => length))).toBeLessThanOrEqual(64);
});

const bodies: readonly (readonly [string, number, object])[] = [
  ['a reply', 200, completion('red').body],
  ['a filtered reply', 200, completion('', { finish: 'content_filter' }).body],
  ['a cut reply', 200, completion('half', { finish: 'length' }).body],
  ['an empty reply', 200, completion('').body],
  ['a text too long', 400, { error: { message: 'too long', code: 'context_length_exceeded' } }],
  ['a spent credit', 429, { error: { message: 'no', code: 'insufficient_quota' } }],
  ['an overload', 503, { error: { message: 'busy' } }],
];

it.each(bodies)('judges %s as if it had been asked on its own', (_what, status, body) => {
  const line = JSON.stringify({ custom_id: 'a', response: { status_code: status, body }, error: null });
  const result = resultsIn(`${line}\n`).get('a');
  expect(isReply(result)).toBe(status === 200);
  const path = '/v1/chat/completions';
  const alone = faultOfReply({ status, text: JSON.stringify(body), headers: new Headers(), path }, 0);
  expect(result && faultOfResult(result, path, 0)).toEqual(alone);
});

it('reads results in any order, and leaves out what is none', () => {
  const results = resultsIn(
    [lateLine('b'), '', '{"custom_id": 7}', lateLine('a'), lateLine('c').slice(0, 30)].join('\n'),
  );
  expect([...results.keys()]).toEqual(['b', 'a']);
  expect(results.get('a')).toMatchObject({ ok: false, fault: { ends: 'attempt', code: 'server-error' } });
});

function bytesOf(part: readonly number[]): number {
  return part.reduce((sum, size) => sum + size, 0);
}

/** The line of a request that its batch did not come to. */
function lateLine(id: string): string {
  return JSON.stringify({ custom_id: id, response: null, error: { code: 'batch_expired', message: 'late' } });
}
