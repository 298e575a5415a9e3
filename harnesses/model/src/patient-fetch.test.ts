import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Agent, getGlobalDispatcher, setGlobalDispatcher } from 'undici';
import { expect, it, onTestFinished } from 'vitest';
import { patientFetch } from './patient-fetch.ts';

/** The machine may be busy. */
const patiently = { timeout: 20_000 };

/** Shortens a limit of the platform's own `fetch`, which is five minutes. */
function shorten(limit: 'headersTimeout' | 'bodyTimeout'): void {
  const before = getGlobalDispatcher();
  setGlobalDispatcher(new Agent({ [limit]: 1 }));
  onTestFinished(() => setGlobalDispatcher(before));
}

/** A server that answers only when told to. */
async function setUp() {
  const asked: ServerResponse[] = [];
  const server = createServer((_, response) => void asked.push(response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, asked };
}

it('A6: a model may take longer for its headers than the platform waits', async () => {
  shorten('headersTimeout');
  const { url, asked } = await setUp();
  const answer = patientFetch(url);
  await expect.poll(() => asked.length, patiently).toBe(1);
  await expect(fetch(url)).rejects.toMatchObject({ cause: { code: 'UND_ERR_HEADERS_TIMEOUT' } });
  asked[0]?.end('late');
  expect(await (await answer).text()).toBe('late');
});

it('A6: a model may take longer between two words than the platform waits', async () => {
  shorten('bodyTimeout');
  const { url, asked } = await setUp();
  const answer = patientFetch(url);
  await expect.poll(() => asked.length, patiently).toBe(1);
  asked[0]?.write('first ');
  const text = (await answer).text();
  const platform = fetch(url);
  await expect.poll(() => asked.length, patiently).toBe(2);
  asked[1]?.write('first ');
  await expect((await platform).text()).rejects.toMatchObject({ cause: { code: 'UND_ERR_BODY_TIMEOUT' } });
  asked[0]?.end('second');
  expect(await text).toBe('first second');
});
