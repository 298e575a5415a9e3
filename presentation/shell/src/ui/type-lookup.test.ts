import type { TypeView } from '@loggia/protocol';
import { expect, test } from 'vitest';
import { colorOf, lookUpTypes } from './type-lookup.ts';

const type = (mime: string) =>
  ({ mime, label: mime, extensions: [], actions: [], alternates: [] }) as unknown as TypeView;

test('J1: a type looks as it is defined, else as its category, else as anything', () => {
  const look = lookUpTypes(['*/*', 'image/*', 'image/png'].map(type));
  expect(['image/png', 'image/x-new', 'other/thing', 'odd'].map((mime) => look(mime)?.mime)).toEqual([
    'image/png',
    'image/*',
    '*/*',
    '*/*',
  ]);
  expect(lookUpTypes([])('image/png')).toBeUndefined();
});

test('J1: a color of a definition is a hexadecimal one or a name, and nothing else gets into a style', () => {
  expect(colorOf('#5b5bd6')).toBe('#5b5bd6');
  expect(colorOf('blue')).toMatch(/^light-dark\(/);
  const hostile = ['url(https://evil.example)', '#fff;background:url(x)', 'constructor', '__proto__', ''];
  expect(hostile.map(colorOf)).toEqual(hostile.map(() => undefined));
  expect(colorOf(undefined)).toBeUndefined();
});
