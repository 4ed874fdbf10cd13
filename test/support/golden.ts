import { readFileSync } from 'node:fs';
import { locomoData, sharedPath } from './shared.ts';

/** The paths of a reference file and of the data it was computed on, or undefined where one is missing. */
export function goldenWithData(name: string): { golden: string; data: string } | undefined {
  const golden = sharedPath(`golden/${name}`);
  const data = locomoData();
  return golden === undefined || data === undefined ? undefined : { golden, data };
}

/** The values of a file of JSON lines; none where there is no file. */
export function readJsonLines<Row>(path: string | undefined): Row[] {
  if (path === undefined) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row);
}
