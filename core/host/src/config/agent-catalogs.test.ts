import { expect, test } from 'vitest';
import { parseCatalog } from './agent-catalogs.ts';

test.each([
  ['loggia', { kind: 'builtIn' }],
  ['./agents.json', { kind: 'file', path: './agents.json' }],
  ['~/registry', { kind: 'file', path: '~/registry' }],
  ['/srv/registry', { kind: 'file', path: '/srv/registry' }],
  ['https://agents.example/registry.json', { kind: 'address', url: 'https://agents.example/registry.json' }],
  ['http://127.0.0.1:8000/r.json', { kind: 'address', url: 'http://127.0.0.1:8000/r.json' }],
  ['http://agents.example/registry.json', undefined],
  ['http://127.0.0.1.evil.example/', undefined],
  ['https://user:secret@agents.example/', undefined],
  ['ftp://agents.example/', undefined],
  ['agents.json', undefined],
  ['', undefined],
])('J9: the catalog %j is understood or refused', (text, place) => {
  expect(parseCatalog(text)).toEqual(place);
});
