import { expect, it } from 'vitest';
import { LineProcess, wordsOf } from '../../retrievers/external/line-process.ts';

const never = new AbortController().signal;
const echo = `"${process.execPath}" -e "process.stdin.on('data', () => undefined)"`;

it.each([
  ['python3 my.py', ['python3', 'my.py']],
  ['"/opt/my python" --name "a b"  x', ['/opt/my python', '--name', 'a b', 'x']],
  [`sh -c 'cat | tee'`, ['sh', '-c', 'cat | tee']],
  ['  ', []],
])('reads the words of %j as they are quoted', (command, words) => {
  expect(wordsOf(command)).toEqual(words);
});

it('waits no longer than it is told for a program that says nothing', async () => {
  const silent = new LineProcess(echo, 200);
  await expect(silent.ask({ rank: {} }, never)).rejects.toThrow('gave no reply within 0.2 s');
});

it('is given up when the run stops', async () => {
  const stopping = new AbortController();
  const silent = new LineProcess(echo, 60_000);
  const asked = silent.ask({ rank: {} }, stopping.signal);
  stopping.abort(new Error('stopped'));
  await expect(asked).rejects.toThrow('stopped');
});
