import { readFileSync } from 'node:fs';
import { loadDataset } from '../../locomo/dataset/load.ts';
import type { Sample } from '../../locomo/sample.ts';
import { locomoData, sharedPath } from './shared.ts';

/** A reference file and the data that it was computed on, by path; undefined where one is missing. */
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

/** The samples of a data file; none where there is no file. */
export function readSamples(path: string | undefined): readonly Sample[] {
  return path === undefined ? [] : loadDataset(readFileSync(path), path).samples;
}
