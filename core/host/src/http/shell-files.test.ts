import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { createApp } from './app.ts';
import { openShellFiles } from './shell-files.ts';

async function setUp() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'loggia shell '));
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }));
  fs.mkdirSync(path.join(folder, 'assets'));
  fs.writeFileSync(path.join(folder, 'index.html'), '<p>shell</p>');
  fs.writeFileSync(path.join(folder, '.shell.json'), '{}');
  fs.writeFileSync(path.join(folder, 'assets', 'index-1.js'), 'run()');
  fs.writeFileSync(path.join(folder, 'assets', 'index-1.js.gz'), gzipSync('run()'));
  const shell = await openShellFiles({ folder, frameSources: () => ['http://*.localhost:5644'] });
  return createApp({
    version: '1.2.3',
    endpointFile: 'endpoint.json',
    logger: { error: () => undefined },
    guard: () => undefined,
    health: () => ({ ok: true }),
    shell,
  });
}

const host = { host: 'localhost:5644' };

test('L1, E3, SE16: the shell is the start page, with a policy that lets in nothing but its own files and the sandbox', async () => {
  const app = await setUp();
  const page = await app.request('/', { headers: host });
  expect(await page.text()).toBe('<p>shell</p>');
  expect(page.headers.get('cache-control')).toBe('no-cache');
  const policy = page.headers.get('content-security-policy') ?? '';
  const directives = new Map(policy.split('; ').map((each) => [each.split(' ')[0], each]));
  expect(directives.get('default-src')).toBe("default-src 'none'");
  for (const name of ['script-src', 'style-src', 'font-src'])
    expect(directives.get(name)).toBe(`${name} localhost:5644/assets/`);
  expect(directives.get('connect-src')).toBe("connect-src 'self' ws://localhost:5644 wss://localhost:5644");
  expect(directives.get('require-trusted-types-for')).toBe("require-trusted-types-for 'script'");
  expect(directives.get('trusted-types')).toBe('trusted-types dompurify loggia-worker');
  expect(directives.get('frame-src')).toBe('frame-src http://*.localhost:5644');
  expect(directives.get('frame-ancestors')).toBe("frame-ancestors 'none'");
});

test('L1: assets come compressed where the browser understands it, and are kept', async () => {
  const app = await setUp();
  const plain = await app.request('/assets/index-1.js', { headers: host });
  expect(await plain.text()).toBe('run()');
  expect(plain.headers.get('cache-control')).toContain('immutable');
  const small = await app.request('/assets/index-1.js', { headers: { ...host, 'accept-encoding': 'gzip' } });
  expect(small.headers.get('content-encoding')).toBe('gzip');
  expect(gunzipSync(Buffer.from(await small.arrayBuffer())).toString()).toBe('run()');
});

test('L5: nothing else of the folder, or around it, is served', async () => {
  const app = await setUp();
  for (const address of [
    '/.shell.json',
    '/assets/',
    '/assets/../.shell.json',
    '/assets/index-1.js.gz',
    '/%2e%2e/x',
  ])
    expect((await app.request(address, { headers: host })).status).toBe(404);
  expect((await app.request('/', { method: 'POST', headers: host })).status).toBe(405);
});

test('L1: without a built shell there is none', async () => {
  expect(await openShellFiles({ folder: os.tmpdir(), frameSources: () => [] })).toBeUndefined();
});
