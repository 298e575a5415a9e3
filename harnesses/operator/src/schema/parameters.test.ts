import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { isOpen, parametersOf } from './parameters.ts';

const kindsOf = (properties: Readonly<Record<string, unknown>>, more: object = {}) =>
  Object.fromEntries(
    parametersOf({ type: 'object', properties, ...more }).map(({ name, kind }) => [name, kind]),
  );

it('K1: every type of a schema has its kind of parameter', () => {
  const kinds = kindsOf({
    text: { type: 'string' },
    number: { type: 'number' },
    integer: { type: 'integer' },
    yes: { type: 'boolean' },
    choice: { enum: ['a', 'b'] },
    titled: { oneOf: [{ const: 1, title: 'One' }, { const: 2 }] },
    choices: { type: 'array', items: { enum: ['a', 'b'] } },
    texts: { type: 'array', items: { type: 'string' } },
    perhaps: { type: ['string', 'null'] },
    nullable: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
    object: { type: 'object' },
    list: { type: 'array', items: { type: 'object' } },
    anything: {},
    always: true,
  });
  expect(kinds).toEqual({
    text: 'text',
    number: 'number',
    integer: 'integer',
    yes: 'boolean',
    choice: 'choice',
    titled: 'choice',
    choices: 'choices',
    texts: 'texts',
    perhaps: 'text',
    nullable: 'integer',
    object: 'json',
    list: 'json',
    anything: 'json',
    always: 'json',
  });
});

it('K1: labels of choices come from titles and names, values stay as they are', () => {
  const [one, other] = parametersOf({
    properties: {
      one: { oneOf: [{ const: 1, title: 'One' }, { const: 'two' }] },
      other: { enum: ['a', 'b'], enumNames: ['Alpha'] },
    },
  });
  expect(one?.choices).toEqual([
    { value: 1, label: 'One' },
    { value: 'two', label: 'two' },
  ]);
  expect(other?.choices).toEqual([
    { value: 'a', label: 'Alpha' },
    { value: 'b', label: 'b' },
  ]);
});

it('K1: references are followed within the schema', () => {
  const schema = {
    properties: { unit: { $ref: '#/$defs/unit', description: 'Which' } },
    $defs: { unit: { type: 'string', enum: ['km', 'mile'] } },
    required: ['unit'],
  };
  expect(parametersOf(schema)).toMatchObject([
    { name: 'unit', kind: 'choice', description: 'Which', required: true },
  ]);
});

it('K1: what has a default is not needed', () => {
  expect(parametersOf({ properties: { a: { default: 1 } }, required: ['a'] })[0]?.required).toBe(false);
});

it.each<[string, unknown]>([
  ['a reference to itself', { properties: { a: { $ref: '#/properties/a' } } }],
  [
    'a reference in a circle',
    { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } },
  ],
  ['the root in itself', { properties: { a: { $ref: '#' } } }],
  ['a reference elsewhere', { properties: { a: { $ref: 'https://example.com/schema' } } }],
  ['properties that are a list', { properties: [1, 2] }],
  ['a text', 'schema'],
  ['nothing', undefined],
  ['names of the prototype', JSON.parse('{"properties":{"__proto__":{"type":"string"},"constructor":{}}}')],
  ['required that is none', { properties: { a: {} }, required: 'a' }],
])('K1: a schema with %s is read all the same', (_what, schema) => {
  expect(() => parametersOf(schema)).not.toThrow();
});

it('K1: a huge schema is read in part', () => {
  const properties = Object.fromEntries(
    Array.from({ length: 5_000 }, (_, at) => [`p${at}`, { enum: Array(500).fill('x') }]),
  );
  const read = parametersOf({ properties });
  expect(read.length).toBeLessThan(100);
  expect(read[0]?.choices.length).toBeLessThan(200);
});

it('K1: any JSON is a schema that can be read, always to the same end', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (schema) => {
      expect(parametersOf({ properties: schema })).toEqual(parametersOf({ properties: schema }));
      expect(parametersOf({ properties: { a: schema } }).length).toBe(1);
      expect(typeof isOpen(schema)).toBe('boolean');
    }),
  );
});
