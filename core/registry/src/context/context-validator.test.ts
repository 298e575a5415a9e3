import { format } from '@cfworker/json-schema';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contractOf } from '../registry.testkit.ts';
import { checkContextSchema } from './check-schema.ts';
import { createContextValidator } from './context-validator.ts';

const { validate } = createContextValidator();
const mime = 'application/vnd.acme.invoice+json';
const typeWith = (schema: Record<string, unknown>) => contractOf(mime, { schema });
const check = (schema: Record<string, unknown>, context: unknown) => validate(typeWith(schema), context);
const parse = (text: string) => JSON.parse(text) as Record<string, unknown>;

describe('a context', () => {
  test('F4: without a schema is whatever it is', () => {
    expect(validate(contractOf(mime), { any: ['thing'] })).toEqual([]);
  });

  test('F4: that does not match is told everything that is wrong, with paths', () => {
    const schema = {
      type: 'object',
      required: ['number', 'a/b'],
      additionalProperties: false,
      properties: {
        number: { type: 'string', pattern: '^R-\\d+$' },
        'a/b': { type: 'boolean' },
        lines: {
          type: 'array',
          maxItems: 2,
          items: {
            type: 'object',
            required: ['amount'],
            properties: { amount: { type: 'number', minimum: 0 }, due: { type: 'string', format: 'date' } },
          },
        },
        state: { enum: ['open', 'paid'] },
        kind: { anyOf: [{ type: 'number' }, { type: 'object', required: ['x'] }] },
        tags: { type: 'array', uniqueItems: true, items: { type: 'string', maxLength: 5 } },
      },
    };
    const problems = check(schema, {
      number: 'X',
      lines: [{ amount: -1 }, {}, { amount: '1', due: '2026-02-30' }],
      state: 'lost',
      kind: 'text',
      tags: ['a', 'a', 'longer'],
      extra: 1,
    });
    expect(Object.fromEntries(problems.map(({ path, message }) => [path, message]))).toEqual({
      '/a~1b': 'It is missing. Add it.',
      '/number': 'It does not match the pattern that the type requires. Change it.',
      '/lines': 'The list is too long: it may have at most 2 entries.',
      '/lines/0/amount': 'It must be at least 0.',
      '/lines/1/amount': 'It is missing. Add it.',
      '/lines/2/amount': 'It must be a number, and is text.',
      '/lines/2/due': 'It is not a valid date. Write it as one.',
      '/state': 'It must be one of "open","paid".',
      '/kind': 'It matches none of the forms that the type allows. Change it.',
      '/tags': 'The list has the same entry twice. Remove one.',
      '/tags/2': 'It is too long: use at most 5 characters.',
      '/extra': 'The type has no such property. Remove it.',
    });
  });

  test.each([
    [{ minimum: 3 }, 2, 'It must be at least 3.'],
    [{ maximum: -0.5 }, 2, 'It must be at most -0.5.'],
    [{ exclusiveMinimum: 3 }, 3, 'It must be more than 3.'],
    [{ exclusiveMaximum: 1e21 }, 1e22, 'It must be less than 1e+21.'],
    [{ multipleOf: 0.5 }, 0.7, 'It must be a multiple of 0.5.'],
    [{ const: 'x.' }, 'y', 'It must be "x.".'],
    [{ minLength: 2 }, 'a', 'It is too short: use at least 2 characters.'],
    [{ minItems: 2 }, [1], 'The list is too short: it needs at least 2 entries.'],
    [{ minProperties: 1 }, {}, 'It needs at least 1 properties.'],
    [{ maxProperties: 1 }, { a: 1, b: 2 }, 'It may have at most 1 properties.'],
    [{ type: ['string', 'integer'] }, 1.5, 'It must be text or a whole number, and is a number.'],
    [{ not: { type: 'null' } }, null, 'The type rules this value out. Change it.'],
    [
      { oneOf: [{ type: 'number' }, { minimum: 0 }] },
      1,
      'It must match exactly one of the forms that the type allows. Change it.',
    ],
    [
      { contains: { type: 'string' } },
      [1],
      'The list does not have the entries that the type requires. Add or remove some.',
    ],
    [{ dependentRequired: { a: ['b'] } }, { a: 1 }, 'With "a", it also needs "b". Add it.'],
    [
      { propertyNames: { maxLength: 1 } },
      { ab: 1 },
      'The type does not allow a property named "ab". Rename or remove it.',
    ],
  ] as const)('F4: %j refuses %j', (schema, value, message) => {
    const found = check({ properties: { it: schema } }, { it: value });
    expect(found.map((problem) => problem.message)).toEqual([message]);
    expect(found[0]?.path).toBe('/it');
  });

  test('F4: follows references within the schema, also to itself', () => {
    const schema = {
      $defs: {
        node: {
          type: 'object',
          properties: { next: { $ref: '#/$defs/node' }, 'a b%': { $ref: '#/$defs/un~1usual' } },
        },
        'un/usual': { type: 'string' },
      },
      $ref: '#/$defs/node',
    };
    expect(checkContextSchema(typeWith(schema))).toEqual([]);
    expect(check(schema, { next: { next: { 'a b%': 'text' } } })).toEqual([]);
    expect(check(schema, { next: { next: { 'a b%': 1 } } })).toEqual([
      { path: '/next/next/a b%', message: 'It must be text, and is a number.' },
    ]);
  });

  test('F4: the same contract is read once, and formats of ours do not stay behind', () => {
    const contract = typeWith({ properties: { a: { pattern: '^x$', format: 'email' } } });
    expect(validate(contract, { a: 'x' })).toEqual([
      { path: '/a', message: 'It is not a valid email. Write it as one.' },
    ]);
    expect(validate(contract, { a: 'a@b.example' }).map(({ path }) => path)).toEqual(['/a']);
    expect(Object.keys(format).filter((name) => name.startsWith('pattern '))).toEqual([]);
  });
});

