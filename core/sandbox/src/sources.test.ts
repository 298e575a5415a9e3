import { expect, test } from 'vitest';
import { sourceOf } from './sources.ts';

test.each([
  ['https://api.example', 'https://api.example'],
  ['https://API.Example/', 'https://api.example'],
  ['http://localhost:3001', 'http://localhost:3001'],
  ['wss://live.example:8443', 'wss://live.example:8443'],
  ['https://*.example.com', 'https://*.example.com'],
  ['*.openstreetmap.org', '*.openstreetmap.org'],
  ['cesium.com', 'cesium.com'],
  ['127.0.0.1:9000', '127.0.0.1:9000'],
])('E3: %s is a source', (declared, source) => {
  expect(sourceOf(declared)).toBe(source);
});

test.each([
  '',
  '*',
  '*.com',
  '*.localhost',
  'https://*',
  'https://*.*.example',
  'https://a.*.example',
  'https://',
  'https:',
  'data:',
  'blob:',
  'ws://live.example',
  'ftp://files.example',
  'javascript:alert(1)',
  'file:///etc/passwd',
  "'self'",
  "'unsafe-eval'",
  "'nonce-abc'",
  'https://api.example/path',
  'https://api.example?x',
  'https://api.example#x',
  'https://user@api.example',
  'https://user:pass@api.example',
  'https://api.example:*',
  'https://api.example:0',
  'https://api.example:70000',
  'https://api.example https://b.example',
  'https://api.example;script-src *',
  'https://api.example,https://b.example',
  'https://api.example\nSet-Cookie: a=b',
  'https://"api.example',
  'https://<api.example>',
  'https://[::1]:80',
  'https://-api.example',
  'https://api-.example',
  'https://api..example',
  'https://.example',
  'https://bücher.example',
  'https://api_x.example',
  `https://${'a'.repeat(64)}.example`,
  `https://${'a.'.repeat(150)}example`,
])('E3: %j is none', (declared) => {
  expect(sourceOf(declared)).toBeUndefined();
});
