import { expect, test } from 'vitest';
import { pictureType, servedType } from './served-type.ts';

const asText = 'text/plain; charset=utf-8';
const asBytes = 'application/octet-stream';

test.each([
  ['text/html', asText],
  ['TEXT/HTML; charset=utf-8', asText],
  ['application/xhtml+xml', asText],
  ['image/svg+xml', asText],
  ['application/xml', asText],
  ['text/xml', asText],
  ['application/rss+xml', asText],
  ['application/xml-dtd', asText],
  ['application/xslt+xml', asText],
  ['multipart/x-mixed-replace', asText],
  ['message/rfc822', asText],
  ['text/javascript', asText],
  ['application/javascript', asText],
  ['application/x-javascript', asText],
  ['application/x-ecmascript', asText],
  ['text/jscript', asText],
  ['text/javascript1.5', asText],
  ['text/livescript', asText],
  ['application/typescript', asText],
  ['text/css', asText],
  ['application/wasm', asText],
  ['application/manifest+json', asText],
  ['text/cache-manifest', asText],
  ['application/importmap+json', asText],
  ['application/speculationrules+json', asText],
  ['text/markdown', 'text/markdown; charset=utf-8'],
  ['image/png', 'image/png'],
  ['application/vnd.acme.invoice+json', 'application/vnd.acme.invoice+json'],
  ['text/html\r\nX: y', asBytes],
  ['text', asBytes],
  ['', asBytes],
  ['*/*', asBytes],
  [`text/${'x'.repeat(200)}`, asBytes],
])('L5 %j is shown as %s', (type, expected) => {
  expect(servedType(type, 'inline')).toBe(expected);
});

test.each([
  ['image/png', 'image/png'],
  ['audio/mpeg', 'audio/mpeg'],
  ['video/mp4', 'video/mp4'],
  ['application/pdf', 'application/pdf'],
  ['text/plain', asText],
  ['image/svg+xml', asText],
  ['text/javascript', asText],
  ['text/css', asText],
  ['text/markdown', asText],
  ['application/json', asText],
  ['application/wasm', asText],
  ['application/vnd.acme.invoice+json', asText],
])(
  'SE9: an address without a token shows %s as %s, and saves nothing that could be run',
  (type, expected) => {
    expect(servedType(type, 'inline', 'linked')).toBe(expected);
    const saved = servedType(type, 'attachment', 'linked');
    expect([expected, asBytes]).toContain(saved);
  },
);

test('F7: what is saved keeps its type', () => {
  expect(servedType('text/html', 'attachment')).toBe('text/html; charset=utf-8');
  expect(servedType('image/svg+xml', 'attachment')).toBe('image/svg+xml');
});

test.each([
  ['\x89PNG\r\n\x1a\n....', 'image/png'],
  ['\xff\xd8\xff\xe0', 'image/jpeg'],
  ['GIF89a..', 'image/gif'],
  ['RIFF\0\0\0\0WEBPVP8 ', 'image/webp'],
  ['<svg xmlns', asBytes],
  ['', asBytes],
])('L5: a picture that begins with %j is %s', (head, expected) => {
  expect(pictureType(Buffer.from(head, 'latin1'))).toBe(expected);
});