describe('a schema that cannot be used as it is', () => {
  const pathsOf = (schema: Record<string, unknown>) =>
    checkContextSchema(typeWith(schema)).map(({ path }) => path);

  test.each([
    [{ $ref: 'https://elsewhere.example/schema.json' }, ['/$ref']],
    [{ $ref: '#/$defs/missing' }, ['/$ref']],
    [{ $ref: 7 }, ['/$ref']],
    [{ $ref: '#/%zz' }, ['/$ref']],
    [{ $dynamicRef: '#x' }, ['/$dynamicRef']],
    [{ type: 'text' }, ['/type']],
    [{ type: [] }, ['/type']],
    [{ required: 'a' }, ['/required']],
    [{ properties: [] }, ['/properties']],
    [{ properties: { a: 5 } }, ['/properties/a']],
    [{ anyOf: {} }, ['/anyOf']],
    [{ enum: 'a' }, ['/enum']],
    [{ multipleOf: 0 }, ['/multipleOf']],
    [{ maxLength: -1 }, ['/maxLength']],
    [{ properties: { 'a/b': { pattern: '(x+)+' } } }, ['/properties/a~1b/pattern']],
    [{ patternProperties: { '(x+)+': {} } }, ['/patternProperties/(x+)+']],
    [{ pattern: 5 }, ['/pattern']],
  ])('F4: %j says where', (schema, paths) => {
    expect(pathsOf(schema)).toEqual(paths);
  });

  test('F4: is used without what is wrong, and without what would become stricter by that', () => {
    const schema = {
      required: ['a'],
      properties: { a: { type: 'number' }, b: { not: { pattern: '(x+)+' } } },
      patternProperties: { '(x+)+': {} },
      additionalProperties: false,
    };
    expect(check(schema, { a: 1, b: 'y', xx: 1 })).toEqual([]);
    expect(check(schema, { a: 'one' })).toEqual([
      { path: '/a', message: 'It must be a number, and is text.' },
    ]);
  });

  test('L5: neither a deep one nor a large one is followed to the end', () => {
    const deep = parse('{"not":'.repeat(60) + '{}' + '}'.repeat(60));
    expect(checkContextSchema(typeWith(deep)).at(-1)?.message).toContain('too large or too deep');
    const large = { allOf: Array.from({ length: 6000 }, () => ({})) };
    const problems = checkContextSchema(typeWith(large));
    expect(problems.length).toBeLessThanOrEqual(20);
    expect(check(large, {})).toEqual([]);
  });
});

