import { statSync } from 'node:fs';
import path from 'node:path';
import { ExpectedError } from '../../engine/expected-error.ts';
import type { Json } from '../../engine/json.ts';
import { shownPath } from '../../engine/shown.ts';
import type { ModelFacts } from '../catalog/model-facts.ts';
import type { ChatModel } from '../chat-model.ts';
import type { ModelContext } from '../model-context.ts';
import type { Tokeniser } from '../tokenisers/tokeniser.ts';
import { fileDigest } from './file-digest.ts';
import type { Generator } from './generator.ts';
import { assertLlamaInstalled, loadGgufGenerator } from './gguf-generator.ts';
import { createLocalChat } from './local-chat.ts';
import { loadOnnxCounter, loadOnnxGenerator } from './onnx-generator.ts';
import { findOnnxModel, onnxIdentity, onnxWindow, type Dtype } from './onnx-model.ts';

/** How registries list models on this machine, with a sentence on each kind. */
export const localNames: readonly (readonly [name: string, about: string])[] = [
  [
    'hf:<model>',
    'An ONNX model on this machine, by its folder or its repository on a hub; --dtype sets the precision.',
  ],
  ['gguf:<model>', 'A GGUF file on this machine, read by llama.cpp (npm install node-llama-cpp).'],
];

/** A model on this machine that is not loaded yet. */
interface LocalModel {
  /** Everything that can change what it says. */
  readonly identity: { readonly [name: string]: Json };
  /** Tokens of prompt and reply together; null where they are not known before it is loaded. */
  readonly window: number | null;
  assertReady?(): void;
  load(context: ModelContext): Promise<Generator>;
  /** Counts its tokens without its weights, where that can be. */
  loadCounter?(context: ModelContext): Promise<Generator['count']>;
}

export function isLocal(name: string): boolean {
  return /^(?:hf|gguf):/.test(name);
}

/** The chat model of a name such as `hf:./folder` or `gguf:model.gguf`. */
export function createLocalChatOf(
  name: string,
  settings: { readonly dtype: Dtype | ''; readonly temperature: number | null; readonly tag: string },
  context: ModelContext,
  flags: string,
): ChatModel {
  const { dtype, temperature, tag } = settings;
  const model = find(name, dtype);
  const { identity, assertReady } = model;
  return createLocalChat({
    identity,
    temperature,
    tag,
    flags,
    ...(assertReady === undefined ? {} : { assertReady }),
    generator: () => generatorOf(model, context),
  });
}

/** Throws `ExpectedError` where a precision is asked of a model that has none to choose. */
export function assertNoDtype(name: string, dtype: string): void {
  if (dtype === '') return;
  throw new ExpectedError({
    code: 'setting',
    message: `Expected a model whose precision can be chosen, such as hf:./folder, found ${name}.`,
    where: '--dtype',
    remedy: 'Leave it out.',
  });
}

/** What is known of a model on this machine before it is loaded: its window, and that it costs nothing. */
export function localFacts(name: string): ModelFacts {
  const { identity, window } = find(name, '');
  return {
    name,
    contextTokens: window,
    replyTokens: null,
    // The name of what counts is part of keys: a path is none.
    tokeniser: Object.entries(identity)
      .map(([part, value]) => `${part}=${String(value)}`)
      .join(' '),
    price: { input: 0, output: 0 },
  };
}

/** Counts tokens as such a model does. */
export async function localTokeniser(name: string, context: ModelContext): Promise<Tokeniser> {
  const model = find(name, '');
  const count = (await model.loadCounter?.(context)) ?? (await generatorOf(model, context)).count;
  return { name, isExact: true, count };
}

function find(name: string, dtype: Dtype | ''): LocalModel {
  const place = name.slice(name.indexOf(':') + 1);
  if (!name.startsWith('gguf:')) {
    const model = findOnnxModel(place, dtype);
    return {
      identity: { provider: 'hf', ...onnxIdentity(model) },
      window: onnxWindow(model),
      load: (context) => loadOnnxGenerator(model, context),
      loadCounter: (context) => loadOnnxCounter(model, context),
    };
  }
  assertNoDtype(name, dtype);
  const file = path.resolve(place);
  if (!statSync(file, { throwIfNoEntry: false })?.isFile())
    throw new ExpectedError({
      code: 'no-local-model',
      message: 'Expected a GGUF file, found none.',
      where: shownPath(file),
    });
  return {
    identity: { provider: 'gguf', content: fileDigest(file).slice(0, 32) },
    window: null,
    assertReady: assertLlamaInstalled,
    load: () => loadGgufGenerator(file),
  };
}

const loaded = new Map<string, Promise<Generator>>();

/** A model is loaded once, whoever asks it; files that have changed in their place are another one. */
function generatorOf(model: LocalModel, context: ModelContext): Promise<Generator> {
  const who = JSON.stringify(model.identity);
  const generator = loaded.get(who) ?? model.load(context);
  loaded.set(who, generator);
  return generator;
}
