import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { packageRoot } from '../engine/package-root.ts';
import { pipelineFile } from '../engine/pipeline/pipeline-file.ts';

/** Writes `pipelines/pipeline.schema.json`, by which editors complete and check pipeline files. */
const path = join(packageRoot, 'pipelines', 'pipeline.schema.json');
writeFileSync(path, `${JSON.stringify(z.toJSONSchema(pipelineFile), null, 2)}\n`);
