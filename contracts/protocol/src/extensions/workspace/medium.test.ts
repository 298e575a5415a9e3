import { expect, test } from 'vitest';
import { mediumLookup } from './medium.ts';
import type { TypeView } from './types.ts';

const type = (mime: string, renderer: string): TypeView => ({
  mime,
  label: mime,
  extensions: [],
  actions: [],
  owner: { kind: 'platform' },
  viewer: { kind: 'native', renderer },
  alternates: [],
});

const mediumOf = mediumLookup([
  type('*/*', 'download'),
  type('text/*', 'text'),
  type('image/*', 'image'),
  type('audio/*', 'audio'),
  type('video/mp4', 'video'),
  type('application/json', 'json'),
  type('application/pdf', 'pdf'),
  // A server opens it, and the platform could.
  {
    ...type('image/png', 'image'),
    viewer: { kind: 'view', server: 'painter', tool: 'paint' },
    alternates: [
      { server: 'gallery', name: 'Gallery', tool: 'show' },
      { server: 'builtin', name: 'Loggia', renderer: 'image' },
    ],
  },
  {
    ...type('application/vnd.acme.board+json', ''),
    viewer: { kind: 'view', server: 'acme', tool: 'open' },
  },
]);

test.each([
  ['text/x-unheard-of', 'text'],
  ['Text/HTML; charset=utf-8', 'text'],
  ['application/json', 'text'],
  ['application/vnd.acme.invoice+json', 'text'],
  ['application/vnd.acme.board+json', 'text'],
  ['image/png', 'image'],
  ['image/svg+xml', 'image'],
  ['audio/mpeg', 'audio'],
  ['video/mp4', 'video'],
  ['video/unheard-of', undefined],
  ['application/pdf', undefined],
  ['application/x-unheard-of', undefined],
  ['imagery/png', undefined],
  ['constructor', undefined],
  ['', undefined],
])('I2: the medium of %j is %s', (contentType, medium) => {
  expect(mediumOf(contentType)).toBe(medium);
});

test('I2: without definitions nothing has a medium', () => {
  expect(mediumLookup([])('text/plain')).toBeUndefined();
});
