import vm from 'node:vm';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createApp } from './app.ts';
import { callbackScript } from './oauth-callback.ts';

/** The machine may be busy. */
const patiently = { timeout: 4_000 };

const app = createApp({
  version: '1.2.3',
  endpointFile: '/somewhere/endpoint.json',
  logger: { error: () => undefined },
  guard: () => undefined,
  health: () => ({ ok: true }),
});

describe('B12: GET /oauth/client.json', () => {
  it('B12: describes this client under the name by which it was reached', async () => {
    const answer = await app.request('/oauth/client.json', { headers: { host: '127.0.0.1:5644' } });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json']);
    expect(await answer.json()).toEqual({
      client_id: 'http://127.0.0.1:5644/oauth/client.json',
      client_name: 'Loggia',
      application_type: 'native',
      client_uri: 'http://127.0.0.1:5644/',
      logo_uri: 'http://127.0.0.1:5644/icon.svg',
      redirect_uris: [
        'http://127.0.0.1:5644/oauth/callback',
        'http://127.0.0.1/oauth/callback',
        'http://localhost/oauth/callback',
      ],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    });
  });
});

it('B12: behind a proxy that does TLS, the document is that of its https address', async () => {
  const headers = { host: 'loggia.example', 'x-forwarded-proto': 'https' };
  const document = (await (await app.request('/oauth/client.json', { headers })).json()) as object;
  expect(document).toMatchObject({ client_id: 'https://loggia.example/oauth/client.json' });
});

describe('B12: GET /oauth/callback', () => {
  it('B13: is one page whatever it is called with, and runs no script but its own', async () => {
    const plain = await app.request('/oauth/callback');
    const called = await app.request(
      '/oauth/callback?code=s3cret&state=%3Cscript%3E&error_description=words',
    );
    expect(await called.text()).toBe(await plain.text());
    expect(Object.fromEntries(called.headers)).toMatchObject({
      'content-type': 'text/html; charset=UTF-8',
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; script-src 'self'",
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
    });
  });

  it('B12: has a script, which is one that a browser takes', async () => {
    const answer = await app.request('/oauth/callback.js');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'text/javascript; charset=utf-8',
    ]);
    expect(answer.headers.get('content-security-policy')).not.toContain('script-src');
    expect(await answer.text()).toBe(callbackScript);
  });

  it('B12: passes on what it was called with, empties the address, and says when somebody heard it', async () => {
    const page = open('?code=c0de&state=mine&iss=https%3A%2F%2Flogin.example');
    expect(page.posted).toEqual([
      { kind: 'answer', query: 'code=c0de&state=mine&iss=https%3A%2F%2Flogin.example' },
    ]);
    expect(page.address).toBe('/oauth/callback');
    page.answers({ kind: 'received', state: 'another' });
    page.answers({ kind: 'received', state: 'mine' });
    await expect
      .poll(() => page.message, patiently)
      .toBe('That is all. You can close this window and go back to Loggia.');
    expect([page.timers.size, page.closed]).toEqual([0, 1]);
  });

  it('B12: says when nobody waits for it', async () => {
    const page = open('?code=c0de&state=mine');
    for (const run of page.timers.values()) run();
    expect(page.message).toMatch(/^Nothing was waiting .* sign in again\.$/);
  });

  it('B12: passes on that access was not granted, in no words but its own', async () => {
    const page = open('?error=access_denied&error_description=Call%20us&state=mine');
    expect(page.posted).toHaveLength(1);
    page.answers({ kind: 'received', state: 'mine' });
    await expect.poll(() => page.message, patiently).toMatch(/^Access was not granted\./);
    expect(page.message).not.toContain('Call us');
  });

  it.each(['', '?code=c0de', '?state=mine'])('B12: has nothing to do when called with "%s"', (search) => {
    const page = open(search);
    expect(page.message).toMatch(/^There is nothing to do here\./);
    expect(page.address).toBe('/oauth/callback');
    expect(page.posted).toEqual([]);
  });
});

/** Runs the script like a browser, on a page that has only what it may touch. */
function open(search: string) {
  const listener = new BroadcastChannel('loggia-oauth');
  onTestFinished(() => listener.close());
  const page = {
    message: '',
    address: `/oauth/callback${search}`,
    closed: 0,
    posted: [] as unknown[],
    timers: new Map<number, () => void>(),
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none
    answers: (message: unknown) => listener.postMessage(message),
  };
  class NotedChannel extends BroadcastChannel {
    override postMessage(message: unknown): void {
      page.posted.push(message);
    }
  }
  vm.runInNewContext(callbackScript, {
    URLSearchParams,
    BroadcastChannel: NotedChannel,
    location: { search, pathname: '/oauth/callback' },
    history: { replaceState: (_: unknown, __: string, address: string) => (page.address = address) },
    document: {
      getElementById: () => ({
        set textContent(text: string) {
          page.message = text;
        },
      }),
    },
    window: { close: () => (page.closed += 1) },
    setTimeout: (run: () => void) => {
      page.timers.set(page.timers.size + 1, run);
      return page.timers.size;
    },
    clearTimeout: (id: number) => page.timers.delete(id),
  });
  return page;
}
