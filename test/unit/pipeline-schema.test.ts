import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { packageRoot } from '../../engine/package-root.ts';
import { pipelineFile } from '../../engine/pipeline/pipeline-file.ts';

it('keeps the JSON Schema beside the pipelines as the program has it (npm run schema writes it)', () => {
  const written = JSON.parse(readFileSync(join(packageRoot, 'pipelines', 'pipeline.schema.json'), 'utf8'));
  expect(written).toEqual(JSON.parse(JSON.stringify(z.toJSONSchema(pipelineFile))));
});
