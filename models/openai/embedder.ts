import { ItemFailure } from '../../engine/stage.ts';
import type { Embedder } from '../embedder.ts';
import { forecastTexts } from '../forecast-call.ts';
import type { ModelContext } from '../model-context.ts';
import { noteUsage } from '../note-usage.ts';
import { assertPriced, purseForTexts } from '../purse.ts';
import { withOwnSignal } from '../own-signal.ts';
import { rethrowApart } from '../remote/apart.ts';
import { callServer } from '../remote/call-server.ts';
import type { Usage } from '../remote/usage.ts';
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
  const name = `openai:${model}`;
  let dimensions: number | undefined;

  interface Reply {
    readonly vectors: readonly (readonly number[])[];
    readonly usage: Usage | undefined;
  }

  async function request(texts: readonly string[], signal: AbortSignal): Promise<Reply> {
    let usage: Usage | undefined;
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
    return { vectors: await client.embedDocuments([...texts]), usage };

    async function pairingFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
      const response = await context.remote.fetch(input, { ...init, signal });
      const { vectors, inputTokens } = pairedVectors(await response.json(), texts.length);
      if (inputTokens !== undefined) usage = { input: inputTokens, cachedInput: 0, output: 0 };
      return Response.json({ data: vectors.map((embedding, index) => ({ index, embedding })) });
    }
  }

  return {
    identity: { provider: 'openai', model, encoding: 'float', normalised: true, version: 1 },
    asksServer: true,
    forecast: (texts) => forecastTexts(name, texts, context),
    assertReady() {
      server.key();
      assertPriced(name, context);
    },
    async embed(texts, _side, call) {
      call.signal.throwIfAborted();
      if (texts.length === 0) return [];
      const attempt = (signal: AbortSignal): Promise<Reply> =>
        withOwnSignal(signal, (own) => request(texts, own));
      const tokens = Math.ceil(texts.join('').length / 4);
      const limiter = context.limiterOf(server.baseUrl);
      const purse = await purseForTexts(name, texts, context);
      const { vectors, usage } = await callServer(attempt, {
        ...context,
        limiter,
        call,
        tokens,
        purse,
      }).catch((error: unknown) => rethrowApart(error));
      purse?.settle(usage);
      noteUsage(name, usage, context, call);
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
