import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** The rooms from the top down: a file may import its own room and those below. */
const rooms = ['cli', 'report', 'pipelines', 'stages', 'retrievers', 'models', 'locomo', 'engine'];

/** The one file, or the few, that may import a library. */
const wrappers: { readonly [library: string]: readonly string[] } = {
  commander: ['cli'],
  zod: ['cli', 'engine', 'locomo', 'models', 'retrievers/external', 'stages'],
  yaml: ['engine/pipeline', 'models/catalog/catalog-file.ts'],
  'js-tiktoken': ['models/tokenisers/tiktoken.ts'],
  '@xenova/transformers': ['models/minilm', 'models/local'],
  'onnxruntime-node': ['models/matrix-product.ts'],
  'hnswlib-node': ['retrievers/hnsw-index.ts'],
  '@langchain/community': ['retrievers/hnsw-index.ts'],
  '@langchain/core': ['retrievers/hnsw-index.ts', 'models/providers/langchain-chat.ts'],
  '@langchain/openai': ['models/openai/embedder.ts'],
  langchain: ['models/providers/langchain-chat.ts'],
  undici: ['models/remote/transport.ts'],
};

const files = rooms.flatMap((room) =>
  readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(room, file).split(sep).join('/')),
);

const imports = files.flatMap((file) => {
  const text = readFileSync(join(root, file), 'utf8');
  const statements = text.matchAll(/\bfrom '([^']+)';$|\bimport\('([^']+)'\)/gm);
  return [...statements].map(([, named, lazy]) => ({ file, target: named ?? lazy ?? '' }));
});

it('lets imports point one way: from the command down to the engine', () => {
  const upward = imports.filter(({ file, target }) => {
    if (!target.startsWith('.')) return false;
    const to = relative(root, join(root, dirname(file), target)).split(sep)[0] ?? '';
    return rooms.indexOf(to) < rooms.indexOf(file.split('/')[0] ?? '');
  });
  expect(files.length).toBeGreaterThan(50);
  expect(upward).toEqual([]);
});

it('lets each library be imported by the files that wrap it', () => {
  const libraries = imports
    .filter(({ target }) => !target.startsWith('.') && !target.startsWith('node:'))
    .map(({ file, target }) => ({ file, library: /^(?:@[^/]+\/)?[^/]+/.exec(target)?.[0] ?? target }));
  const strays = libraries.filter(
    ({ file, library }) => !wrappers[library]?.some((place) => file.startsWith(place)),
  );
  expect(strays).toEqual([]);
});
