import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isWildcard, parseMime, structuredSuffix, suffixType, vendorOf, wildcardsOver } from './mime.ts';
import { mimeOfFolder, parseTypeUri, typeFolder, typeUri } from './type-addresses.ts';

describe('MIME types', () => {
  test.each([
    ['Text/Markdown; charset=utf-8', 'text/markdown', 'standard'],
    [' application/vnd.Acme.Invoice+JSON ', 'application/vnd.acme.invoice+json', 'vendor'],
    ['application/prs.me', 'application/prs.me', 'personal'],
    ['application/x-tar', 'application/x-tar', 'unregistered'],
    ['application/x.y', 'application/x.y', 'unregistered'],
    ['x-world/thing', 'x-world/thing', 'unregistered'],
    ['image/*', 'image/*', 'standard'],
    ['*/*', '*/*', 'standard'],
  ])('G1: %s is %s', (text, mime, tree) => {
    expect(parseMime(text)).toMatchObject({ mime, tree });
  });

  test.each([
    '',
    'text',
    'text/',
    '/plain',
    'text/plain/x',
    '*/plain',
    'te*xt/plain',
    'application/vnd.acme.*',
    'text/ plain',
    '../etc',
    'text/..',
    '_any/_any',
    'text/_any',
    `text/${'x'.repeat(128)}`,
    `text/plain;${'x'.repeat(2000)}`,
    'text/plaın',
    'text/pl\u0000ain',
  ])('G1: %j is none', (text) => {
    expect(parseMime(text)).toBeUndefined();
  });

  test.each([
    ['application/vnd.acme.invoice+json', 'acme'],
    ['application/vnd.LOGGIA.x', 'loggia'],
    ['application/vnd.loggia+json', 'loggia'],
    ['application/vnd.loggia', 'loggia'],
    ['application/vnd.loggia-x.y', 'loggia-x'],
    ['image/vnd.loggia.x', 'loggia'],
    ['application/vnd', ''],
    ['application/loggia', undefined],
    ['application/x-vnd.loggia', undefined],
    ['nothing', undefined],
  ])('G3: the vendor of %s is %s', (mime, vendor) => {
    expect(vendorOf(mime)).toBe(vendor);
  });

  test('G5: suffixes and wildcards', () => {
    expect(structuredSuffix('application/vnd.a+b+json')).toBe('json');
    expect(structuredSuffix('application/json')).toBeUndefined();
    expect(structuredSuffix('application/a+')).toBeUndefined();
    expect(suffixType('image/svg+xml')).toBe('application/xml');
    expect(wildcardsOver('image/png')).toEqual(['image/*', '*/*']);
    expect(wildcardsOver('image/*')).toEqual(['*/*']);
    expect(wildcardsOver('*/*')).toEqual([]);
    expect(wildcardsOver('nonsense')).toEqual(['*/*']);
    expect([isWildcard('image/*'), isWildcard('*/*'), isWildcard('image/png')]).toEqual([true, true, false]);
  });
});

describe('where the files of a type are', () => {
  const part = fc.stringMatching(/^[a-z0-9][a-z0-9!#$&^_.+-]{0,20}$/);
  const mime = fc.oneof(
    fc.tuple(part, part).map(([category, subtype]) => `${category}/${subtype}`),
    part.map((category) => `${category}/*`),
    fc.constant('*/*'),
  );
  const file = fc.constantFrom('type.json', 'presentation.json', 'handlers/extract_text.json');

  test('G1: every type has one address and one folder, which lead back to it', () => {
    fc.assert(
      fc.property(mime, file, (type, name) => {
        expect(parseTypeUri(typeUri(type, name))).toEqual({ mime: type, file: name });
        expect(mimeOfFolder(typeFolder(type))).toBe(type);
      }),
    );
  });

  test('G1: are addresses as they are written in documentation', () => {
    expect(typeUri('application/vnd.acme.invoice+json', 'type.json')).toBe(
      'type://application/vnd.acme.invoice+json/type.json',
    );
    expect(typeUri('image/*', 'type.json')).toBe('type://image/*/type.json');
    expect(typeFolder('*/*')).toBe('_any/_any');
    expect(parseTypeUri('type://Image/%2A/handlers/extract_text.json')).toEqual({
      mime: 'image/*',
      file: 'handlers/extract_text.json',
    });
  });

  test.each([
    'http://application/json/type.json',
    'type://application/json',
    'type://application/json/',
    'type://application/json/../type.json',
    'type://application/json/a/b/type.json',
    'type://application/json/handlers/../../x.json',
    'type://application%2Fjson/x/type.json',
    'type://application/json%3Bx/type.json',
    'type://application/%zz/type.json',
    'type://application/json/type.txt',
    'type://application/json/.json',
    'type:///json/type.json',
    `type://application/${'x'.repeat(2000)}/type.json`,
  ])('L5: %s is no file of a type', (uri) => {
    expect(parseTypeUri(uri)).toBeUndefined();
  });

  test.each(['text', 'text/a/b', 'Text/plain', 'text/*', '../plain', 'text/plain;x', '', '/'])(
    'L5: a folder called %j holds no type',
    (folder) => {
      expect(mimeOfFolder(folder)).toBeUndefined();
    },
  );

  test('L5: what is no type has no place', () => {
    expect(() => typeUri('nonsense', 'type.json')).toThrow("doesn't name a file of a type");
    expect(() => typeUri('text/plain', '../type.json')).toThrow("doesn't name a file of a type");
    expect(() => typeFolder('nonsense')).toThrow('not a MIME type');
  });
});
