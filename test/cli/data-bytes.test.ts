import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { runCli, temporaryFolder, type CliResult } from '../support/run-cli.ts';
import { computedBySteps, reportOf } from '../support/run-report.ts';
import { sharedPath } from '../support/shared.ts';
import { twoConversations } from '../support/two-conversations.ts';

const shared = sharedPath('cases/01-dataset-bytes');
const skipped = shared === undefined ? ' (skipped: ../shared/cases is not there)' : '';

let folder = '';
beforeEach(() => {
  folder = temporaryFolder();
});

describe.skipIf(shared === undefined)(`case 01: bytes of a data file${skipped}`, () => {
  it.each(['plain.json', 'bom.json', 'crlf.json', 'utf16le.json'])('%s is counted alike', async (name) => {
    const { code, stdout } = await check(released(name), '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ samples: 2, sessions: 5, turns: 18, questions: 9 });
  });

  it('bom and crlf score as plain does, and compute nothing but the reading of the file', async () => {
    const plain = reportOf(await run(released('plain.json')));
    for (const name of ['bom.json', 'crlf.json', 'utf16le.json']) {
      const other = reportOf(await run(released(name)));
      expect(other.scores).toEqual(plain.scores);
      expect(other.results).toEqual(plain.results);
      expect(computedBySteps(other)).toEqual({ dataset: 0, passages: 0, ranking: 0, answers: 0, scores: 0 });
    }
  });

  it.each([
    ['nan.json', ':194:15', /NaN/, /null/],
    ['cut.json', ':108:54', /ends in the middle/, /again/],
    ['trailing-comma.json', ':233:4', /comma/, /Remove/],
    ['latin1.json', ':68:34', /offset 1738\b/, /UTF-8/],
    ['empty.json', '', /empty/, /again/],
  ])('%s is refused at its place', async (name, place, message, remedy) => {
    for (const ended of [await check(released(name)), await run(released(name))]) {
      expectRefusal(ended, `pipeline: ${released(name)}${place}: `, message, remedy);
      expect(ended.stdout).toBe('');
    }
  });
});

describe('bytes of a data file', () => {
  const json = JSON.stringify(twoConversations(), null, 1);

  it('scores the same conversations in another encoding alike', async () => {
    const plain = reportOf(await run(own('plain.json', json)));
    for (const bytes of [`\uFEFF${json}`, json.replaceAll('\n', '\r\n'), Buffer.from(json, 'utf16le')]) {
      const other = reportOf(await run(own('other.json', bytes)));
      expect(other.results).toEqual(plain.results);
      expect(Object.values(computedBySteps(other)).every((computed) => computed === 0)).toBe(true);
    }
  });

  it.each([
    ['cut', json.slice(0, 700), /:\d+:\d+: The file ends in the middle/, /get it again/],
    ['a list of numbers', '[1, 2]', /:1:2 .*: Expected .*found 1/, /./],
    ['an object', '{"a": 1}', /:1:1: Expected .*found an object with a/, /./],
    ['a web page', '<!DOCTYPE html>', /:1:1: Expected JSON, found a web page/, /./],
    ['white space', ' \n', /: Expected JSON; the file is empty/, /again/],
    ['a Latin-1 letter', Buffer.from(json.replace('kayak', 'kay\u00E9k'), 'latin1'), /byte E9/, /UTF-8/],
  ])('%s is refused with file, place and remedy', async (_, bytes, message, remedy) => {
    const data = own('own.json', bytes);
    for (const ended of [await check(data), await run(data)])
      expectRefusal(ended, `pipeline: ${data}`, message, remedy);
  });
});

/** A file of the case. */
function released(name: string): string {
  return path.join(shared ?? '', name);
}

/** Writes a file of our own; returns its path. */
function own(name: string, bytes: string | Buffer): string {
  const place = path.join(folder, name);
  writeFileSync(place, bytes);
  return place;
}

function check(data: string, ...flags: string[]): Promise<CliResult> {
  return runCli(['data', 'check', data, ...flags], { cwd: folder });
}

function run(data: string): Promise<CliResult> {
  const flags = ['--retriever', 'bm25', '--model', 'extractive', '--top-k', '2', '--json'];
  return runCli(['run', 'rag-dialog', '--data', data, ...flags], { cwd: folder });
}

function expectRefusal({ code, stderr }: CliResult, start: string, message: RegExp, remedy: RegExp): void {
  const [first = '', second = '', ...further] = stderr.trimEnd().split('\n');
  expect(first.startsWith(start), first).toBe(true);
  expect(first).toMatch(message);
  expect(second).toMatch(remedy);
  expect(further).toEqual([]);
  expect(code).toBe(2);
}
