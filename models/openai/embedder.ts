import { ItemFailure } from '../../engine/stage.ts';
import type { CallContext } from '../call-context.ts';
import type { Embedder } from '../embedder.ts';
import type { ModelContext } from '../model-context.ts';
import { noteUsage } from '../note-usage.ts';
import { withOwnSignal } from '../own-signal.ts';
import { rethrowApart } from '../remote/apart.ts';
import { callServer } from '../remote/call-server.ts';
import { pairedVectors } from './paired-vectors.ts';
import type { Server } from '../providers/server.ts';

export interface OpenAiEmbedderSettings {
  readonly model: string;
  readonly server: Server;
}

/** An embedder behind OpenAI's API, through LangChain, which is loaded with the first call. Both sides are embedded alike. */
export function createOpenAiEmbedder(
  { model, server }: OpenAiEmbedderSettings,
  context: ModelContext,
): Embedder {
  let dimensions: number | undefined;

  async function request(
    texts: readonly string[],
    signal: AbortSignal,
    call: CallContext,
  ): Promise<number[][]> {
    const { OpenAIEmbeddings } = await import('@langchain/openai');
    // LangChain pairs by place and takes no signal, so each request has a client whose fetch sees to both.
    const client = new OpenAIEmbeddings({
      model,
      apiKey: server.key(),
      batchSize: texts.length,
      stripNewLines: false,
      // Its default asks for base64 and turns the floats that other servers send into zeros.
      encodingFormat: 'float',
      maxRetries: 0,
      configuration: { baseURL: server.baseUrl, logLevel: 'off', fetch: pairingFetch },
    });
    return client.embedDocuments([...texts]);

    async function pairingFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
      const response = await context.remote.fetch(input, { ...init, signal });
      const { vectors, inputTokens } = pairedVectors(await response.json(), texts.length);
      const usage = inputTokens === undefined ? undefined : { input: inputTokens, cachedInput: 0, output: 0 };
      noteUsage(`openai:${model}`, usage, context, call);
      return Response.json({ data: vectors.map((embedding, index) => ({ index, embedding })) });
    }
  }

  return {
    identity: { provider: 'openai', model, encoding: 'float', normalised: true, version: 1 },
    assertReady: () => void server.key(),
    async embed(texts, _side, call) {
      call.signal.throwIfAborted();
      if (texts.length === 0) return [];
      const attempt = (signal: AbortSignal): Promise<number[][]> =>
        withOwnSignal(signal, (own) => request(texts, own, call));
      const tokens = Math.ceil(texts.join('').length / 4);
      const limiter = context.limiterOf(server.baseUrl);
      const vectors = await callServer(attempt, { ...context, limiter, call, tokens }).catch(
        (error: unknown) => rethrowApart(error),
      );
      return vectors.map((vector) => {
        dimensions ??= vector.length;
        if (vector.length === dimensions) return unitLength(vector);
        throw new ItemFailure(`A vector has ${vector.length} values, the ones before it ${dimensions}.`, {
          apart: true,
        });
      });
    },
  };
}

function unitLength(vector: readonly number[]): Float32Array {
  const length = Math.hypot(...vector);
  return Float32Array.from(vector, (value) => value / length);
}
