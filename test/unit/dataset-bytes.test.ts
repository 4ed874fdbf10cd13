import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadDataset } from '../../locomo/dataset/load.ts';
import { failureOf } from '../support/failure.ts';
import { inventedSample } from '../support/fiction.ts';
import { sharedPath } from '../support/shared.ts';

const folder = sharedPath('cases/01-dataset-bytes');
const skipped = folder === undefined;

describe.skipIf(skipped)(`case 01${skipped ? ' (skipped: ../shared/cases is not there)' : ''}`, () => {
  it.each(['plain.json', 'bom.json', 'crlf.json', 'utf16le.json'])('%s loads as the same samples', (name) => {
    const { samples } = loadDataset(bytesOf(name), name);
    const sessions = samples.flatMap((sample) => sample.sessions);
    const counts = [
      samples.length,
      sessions.length,
      sessions.flatMap((session) => session.turns).length,
      samples.flatMap((sample) => sample.questions).length,
    ];
    expect(counts).toEqual([2, 5, 18, 9]);
    expect(samples).toEqual(loadDataset(bytesOf('plain.json'), 'plain.json').samples);
  });

  it.each([
    ['nan.json', 'nan.json:194:15', /NaN/, /null/],
    ['cut.json', 'cut.json:108:54', /ends in the middle/, /again/],
    ['trailing-comma.json', 'trailing-comma.json:233:4', /comma/, /Remove/],
    ['latin1.json', 'latin1.json:68:34', /\b1738\b/, /UTF-8/],
    ['empty.json', 'empty.json', /empty/, /again/],
  ])('%s is refused at %s', (name, where, message, remedy) => {
    const failure = failureOf(() => loadDataset(bytesOf(name), name));
    expect(failure.where).toBe(where);
    expect(failure.message).toMatch(message);
    expect(failure.remedy).toMatch(remedy);
    expect(failure.exitCode).toBe(2);
  });
});

describe('bytes of a data file', () => {
  const text = JSON.stringify([inventedSample()], null, 1);

  it.each([
    ['UTF-16, little end first, with a mark', utf16(`\uFEFF${text}`)],
    ['UTF-16, little end first, without', utf16(text)],
    ['UTF-16, big end first, with a mark', utf16(`\uFEFF${text}`).swap16()],
    ['UTF-16, big end first, without', utf16(text).swap16()],
    ['carriage returns alone', Buffer.from(text.replaceAll('\n', '\r'))],
  ])('%s loads like UTF-8', (_, bytes) => {
    expect(load(bytes).samples).toEqual(load(text).samples);
  });

  it.each([
    ['a mark and nothing else', '\uFEFF', 'empty-data', 'own.json'],
    ['white space alone', ' \r\n', 'empty-data', 'own.json'],
    [
      'a byte that is not UTF-8 behind one that is',
      Buffer.from([0x5b, 0x22, 0xef, 0xbf, 0xbd, 0xef, 0x76]),
      'not-utf8',
      'own.json:1:4',
    ],
    ['a cut inside a character', Buffer.from('[\n"é"').subarray(0, 4), 'cut-data', 'own.json:2:2'],
    ['a cut inside a UTF-16 unit', utf16('["a"]').subarray(0, 9), 'cut-data', 'own.json:1:5'],
    ['half of a surrogate pair', utf16('["\uD83D"]'), 'not-utf16', 'own.json'],
    ['gzip', Buffer.from([0x1f, 0x8b, 8, 0]), 'compressed-data', 'own.json'],
    ['zip', 'PK\u0003\u0004', 'compressed-data', 'own.json'],
    ['a web page', '<!DOCTYPE html>', 'not-json', 'own.json:1:1'],
    ['a Git LFS pointer', 'version https://git-lfs.github.com/spec/v1\n', 'not-json', 'own.json:1:1'],
    ['JSON Lines', '{"a": 1}\n{"a": 2}\n', 'not-json', 'own.json:2:1'],
    ['Infinity', '[\n -Infinity]', 'not-json', 'own.json:2:2'],
    ['None', '[None]', 'not-json', 'own.json:1:2'],
    ['a comma before ]', '[1,\n]', 'not-json', 'own.json:2:1'],
    ['two commas', '[1,,2]', 'not-json', 'own.json:1:4'],
    ['no comma', '[1 2]', 'not-json', 'own.json:1:4'],
    ['no colon', '{"a" 1}', 'not-json', 'own.json:1:6'],
    ['single quotes', "['a']", 'not-json', 'own.json:1:2'],
    ['a comment', '[ // none\n]', 'not-json', 'own.json:1:3'],
    ['a name without quotes', '{a: 1}', 'not-json', 'own.json:1:2'],
    ['a bare line break in a text', '["a\nb"]', 'not-json', 'own.json:1:4'],
    ['an unknown escape', '["\\x41"]', 'not-json', 'own.json:1:3'],
    ['a number with a leading zero', '[01]', 'not-json', 'own.json:1:2'],
    ['a cut inside an escape', '["\\u00', 'not-json', 'own.json:1:7'],
    ['a cut inside a word', '[tru', 'not-json', 'own.json:1:5'],
    ['a cut behind a comma', '[1,', 'not-json', 'own.json:1:4'],
    ['two members of one name', '{"a": 1,\n "a": 2}', 'not-json', 'own.json:2:2'],
    ['lists without end', '['.repeat(100_000), 'not-json', 'own.json:1:1002'],
  ])('%s is refused with its place', (_, bytes, code, where) => {
    const failure = refusal(bytes);
    expect([failure.code, failure.where, failure.exitCode]).toEqual([code, where, 2]);
    expect(failure.remedy).toBeTruthy();
  });

  it('counts columns in characters, not in code units', () => {
    expect(refusal('["🛶", NaN]').where).toBe('own.json:1:7');
  });

  it('says in which field a file ends', () => {
    expect(refusal('[{"qa": [{"question": "Wh').message).toContain('[0].qa[0].question');
  });

  it('keeps every kind of escape', () => {
    const sample = inventedSample();
    sample.qa[0] = { question: '"\\/\b\f\n\r\t\u0001é🛶', answer: 'yes', evidence: [], category: 4 };
    expect(load(JSON.stringify([sample])).samples[0]?.questions[0]?.question).toBe('"\\/\b\f\n\r\t\u0001é🛶');
  });
});

function bytesOf(name: string): Uint8Array {
  return readFileSync(`${folder}/${name}`);
}

function load(bytes: Uint8Array | string) {
  return loadDataset(Buffer.from(bytes), 'own.json');
}

function utf16(content: string): Buffer {
  return Buffer.from(content, 'utf16le');
}

function refusal(bytes: Uint8Array | string) {
  return failureOf(() => load(bytes));
}
