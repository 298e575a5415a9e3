import os from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Health } from '@loggia/kernel';
import { type AppOptions, createApp } from './app.ts';

function appWith(changes: Partial<AppOptions> = {}) {
  return createApp({
    version: '1.2.3',
    endpointFile: path.join(os.homedir(), 'data', 'endpoint.json'),
    logger: { error: () => undefined },
    guard: () => undefined,
    health: () => ({ ok: true }),
    ...changes,
  });
}

const asPage = { headers: { accept: 'text/html,*/*' } };

describe('L1: GET /healthz', () => {
  test('says that all is well', async () => {
    const answer = await appWith().request('/healthz');
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ status: 'ok', version: '1.2.3', uptimeSeconds: 0 });
  });

  test('says what is wrong', async () => {
    const health = (): Health => ({ ok: false, reason: 'The disk is full.', waiting: 3 });
    const answer = await appWith({ health }).request('/healthz');
    expect(answer.status).toBe(503);
    expect(await answer.json()).toEqual({
      status: 'failing',
      reason: 'The disk is full.',
      version: '1.2.3',
      uptimeSeconds: 0,
    });
  });
});

describe('L1: the start page', () => {
  test('says that it runs, in which version, and how to connect', async () => {
    const answer = await appWith().request('/', { headers: { host: 'localhost:5644' } });
    const text = await answer.text();
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=UTF-8');
    for (const part of [
      'Running',
      '1.2.3',
      '~/data/endpoint.json',
      'ws://localhost:5644/ahp',
      '<html lang="en">',
    ]) {
      expect(text).toContain(part);
    }
    expect(text).not.toMatch(/<script|<style|style=|onclick/);
  });

  test('says when nothing is stored', async () => {
    const health = (): Health => ({ ok: false, reason: '<b>no</b> space', waiting: 3 });
    expect(await (await appWith({ health }).request('/')).text()).toContain(
      'Not storing anything: &lt;b&gt;no&lt;/b&gt; space',
    );
  });

  test.each(['/?token=s3cret', '/?tkn=s3cret', '/?x=1&token='])('sheds the token of %s', async (address) => {
    const answer = await appWith().request(address);
    expect([answer.status, answer.headers.get('location'), await answer.text()]).toEqual([302, '/', '']);
    expect(JSON.stringify([...answer.headers])).not.toContain('s3cret');
  });

  test('has its stylesheet and its icon', async () => {
    const kinds = ['/page.css', '/icon.svg'].map(async (file) => {
      const answer = await appWith().request(file);
      const [type, cache] = ['content-type', 'cache-control'].map((name) => answer.headers.get(name));
      return [answer.status, type, cache, (await answer.text()).length > 100];
    });
    expect(await Promise.all(kinds)).toEqual([
      [200, 'text/css; charset=utf-8', 'no-store', true],
      [200, 'image/svg+xml', 'public, max-age=3600', true],
    ]);
  });
});

test.each(['/', '/healthz', '/page.css', '/nothing', '/ahp', '/?token=x'])(
  'L5: %s is neither cached, framed, sniffed nor scripted',
  async (address) => {
    const { headers } = await appWith().request(address, asPage);
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
  },
);

test('L5: HEAD is GET without the body', async () => {
  for (const [address, status] of [
    ['/', 200],
    ['/healthz', 200],
    ['/nothing', 404],
  ] as const) {
    const answer = await appWith().request(address, { method: 'HEAD' });
    expect([answer.status, await answer.text()]).toEqual([status, '']);
  }
});

test.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND'])('L5: %s is refused', async (method) => {
  for (const address of ['/', '/healthz', '/page.css', '/icon.svg', '/ahp']) {
    const answer = await appWith().request(address, { method });
    expect([answer.status, answer.headers.get('allow'), await answer.json()]).toEqual([
      405,
      'GET, HEAD',
      { error: 'This can only be read. Use GET or HEAD.' },
    ]);
  }
});

test('L5: an unknown address gets a sentence, as JSON or as a page, and is not repeated', async () => {
  const plain = await appWith().request('/%3Cb%3E');
  expect([plain.status, await plain.json()]).toEqual([
    404,
    { error: 'There is nothing at this address. The start page is at "/".' },
  ]);
  const page = await appWith().request('/%3Cb%3E', asPage);
  const text = await page.text();
  expect([page.status, page.headers.get('content-type'), page.headers.get('vary')]).toEqual([
    404,
    'text/html; charset=UTF-8',
    'Accept',
  ]);
  expect(text).toContain('There is nothing at this address.');
  expect(text).not.toContain('<b>');
});

test('L5: plain HTTP at the address for clients is told to be a WebSocket', async () => {
  const answer = await appWith().request('/ahp');
  expect([answer.status, answer.headers.get('upgrade')]).toEqual([426, 'websocket']);
});

test('L5: what the guard refuses sees nothing but its sentence, whatever it asked for', async () => {
  const asked: unknown[] = [];
  const app = appWith({
    guard: (request) => {
      asked.push(request);
      return { status: 403, message: 'Not under that name.' };
    },
    health: () => {
      throw new Error('not reached');
    },
  });
  for (const address of ['/', '/healthz', '/nothing?x=1']) {
    const answer = await app.request(address, {
      headers: { host: 'evil.example', origin: 'http://evil.example' },
    });
    expect([answer.status, await answer.json()]).toEqual([403, { error: 'Not under that name.' }]);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  }
  const headers = { host: 'evil.example', origin: 'http://evil.example', authorization: undefined };
  expect(asked).toEqual([
    { headers, url: '/' },
    { headers, url: '/healthz' },
    { headers, url: '/nothing?x=1' },
  ]);
});

test('L5: what fails is logged, and the answer says so without saying what', async () => {
  const logged: unknown[] = [];
  const failure = new Error('a secret detail');
  const app = appWith({
    logger: { error: (...entry: unknown[]) => void logged.push(entry) },
    health: () => {
      throw failure;
    },
  });
  const answer = await app.request('/healthz');
  expect([answer.status, await answer.json()]).toEqual([
    500,
    { error: 'The host could not answer. Its log says why; try again.' },
  ]);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(logged).toEqual([[{ err: failure }, 'A request failed.']]);
});
