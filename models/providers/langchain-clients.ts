import { ClientRequests } from './call-scope.ts';
import type { Provider } from './provider.ts';
import type { Server } from './server.ts';

export interface ClientsSettings {
  readonly provider: Provider;
  readonly model: string;
  readonly server: Server;
  /** Null leaves it to the model, since some take none. */
  readonly temperature: number | null;
}

/** What LangChain fixes when it makes a client. */
export interface ClientLimits {
  readonly maxTokens: number | null;
  readonly contextTokens: number;
}

type Client = Awaited<ReturnType<typeof createClient>>;

/** The clients of a model: as many as there are calls at once, made when they are needed. */
export class LangChainClients {
  readonly #settings: ClientsSettings;
  readonly #idle = new Map<string, Client[]>();

  constructor(settings: ClientsSettings) {
    this.#settings = settings;
  }

  /** Lends one to a call, which has it for itself: a client does not tell which call a request belongs to. */
  async lend<T>(limits: ClientLimits, work: (client: Client) => Promise<T>): Promise<T> {
    const key = `${limits.maxTokens} of ${limits.contextTokens}`;
    const idle = this.#idle.get(key) ?? [];
    this.#idle.set(key, idle);
    const client = idle.pop() ?? (await createClient(this.#settings, limits));
    try {
      return await work(client);
    } finally {
      idle.push(client);
    }
  }
}

async function createClient({ provider, model, server, temperature }: ClientsSettings, limits: ClientLimits) {
  const { initChatModel } = await import('langchain/chat_models/universal');
  const { baseUrl } = server;
  const requests = new ClientRequests(provider.usesGlobalFetch === true);
  const chat = await initChatModel(model, {
    modelProvider: provider.name,
    // Retries are ours: LangChain's know nothing of Retry-After, spent credit and a run that stops.
    maxRetries: 0,
    verbose: false,
    ...provider.clientFields({ key: server.key(), baseUrl, temperature, ...limits, fetch: requests.fetch }),
  });
  return { chat, requests };
}
