import { expect, it } from 'vitest';
import { quietCall } from '../../../models/call-context.ts';
import { BatchApi } from '../../../models/openai/batch/batch-api.ts';
import { startBatchServer, type BatchServerScript } from '../../support/batch-server.ts';
import { modelsForTests } from '../../support/models.ts';
import { requestLine } from '../../../models/openai/batch/batch-file.ts';

const busy = { status: 503, body: { error: { message: 'busy' } } };
const endpoint = '/v1/chat/completions';
const line = requestLine('a', endpoint, '{"model":"m","messages":[{"role":"user","content":"Hi"}]}');

async function apiOf(script: BatchServerScript) {
  const server = await startBatchServer(script);
  const context = modelsForTests();
  const { remote } = context;
  return {
    server,
    api: new BatchApi({ server: { baseUrl: server.baseUrl, key: () => 'key-123456' }, context, remote }),
    now: remote.now(),
  };
}

it('looks at a batch through a long outage', async () => {
  const { api } = await apiOf({
    at: ({ what, nth, done }) => (what === 'look' && nth <= 20 && !done ? busy : undefined),
  });
  const fileId = await api.upload('x', [line], quietCall);
  const { id } = await api.create({ name: 'x', fileId, endpoint }, quietCall);
  expect(await api.retrieve(id, quietCall)).toMatchObject({ id, status: 'completed' });
});

it('looks whether a batch was made before each further try to make it', async () => {
  const { api, server } = await apiOf({
    at: ({ what, nth, done }) => (what === 'create' && nth <= 2 && done === (nth === 2) ? busy : undefined),
  });
  const fileId = await api.upload('x', [line], quietCall);
  // The first order was turned away, the second was carried out and its answer lost.
  expect(await api.create({ name: 'x', fileId, endpoint }, quietCall)).toMatchObject({ id: 'batch_1' });
  expect(server.seen).toEqual(['upload', 'create', 'list', 'create', 'list']);
  expect(server.sizes()).toEqual([1]);
});

it('finds a batch by the name of its order, on whichever page of the list', async () => {
  const { api, server, now } = await apiOf({ pageSize: 2 });
  for (const name of ['a', 'b', 'c', 'd', 'e']) {
    const fileId = await api.upload(name, [line], quietCall);
    await api.create({ name, fileId, endpoint }, quietCall);
  }
  expect((await api.find('a', now, quietCall))?.id).toBe('batch_1');
  expect(server.seen.filter((what) => what === 'list')).toHaveLength(3);
  expect((await api.find('e', now, quietCall))?.id).toBe('batch_5');
  expect(await api.find('f', now, quietCall)).toBeUndefined();
  // What is older than the order by far is not looked through.
  const before = server.seen.length;
  expect(await api.find('a', now + 3 * 86_400_000, quietCall)).toBeUndefined();
  expect(server.seen.length).toBe(before + 1);
});
