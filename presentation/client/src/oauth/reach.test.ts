import { expect, it } from 'vitest';
import type { AhpClient } from '../ahp-client.ts';
import { HostError } from '../errors.ts';
import { throughHost } from './reach.ts';

const party = { resource: 'https://a.example/mcp', issuer: 'https://login.example' };
const url = 'https://login.example/token';

function hostThat(answer: (method: string, params: unknown) => unknown): AhpClient {
  const call = async (method: string, params: unknown): Promise<unknown> => answer(method, params);
  return { call } as unknown as AhpClient;
}

it('B12: a request goes to the host as it is, and the answer comes back as one', async () => {
  const asked: unknown[] = [];
  const host = hostThat((...request) => {
    asked.push(request);
    return { status: 401, contentType: 'application/json', wwwAuthenticate: 'Basic', body: '{"error":"x"}' };
  });
  const fetch = throughHost(host)(party);
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization: 'Basic YTpi', 'user-agent': 'unused' },
    body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'a b' }),
  });
  expect([response.status, await response.json()]).toEqual([401, { error: 'x' }]);
  expect(Object.fromEntries(response.headers)).toEqual({
    'content-type': 'application/json',
    'www-authenticate': 'Basic',
  });
  await fetch(url, { method: 'POST', body: '{"client_name":"Loggia"}' });
  await fetch(url, { method: 'GET' });
  const common = { channel: 'ahp-root://', ...party, url };
  const form = 'application/x-www-form-urlencoded';
  expect(asked).toEqual(
    [
      {
        ...common,
        post: {
          contentType: form,
          body: 'grant_type=refresh_token&refresh_token=a+b',
          authorization: 'Basic YTpi',
        },
      },
      { ...common, post: { contentType: 'application/json', body: '{"client_name":"Loggia"}' } },
      common,
    ].map((params) => ['x-loggia/askAuthorizationServer', params]),
  );
});

it('B12: an answer without a body may have any status', async () => {
  const host = hostThat(() => ({ status: 204, body: '' }));
  expect((await throughHost(host)(party)(url, {})).status).toBe(204);
});

it('B12: what the host says against it is what the user reads', async () => {
  const host = hostThat(() => {
    throw new HostError({ code: -32050, message: 'login.example does not answer. Try again later.' });
  });
  await expect(throughHost(host)(party)(url, {})).rejects.toMatchObject({
    name: 'SignInError',
    kind: 'unreachable',
    message: 'login.example does not answer. Try again later.',
  });
});
