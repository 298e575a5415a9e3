import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { allowedTypes, choiceText, resolveSchema, schemaChoices, soleType } from './json-schema.ts';

const root = {
  $defs: {
    size: { type: 'integer', minimum: 1 },
    loop: { $ref: '#/$defs/loop' },
    'a/b': { type: 'boolean' },
  },
};

test('K1: references are followed within the schema, and what stands beside them counts', () => {
  expect(resolveSchema({ $ref: '#/$defs/size', title: 'Size' }, root)).toEqual({
    type: 'integer',
    minimum: 1,
    title: 'Size',
  });
  expect(resolveSchema({ $ref: '#/$defs/a~1b' }, root)).toEqual({ type: 'boolean' });
  expect(resolveSchema({ $ref: '#' }, root)).toEqual(root);
});

test('K1: a reference that leads nowhere, elsewhere or in a circle allows anything', () => {
  for (const $ref of ['#/$defs/none', 'https://example.com', '#/$defs/loop', '#/constructor'])
    expect(resolveSchema({ $ref }, root)).toEqual({});
});

test('K1: a wrapper around one schema is that schema, and remembers that null is allowed', () => {
  expect(resolveSchema({ allOf: [{ $ref: '#/$defs/size' }], title: 'Size' }, root)).toEqual({
    type: 'integer',
    minimum: 1,
    title: 'Size',
  });
  const nullable = resolveSchema({ anyOf: [{ type: 'string' }, { type: 'null' }] }, root) ?? {};
  expect(nullable).toEqual({ type: ['string', 'null'] });
  expect(soleType(nullable)).toBe('string');
});

test('K1: choices come from lists and from constants, with their names', () => {
  const choices = (schema: object) => schemaChoices({ ...schema }, root);
  expect(choices({ enum: ['a', 2, null], enumNames: ['Alpha'] })).toEqual([
    { value: 'a', label: 'Alpha' },
    { value: 2, label: '2' },
  ]);
  expect(choices({ oneOf: [{ const: 1, title: 'One' }, { const: 2 }, { type: 'null' }] })).toEqual([
    { value: 1, label: 'One' },
    { value: 2, label: '2' },
  ]);
  expect(choices({ anyOf: [{ const: 1 }, { type: 'string' }] })).toEqual([]);
  expect(choices({ type: 'string' })).toEqual([]);
});

test('K1: all types that a schema allows', () => {
  const types = (schema: unknown) => allowedTypes(schema, root);
  expect(types({ type: ['string', 'number'] })).toEqual(['string', 'number']);
  expect(types({ anyOf: [{ type: 'integer' }, { type: 'null' }, { $ref: '#/$defs/size' }] })).toEqual([
    'integer',
    'null',
  ]);
  expect(types({ enum: [1, 'a', null] })).toEqual(['number', 'string', 'null']);
  expect(types({ $ref: '#/$defs/loop' })).toEqual([]);
  expect(types('text')).toEqual([]);
  const tangled: object = { anyOf: Array.from({ length: 100 }, () => ({ $ref: '#' })) };
  expect(allowedTypes(tangled, tangled)).toEqual([]);
});

test('K1: any JSON can be read', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (schema, whole) => {
      const texts = schemaChoices(resolveSchema(schema, whole) ?? {}, whole).map(({ value }) =>
        choiceText(value),
      );
      expect(texts.every((text) => typeof text === 'string')).toBe(true);
      expect(Array.isArray(allowedTypes(schema, whole))).toBe(true);
    }),
  );
});
