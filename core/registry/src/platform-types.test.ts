import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { buildRegistry, type Registry } from './build-registry.ts';
import { platformExtraction } from './platform-extraction.ts';
import { platformMedium } from './platform-medium.ts';
import { readTypeFolder, type TypeFolder } from './read-type-folder.ts';

const root = path.join(path.dirname(fileURLToPath(import.meta.url)), '../../../types');
let folder: TypeFolder;
let registry: Registry;

beforeAll(async () => {
  folder = await readTypeFolder(root);
  registry = buildRegistry({
    claims: [],
    builtins: folder.contracts,
    problems: folder.problems,
    policy: { precedence: {}, chosen: {} },
  });
});

const native = (mime: string) => {
  const viewer = registry.resolve(mime).viewer?.viewer;
  return viewer && 'native' in viewer ? viewer.native : undefined;
};
const extraction = (mime: string) => registry.resolve(mime).capabilities.get('extract_text')?.[0]?.entry;

test('G1: the definitions of the platform are without fault, and define nothing of a vendor', () => {
  expect(registry.problems()).toEqual([]);
  expect(registry.types().flatMap(({ problems }) => problems)).toEqual([]);
  expect(folder.contracts.length).toBeGreaterThan(20);
  for (const { mime } of folder.contracts) expect(mime).not.toMatch(/\/(?:vnd|prs|x)[.-]/);
});

test.each([
  ['text/plain', 'text'],
  ['text/markdown', 'markdown'],
  ['text/csv', 'csv'],
  ['text/html', 'html'],
  ['text/x-unheard-of', 'text'],
  ['application/json', 'json'],
  ['application/vnd.acme.invoice+json', 'json'],
  ['application/vnd.acme.drawing+xml', 'text'],
  ['application/pdf', 'pdf'],
  ['image/png', 'image'],
  ['image/x-unheard-of', 'image'],
  ['audio/mpeg', 'audio'],
  ['video/mp4', 'video'],
  ['application/octet-stream', 'download'],
  ['application/x-unheard-of', 'download'],
  ['no type at all', 'download'],
])('G5: %s is shown as %s', (mime, renderer) => {
  expect(native(mime)).toBe(renderer);
});

test.each([
  ['notes.md', 'text/markdown'],
  ['NOTES.TXT', 'text/plain'],
  ['a/b.c/rows.csv', 'text/csv'],
  ['photo.jpeg', 'image/jpeg'],
  ['photo.unheard', undefined],
  ['no-ending', undefined],
])('G5: a file called %s has the type %s', (name, mime) => {
  expect(registry.byExtension(name)[0]?.mime).toBe(mime);
});

test('H3: text can be taken out of every kind of text, and pictures have thumbnails', () => {
  expect(extraction('text/x-unheard-of')).toEqual({ builtin: 'utf8-text' });
  expect(extraction('application/vnd.acme.invoice+json')).toEqual({ builtin: 'json-text' });
  expect(extraction('application/xml')).toEqual({ builtin: 'utf8-text' });
  expect(extraction('image/png')).toBeUndefined();
  const platform = platformExtraction(folder.contracts);
  expect([platform('application/pdf'), platform('image/png')]).toEqual(['pdf-text', undefined]);
  expect(registry.resolve('image/png').capabilities.get('generate_thumbnail')?.[0]?.entry).toEqual({
    builtin: 'itself',
  });
});

test.each([
  ['text/plain', 'text'],
  ['text/html; charset=utf-8', 'text'],
  ['TEXT/X-UNHEARD-OF', 'text'],
  ['application/json', 'text'],
  ['application/xml', 'text'],
  ['application/yaml', 'text'],
  ['application/toml', 'text'],
  ['application/sql', 'text'],
  ['application/javascript', 'text'],
  ['application/typescript', 'text'],
  ['application/vnd.acme.invoice+json', 'text'],
  ['application/vnd.acme.drawing+xml', 'text'],
  ['application/vnd.acme.settings+yaml', 'text'],
  ['image/png', 'image'],
  ['image/x-unheard-of', 'image'],
  ['image/svg+xml', 'image'],
  ['audio/mpeg', 'audio'],
  ['video/mp4', 'video'],
  ['application/pdf', undefined],
  ['application/zip', undefined],
  ['application/octet-stream', undefined],
  ['image', undefined],
  ['', undefined],
])('I2: a model takes %j as %s', (contentType, medium) => {
  expect(platformMedium(folder.contracts)(contentType)).toBe(medium);
});
