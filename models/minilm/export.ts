import { createWriteStream } from 'node:fs';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { newDraft, removeAbandonedDrafts } from '../../engine/store/drafts.ts';
import { makeFolder } from '../../engine/store/make-folder.ts';
import type { Pieces } from '../onnx/protobuf.ts';
import { bertGraph } from './graph.ts';
import { Safetensors } from './safetensors.ts';
import { minilmFiles, readMinilmFile } from './weights.ts';

/** Raised when the exported files change, so that older exports are made anew. */
const exportVersion = 1;
const sealName = 'export.json';
const modelName = 'onnx/model.onnx';

/** The seal of an export: what it was made from, and each file's size and time of writing. */
const sealSchema = z.object({
  version: z.literal(exportVersion),
  weights: z.literal(minilmFiles.weights.digest),
  files: z.record(z.string(), z.object({ bytes: z.int(), modified: z.number() })),
});

const configSchema = z
  .object({
    num_hidden_layers: z.int(),
    num_attention_heads: z.int(),
    hidden_size: z.int(),
    layer_norm_eps: z.number(),
  })
  .transform((config) => ({
    layers: config.num_hidden_layers,
    heads: config.num_attention_heads,
    hidden: config.hidden_size,
    epsilon: config.layer_norm_eps,
  }));

/** transformers.js asks for this file, which the package lacks. */
const tokenizerConfig = {
  tokenizer_class: 'BertTokenizer',
  do_lower_case: true,
  model_max_length: 512,
  unk_token: '[UNK]',
  sep_token: '[SEP]',
  pad_token: '[PAD]',
  cls_token: '[CLS]',
  mask_token: '[MASK]',
};

/**
 * Makes sure that `folder` holds the model as transformers.js reads it (single-precision ONNX, 90 MB),
 * and makes it anew where it is missing, damaged or of an older version. The folder appears by one
 * rename, so two processes may race: the later one takes what the first made.
 */
export async function ensureExport(folder: string): Promise<void> {
  if (await isIntact(folder)) return;
  await removeAbandonedDrafts(path.dirname(folder));
  const draft = newDraft(path.dirname(folder));
  try {
    makeFolder(draft);
    await writeExport(draft);
    await rename(draft, folder).catch(async () => {
      // Something is there: what another process has just made, or what was found damaged.
      if (await isIntact(folder)) return;
      await rm(folder, { recursive: true, force: true });
      await rename(draft, folder);
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/**
 * Compares sizes and times with the seal. Hashing 90 MB would take longer than a whole cached run; a
 * file that was cut or overwritten shows by its size or its time.
 */
async function isIntact(folder: string): Promise<boolean> {
  try {
    const seal = sealSchema.parse(JSON.parse(await readFile(path.join(folder, sealName), 'utf8')));
    for (const [name, { bytes, modified }] of Object.entries(seal.files)) {
      const found = await stat(path.join(folder, name));
      if (found.size !== bytes || found.mtimeMs !== modified) return false;
    }
    return true;
  } catch {
    return false;
  }
}

async function writeExport(folder: string): Promise<void> {
  const config = await readMinilmFile('config');
  const weights = new Safetensors(await readMinilmFile('weights'));
  const graph = bertGraph(weights, configSchema.parse(JSON.parse(config.toString())));
  await mkdir(path.join(folder, path.dirname(modelName)));
  const contents: { readonly [name: string]: Pieces } = {
    'config.json': [config],
    'tokenizer.json': [await readMinilmFile('tokenizer')],
    'tokenizer_config.json': [Buffer.from(JSON.stringify(tokenizerConfig))],
    [modelName]: graph.encode(),
  };
  const files: { [name: string]: { bytes: number; modified: number } } = {};
  for (const [name, pieces] of Object.entries(contents)) {
    const location = path.join(folder, name);
    await pipeline(pieces, createWriteStream(location, { flush: true }));
    const { size, mtimeMs } = await stat(location);
    files[name] = { bytes: size, modified: mtimeMs };
  }
  const seal = { version: exportVersion, weights: minilmFiles.weights.digest, files };
  await writeFile(path.join(folder, sealName), JSON.stringify(seal));
}
