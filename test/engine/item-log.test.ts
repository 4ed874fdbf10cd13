import { appendFileSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../engine/digest.ts';
import { ItemLog } from '../../engine/store/item-log.ts';
import type { LoggedItem } from '../../engine/store/log-line.ts';
import { temporaryFolder } from '../support/run-cli.ts';

const keys = ['first', 'second', 'third'].map(sha256);
const [first = '', second = '', third = ''] = keys;

function item(text: string): LoggedItem {
  return { records: [{ text }] };
}

function newLog(): string {
  return path.join(temporaryFolder(), 'items', 'log.jsonl');
}

/** A log of three items, written and closed. */
function writtenLog(): string {
  const file = newLog();
  const log = new ItemLog(file);
  for (const [index, key] of keys.entries()) log.append([[key, item(`item ${index}`)]]);
  log.close();
  return file;
}

async function readAll(log: ItemLog, wanted = keys): Promise<readonly (string | undefined)[]> {
  const texts: (string | undefined)[] = [];
  for await (const found of log.read(wanted)) {
    const [record] = found?.records ?? [];
    texts.push(record === undefined ? undefined : Object.values(record).join());
  }
  return texts;
}

describe('a log', () => {
  it('is empty where there is no file', async () => {
    expect(await new ItemLog(newLog()).scan()).toEqual({ keys: new Set(), damaged: 0, torn: 0 });
  });

  it('gives items back by key, whatever the order', async () => {
    const log = new ItemLog(writtenLog());
    expect((await log.scan()).keys).toEqual(new Set(keys));
    expect(await readAll(log, [third, first])).toEqual(['item 2', 'item 0']);
  });

  it('gives the newest line of a key', async () => {
    const file = writtenLog();
    const log = new ItemLog(file);
    log.append([[second, item('newer')]]);
    log.close();
    const later = new ItemLog(file);
    await later.scan();
    expect(await readAll(later)).toEqual(['item 0', 'newer', 'item 2']);
  });

  it('keeps any text: line breaks, quotes, other planes', async () => {
    const text = 'a\nb"c\\\u2028\u{1F415}\u0000';
    const log = new ItemLog(newLog());
    log.append([[first, item(text)]]);
    expect(await readAll(log, [first])).toEqual([text]);
    log.close();
  });
});

describe('damage', () => {
  it.each([1, 17, 100])('drops a last line that lacks %i bytes, and counts it', async (missing) => {
    const file = writtenLog();
    truncateSync(file, readFileSync(file).length - missing);
    expect(await new ItemLog(file).scan()).toEqual({ keys: new Set([first, second]), damaged: 0, torn: 1 });
  });

  it('keeps a torn line from swallowing the next one', async () => {
    const file = writtenLog();
    truncateSync(file, readFileSync(file).length - 17);
    const log = new ItemLog(file);
    await log.scan();
    log.append([[third, item('again')]]);
    expect(await readAll(log)).toEqual(['item 0', 'item 1', 'again']);
    log.close();
    // Nothing is missed any more, and so nothing is told.
    expect(await new ItemLog(file).scan()).toEqual({ keys: new Set(keys), damaged: 0, torn: 0 });
  });

  it('keeps a line that another process left torn meanwhile from swallowing the next one', async () => {
    const log = new ItemLog(newLog());
    log.append([[first, item('mine')]]);
    appendFileSync(log.path, `{"key":"${second}","sum":"01`);
    log.append([[third, item('mine, too')]]);
    expect(await readAll(log)).toEqual(['mine', undefined, 'mine, too']);
    log.close();
  });

  it('finds any flipped byte, and drops that item alone', async () => {
    const file = writtenLog();
    const whole = readFileSync(file);
    const start = whole.indexOf(10) + 1;
    const end = whole.indexOf(10, start);
    for (let place = start; place < end; place++) {
      const bytes = Buffer.from(whole);
      bytes[place] = (bytes[place] ?? 0) ^ 0x02;
      writeFileSync(file, bytes);
      const log = new ItemLog(file);
      expect(await log.scan(), `byte ${place}`).toEqual({
        keys: new Set([first, third]),
        damaged: 1,
        torn: 0,
      });
      expect(await readAll(log)).toEqual(['item 0', undefined, 'item 2']);
    }
  });

  it('does not take the line of one item for another', async () => {
    const file = writtenLog();
    writeFileSync(file, readFileSync(file, 'utf8').replace(second, sha256('fourth')));
    expect(await new ItemLog(file).scan()).toEqual({ keys: new Set([first, third]), damaged: 1, torn: 0 });
  });

  it('passes over what is not a log at all', async () => {
    const file = writtenLog();
    writeFileSync(file, `\n\nnot json\n{}\n${readFileSync(file, 'utf8')}\u0000\u0000`);
    expect(await new ItemLog(file).scan()).toEqual({ keys: new Set(keys), damaged: 2, torn: 1 });
  });
});

describe('two processes on one log', () => {
  it('read what the other one had appended before they did', async () => {
    const file = newLog();
    const [one, other] = [new ItemLog(file), new ItemLog(file)];
    one.append([[first, item('one')]]);
    other.append([[second, item('other')]]);
    one.append([[third, item('one again')]]);
    expect(await readAll(one)).toEqual(['one', 'other', 'one again']);
    one.close();
    other.close();
  });

  it('read what the other one has appended', async () => {
    const file = newLog();
    const [one, other] = [new ItemLog(file), new ItemLog(file)];
    for (let turn = 0; turn < 20; turn++) {
      one.append([[sha256(`one ${turn}`), item(`one ${turn}`)]]);
      other.append([[sha256(`other ${turn}`), item(`other ${turn}`)]]);
    }
    const wanted = ['one 0', 'other 19', 'one 19', 'other 7'];
    expect(await readAll(one, wanted.map(sha256))).toEqual(wanted);
    one.append([[first, item('more')]]);
    expect(await readAll(other, [...wanted.map(sha256), first])).toEqual([...wanted, 'more']);
    one.close();
    other.close();
  });
});
