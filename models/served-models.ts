import { z } from 'zod';
import type { ModelContext } from './model-context.ts';
import type { Provider } from './providers/provider.ts';
import type { Server } from './providers/server.ts';
import type { Fault } from './remote/fault.ts';
import { remoteFaultIn } from './remote/remote-fault.ts';

/**
 * The models that a server says it has; null where it has no list. Throws `RemoteFault` where it does not answer or
 * refuses the key. Made for servers on this machine: those of providers list all they ever had.
 */
export async function servedModels(
  { modelList }: Provider,
  server: Server,
  { remote }: Pick<ModelContext, 'remote'>,
): Promise<readonly string[] | null> {
  if (modelList === undefined) return null;
  const headers = { authorization: `Bearer ${server.key()}` };
  try {
    const reply = await remote.fetch(`${server.baseUrl}${modelList.path}`, { headers });
    return namesIn(await reply.json(), modelList);
  } catch (error) {
    if (withoutList.has(remoteFaultIn(error)?.fault.code)) return null;
    throw error;
  }
}

/** What a server says that answers, but has no such list. */
const withoutList = new Set<Fault['code'] | undefined>([
  'wrong-address',
  'unknown-model',
  'refused',
  'unreadable',
]);

function namesIn(
  body: unknown,
  { list, name }: NonNullable<Provider['modelList']>,
): readonly string[] | null {
  const models = z.object({ [list]: z.array(z.looseObject({ [name]: z.string() })) }).safeParse(body);
  return models.success ? (models.data[list] ?? []).map((model) => String(model[name])) : null;
}
