import { ManualClock } from '@loggia/testing/kernel';
import { expect, test } from 'vitest';
import { Sandboxes } from '@loggia/sandbox';
import { createSandboxEndpoint } from './sandbox-endpoint.ts';

function rig() {
  const sandboxes = new Sandboxes(new ManualClock());
  const reports: unknown[] = [];
  let wanted = true;
  const { secret } = sandboxes.open({
    secret: sandboxes.newSecret(),
    name: 'v-1.localhost',
    page: '<p>page</p>',
    headers: { 'Content-Security-Policy': 'the policy', 'Permissions-Policy': 'the permissions' },
    reports: {
      get wanted() {
        return wanted;
      },
      take: (report) => void reports.push(report),
    },
  });
  const endpoint = createSandboxEndpoint(sandboxes);
  const ask = (path: string, init: RequestInit = {}, host = 'v-1.localhost:5644') =>
    endpoint(new Request(`http://x${path}`, { ...init, headers: { host } }));
  const stop = () => void (wanted = false);
  return { secret, ask, reports, stop };
}

test('E3: the page is served once, with its own headers', async () => {
  const { secret, ask } = rig();
  const answer = await ask(`/${secret}`);
  expect(answer.status).toBe(200);
  expect(await answer.text()).toBe('<p>page</p>');
  expect(Object.fromEntries(answer.headers)).toEqual({
    'cache-control': 'no-store',
    'content-security-policy': 'the policy',
    'content-type': 'text/html; charset=utf-8',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': 'the permissions',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
  });
  expect((await ask(`/${secret}`)).status).toBe(404);
});

test('E3: everything else is nothing, in the same words', async () => {
  const { secret, ask } = rig();
  const answers = await Promise.all([
    ask('/'),
    ask(`/${secret}/`),
    ask(`/${secret}?x=1`),
    ask(`/${secret}x`),
    ask(`/${secret}/report`),
    ask(`/${secret}`, { method: 'POST', body: '{}' }),
    ask(`/${secret}`, { method: 'HEAD' }),
    ask(`/${secret}`, {}, 'v-2.localhost:5644'),
    ask(`/${secret}`, {}, 'localhost:5644'),
    ask(`/${secret}`, {}, 'not a name'),
    ask(`/${secret}/report`, { method: 'POST', body: '{}' }, 'v-2.localhost'),
    ask('/api/listServers', { method: 'POST', body: '{}' }),
    ask('/ahp'),
  ]);
  for (const answer of answers) {
    expect(answer.status).toBe(404);
    expect(await answer.text()).toBe('');
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
  }
  expect((await ask(`/${secret}`)).status).toBe(200);
});

test('E9, L5: reports are handed on, as far as they are any and are wanted', async () => {
  const { secret, ask, reports, stop } = rig();
  const post = (body: string) => ask(`/${secret}/report`, { method: 'POST', body });
  expect((await post('{"csp-report":{}}')).status).toBe(204);
  expect((await post('not json')).status).toBe(204);
  expect((await post(JSON.stringify({ long: 'x'.repeat(40_000) }))).status).toBe(204);
  expect(reports).toEqual([{ 'csp-report': {} }, undefined, undefined]);
  stop();
  expect((await post('{"csp-report":{}}')).status).toBe(204);
  expect(reports).toHaveLength(3);
});