describe('work that would never end is given up, with a sentence', () => {
  const givenUp = [
    {
      path: '',
      message: `It would take too long to check it against the schema of its type. Make it smaller, or have the schema of ${mime} changed.`,
    },
  ];

  test('L5: a schema that refers to itself', () => {
    expect(check({ $ref: '#' }, {})).toEqual(givenUp);
    expect(check({ allOf: [{ $ref: '#/allOf/1' }, { $ref: '#/allOf/0' }] }, {})).toEqual(givenUp);
  });

  test('L5: a schema that doubles with every step', () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [
        `d${index}`,
        { allOf: [{ $ref: `#/$defs/d${index + 1}` }, { $ref: `#/$defs/d${index + 1}` }] },
      ]),
    );
    expect(check({ $defs: { ...$defs, d40: {} }, $ref: '#/$defs/d0' }, {})).toEqual(givenUp);
  });

  test('L5: a schema that doubles with every level of the context', () => {
    const schema = { properties: { a: { allOf: [{ $ref: '#' }, { $ref: '#' }] } } };
    const context = parse('{"a":'.repeat(50) + '{}' + '}'.repeat(50));
    expect(check(schema, context)).toEqual(givenUp);
  });

  test('L5: a list whose entries are all compared with each other', () => {
    const schema = { properties: { a: { uniqueItems: true } } };
    expect(check(schema, { a: Array.from({ length: 20_000 }, (_, index) => index) })).toEqual(givenUp);
    expect(check(schema, { a: Array.from({ length: 900 }, (_, index) => index) })).toEqual([]);
    expect(check(schema, { a: [...Array.from({ length: 900 }, (_, index) => index), 5] })).toHaveLength(1);
  });

  test('L5: an expression that is costly, for many texts', () => {
    const schema = { additionalProperties: { items: { pattern: '^.*.*=$' } } };
    const texts = Array.from({ length: 2000 }, () => `${'x'.repeat(1500)}=`);
    expect(check(schema, { a: texts })).toEqual(givenUp);
    expect(check(schema, { a: ['x=', 'y'] }).map(({ path }) => path)).toEqual(['/a/1']);
  });
});

describe('a hostile context', () => {
  const contract = typeWith({ type: 'object', properties: { toString: { type: 'string' } } });

  test('L5: is refused where it is out of all bounds', () => {
    const deep = parse('{"a":'.repeat(500) + '1' + '}'.repeat(500));
    expect(validate(contract, deep)[0]?.message).toContain('deeper than 64');
    expect(validate(contract, { ['k'.repeat(300)]: 1 })[0]?.message).toContain('longer than 256');
    expect(validate(contract, { '\uD800': 1 })[0]?.message).toContain('not valid text');
    expect(validate(contract, { a: Array.from({ length: 300_000 }, () => 1) })[0]?.message).toContain(
      '100000',
    );
  });

  test('L5: cannot borrow properties that it does not have', () => {
    expect(validate(contract, {})).toEqual([]);
    expect(check({ required: ['toString'] }, {})).toHaveLength(1);
    expect(
      check(parse('{"properties":{"__proto__":{"type":"number"}}}'), parse('{"__proto__":"x"}')),
    ).toEqual([{ path: '/__proto__', message: 'It must be a number, and is text.' }]);
  });

  test('L5: and a hostile schema never make it throw', () => {
    const keyword = fc.constantFrom(
      'type',
      'enum',
      'const',
      'required',
      'properties',
      'items',
      'allOf',
      'anyOf',
      'oneOf',
      'not',
      'if',
      'then',
      '$ref',
      '$defs',
      'pattern',
      'format',
      'minimum',
      'multipleOf',
      'uniqueItems',
      'patternProperties',
      'additionalProperties',
      'dependentRequired',
      'dependentSchemas',
      'prefixItems',
      'contains',
      'minContains',
      '__proto__',
      '$recursiveRef',
      '__absolute_ref__',
    );
    const schema = fc.letrec((tie) => ({
      value: fc.oneof(
        { depthSize: 'small', maxDepth: 5 },
        fc.constantFrom('#', '#/properties/a', 'object', 'string', 'date', '(', 'a*', '__proto__'),
        fc.integer({ min: -2, max: 5 }),
        fc.boolean(),
        fc.constant(null),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(fc.oneof(keyword, fc.constantFrom('a', 'b')), tie('value'), { maxKeys: 4 }),
      ),
    })).value;
    fc.assert(
      fc.property(fc.dictionary(keyword, schema), fc.jsonValue(), (written, context) => {
        for (const { path, message } of check(written, context)) {
          expect(path).toMatch(/^(?:\/|$)/);
          expect(message).toMatch(/\.$/);
        }
      }),
    );
  });
});
