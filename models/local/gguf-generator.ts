import { createRequire } from 'node:module';
import { ExpectedError } from '../../engine/expected-error.ts';
import { shownPath } from '../../engine/shown.ts';
import type { ChatMessage } from '../chat-model.ts';
import { shortened } from '../remote/shortened.ts';
import type { Generator } from './generator.ts';

/** Bindings of llama.cpp, which are hundreds of megabytes: whoever wants them installs them. */
const library = 'node-llama-cpp';

/** What of the library is used. */
interface Library {
  getLlama(options: object): Promise<{ loadModel(options: object): Promise<Model> }>;
  readonly LlamaChatSession: new (options: object) => Session;
}
interface Model {
  tokenize(text: string, specialTokens: boolean): readonly number[];
  createContext(options: object): Promise<{ readonly contextSize: number; getSequence(): Sequence }>;
}
interface Sequence {
  clearHistory(): Promise<void>;
  readonly tokenMeter: { readonly usedOutputTokens: number };
}
interface Session {
  setChatHistory(history: readonly object[]): void;
  promptWithMeta(
    prompt: string,
    options: object,
  ): Promise<{ readonly responseText: string; readonly stopReason: string }>;
  dispose(options: object): void;
}

/** Throws `ExpectedError` where the library is not installed. */
export function assertLlamaInstalled(): void {
  try {
    createRequire(import.meta.url).resolve(library);
  } catch {
    throw new ExpectedError({
      code: 'missing-package',
      message: `Expected the package ${library}, by which gguf: models are read, found none.`,
      remedy: `npm install ${library}`,
    });
  }
}

/**
 * Loads a GGUF file with llama.cpp. LangChain's wrapper is not used: it goes on with one chat through all calls, so that
 * an answer would depend on the questions before it, and hides why a reply ends.
 */
export async function loadGgufGenerator(file: string): Promise<Generator> {
  assertLlamaInstalled();
  const { getLlama, LlamaChatSession } = (await import(library)) as Library;
  // Nothing is built or fetched: the library would compile llama.cpp where none of its own fits.
  const llama = await getLlama({ build: 'never', progressLogs: false, logLevel: 'error' });
  const model = await llama.loadModel({ modelPath: file }).catch((error: unknown) => {
    throw unusable(file, error);
  });
  const context = await model.createContext({});
  const sequence = context.getSequence();
  const count = (text: string): number => model.tokenize(text, false).length;

  return {
    window: context.contextSize,
    count,
    encode(messages) {
      const before = messages.slice(0, -1).map(asHistory);
      const last = messages.at(-1)?.content ?? '';
      return {
        // The template adds a few for each message.
        tokens: messages.reduce((sum, { content }) => sum + count(content) + perMessage, 0),
        async generate(most, signal) {
          const session = new LlamaChatSession({ contextSequence: sequence });
          const said = sequence.tokenMeter.usedOutputTokens;
          try {
            session.setChatHistory(before);
            const { responseText, stopReason } = await session.promptWithMeta(last, {
              maxTokens: most,
              temperature: 0,
              signal,
            });
            const tokens = sequence.tokenMeter.usedOutputTokens - said;
            return { text: responseText, tokens, isWhole: stopReason !== 'maxTokens' };
          } finally {
            session.dispose({ disposeSequence: false });
            // Each chat begins anew: what was asked before shapes nothing.
            await sequence.clearHistory();
          }
        },
      };
    },
  };
}

const perMessage = 8;

function asHistory({ role, content }: ChatMessage): object {
  return role === 'assistant' ? { type: 'model', response: [content] } : { type: role, text: content };
}

function unusable(file: string, error: unknown): ExpectedError {
  const reason = error instanceof Error ? error.message : String(error);
  return new ExpectedError(
    {
      code: 'model-unusable',
      message: `Expected a language model in GGUF form, found a file that cannot be loaded: ${shortened(reason)}.`,
      where: shownPath(file),
    },
    { cause: error },
  );
}
