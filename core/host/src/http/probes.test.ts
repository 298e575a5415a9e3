import { localPrincipal } from '@loggia/access';
import { expect, test } from 'vitest';
import { outsider, reader, stranger } from '../gate/walk.testkit.ts';
import { createMetrics } from './metrics.ts';
import { Probes } from './probes.ts';
import { openServer } from './server.ts';

const get = (path: string) => ({ url: `http://10.0.0.7:5644${path}`, method: 'GET' });

test('L8: a host is live from the start, and ready while it serves and can store', () => {
  const probes = new Probes();
  let isWritable = true;
  const statuses = () => ['/livez', '/readyz'].map((path) => probes.answer(get(path))?.status);
  expect(statuses()).toEqual([200, 503]);
  probes.serving(() => isWritable);
  expect(statuses()).toEqual([200, 200]);
  isWritable = false;
  expect(statuses()).toEqual([200, 503]);
  isWritable = true;
  probes.stopping();
  expect(statuses()).toEqual([200, 503]);
  expect(probes.answer(get('/healthz'))).toBeUndefined();
  expect(probes.answer({ ...get('/livez'), method: 'POST' })).toBeUndefined();
});

test('L8: probes are answered while the host opens', async () => {
  const probes = new Probes();
  const logger = { error: () => undefined };
  const early = (request: Request) => probes.answer(request);
  const server = await openServer({ host: '127.0.0.1', port: 0, logger, early });
  try {
    const ready = await fetch(`${server.origin}/readyz`);
    expect([ready.status, await ready.text()]).toEqual([503, 'not ready\n']);
    expect((await fetch(`${server.origin}/livez`)).status).toBe(200);
  } finally {
    await server.close();
  }
});

test.each([
  ['the owner', { principal: localPrincipal }, 200],
  ['a stranger', { status: 401 as const, message: 'A token is needed.' }, 401],
  ['a key to another artifact', { principal: outsider }, 403],
  ['an agent that reads everything', { principal: reader }, 403],
  ['an unknown principal', { principal: stranger }, 403],
])('L8: metrics for %s', async (_who, admitted, status) => {
  const routes = createMetrics({
    admit: () => admitted,
    read: async () => 'loggia_connections 1\n',
    report: () => undefined,
  });
  const answer = await routes.request('/metrics');
  expect(answer.status).toBe(status);
  expect((await answer.text()).includes('loggia_connections')).toBe(status === 200);
});
