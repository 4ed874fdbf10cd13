import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { runCli, temporaryFolder } from '../support/run-cli.ts';

it.each([
  ['57.8', 0, true],
  ['99.0', 3, false],
  ['', 1, null],
])(
  'verify-table with the overall "%s" ends with %i: the names are right: %s',
  async (overall, exit, right) => {
    const file = path.join(temporaryFolder(), 'own.csv');
    const head = 'system,single-hop,multi-hop,open-domain,temporal,overall';
    writeFileSync(file, `${head}\nA,70.0,40.0,30.0,50.0,${overall}\n`);
    const { code, stdout } = await runCli(['verify-table', file, '--json']);
    expect(code).toBe(exit);
    expect(JSON.parse(stdout)).toMatchObject({ right });
  },
);
