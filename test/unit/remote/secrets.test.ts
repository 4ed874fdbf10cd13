import { expect, it } from 'vitest';
import { Secrets } from '../../../models/remote/redact.ts';

const key = 'planted+key/0123456789';

function secrets(): Secrets {
  const known = new Secrets(['pa@ss', 'abc']);
  known.addCredentials(new Headers({ authorization: `Bearer ${key}`, 'api-key': 'azure-key-0123' }));
  return known;
}

it('takes known secrets out of texts in every form', () => {
  const forms = [
    key,
    encodeURIComponent(key),
    `"Bearer ${key}"`,
    JSON.stringify({ key }),
    key.replace('/', '\\/'),
    'azure-key-0123',
  ];
  for (const text of [...forms, 'http://user:pa%40ss@gate.test', 'it is pa@ss']) {
    expect(secrets().redact(`The server says ${text}.`)).not.toMatch(/planted|azure-key|pa(?:@|%40)ss/);
  }
  expect(secrets().redact(`Bad key ${key}.`)).toBe('Bad key [hidden].');
});

it('takes out what looks like a secret, though nobody knows it', () => {
  const text = [
    'key sk-proj-Ab12_cd-34 and masked sk-case-********cdef',
    'Authorization: Bearer eyJhbGciOi.J9',
    'Proxy-Authorization: Basic dXNlcjpwYXNz',
    'via http://someone:hunter2@gate.test:3128/x',
  ].join('\n');
  expect(secrets().redact(text)).toBe(
    [
      'key [hidden] and masked [hidden]',
      'Authorization: Bearer [hidden]',
      'Proxy-Authorization: Basic [hidden]',
      'via http://gate.test:3128/x',
    ].join('\n'),
  );
});

it('leaves ordinary words alone, also where a placeholder or a short word serves as a key', () => {
  const known = new Secrets(['abc']);
  known.addCredentials(new Headers({ authorization: 'Bearer none' }));
  const text = 'none of the abc tasks is a risk-averse one; basic education for desk-bound bearers of news';
  expect(known.redact(text)).toBe(text);
  expect(known.hideKeys(text)).toBe(text);
});

it('takes keys, and nothing else, out of replies', () => {
  expect(secrets().hideKeys(`{"content": "your key is ${key}, pa@ss, sk-something-else"}`)).toBe(
    '{"content": "your key is [hidden], pa@ss, sk-something-else"}',
  );
});
