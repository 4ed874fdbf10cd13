import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../../engine/package-root.ts';
import type { CalibrationItem } from './calibration.ts';

/** The answers with known verdicts that ship with the package: to each question a right, a vague and a wrong one. */
export function calibrationSet(): readonly CalibrationItem[] {
  const text = readFileSync(join(packageRoot, 'data', 'judge-calibration.jsonl'), 'utf8');
  return text
    .split('\n')
    .filter(Boolean)
    .map((line): CalibrationItem => JSON.parse(line));
}
