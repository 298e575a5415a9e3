import { describe, expect, it } from 'vitest';
import { fieldsOf, readArguments } from './tool-fields.ts';

const schema = {
  type: 'object',
  properties: {
    city: { type: 'string', title: 'City', description: 'Where.' },
    days: { type: 'integer', default: 3 },
    units: { enum: ['metric', 'imperial'] },
    deep: { type: 'boolean' },
    tags: { type: 'array' },
  },
  required: ['city', 'deep'],
};

describe('J4: a form made from a tool’s schema', () => {
  const fields = fieldsOf(schema);

  it('J4: one field for each argument', () => {
    expect(fields.map(({ name, kind, isRequired, initial }) => [name, kind, isRequired, initial])).toEqual([
      ['city', 'text', true, ''],
      ['days', 'number', false, '3'],
      ['units', 'choice', false, ''],
      ['deep', 'switch', true, ''],
      ['tags', 'json', false, ''],
    ]);
    expect(fields[0]).toMatchObject({ label: 'City', description: 'Where.' });
  });

  it('J4: reads what was filled in as the tool takes it, and leaves out what was not', () => {
    const typed = { city: 'Bergamo', days: '2.5', units: 'metric', deep: 'true', tags: '["a"]' };
    expect(readArguments(fields, typed)).toEqual({
      values: { city: 'Bergamo', days: 2.5, units: 'metric', deep: true, tags: ['a'] },
      problems: {},
    });
    expect(readArguments(fields, { city: 'x' })).toEqual({
      values: { city: 'x', days: 3, deep: false },
      problems: {},
    });
  });

  it('J4: says what is wrong with each', () => {
    expect(readArguments(fields, { days: 'many', tags: '[a]' }).problems).toEqual({
      city: 'This one is required.',
      days: 'A number is expected.',
      tags: expect.stringContaining('JSON is expected') as string,
    });
  });

  it('J4: survives schemas that are none', () => {
    expect(fieldsOf(undefined)).toEqual([]);
    expect(fieldsOf({ properties: 'x', required: 'y' })).toEqual([]);
    expect(fieldsOf({ properties: { a: null, b: { enum: [1, {}] } } }).map(({ kind }) => kind)).toEqual([
      'json',
      'json',
    ]);
  });

  it('J4: names such as __proto__ are names', () => {
    const hostile = fieldsOf(
      JSON.parse('{"properties":{"__proto__":{"type":"string"},"constructor":{"type":"string"}}}') as Record<
        string,
        unknown
      >,
    );
    const { values } = readArguments(hostile, JSON.parse('{"__proto__":"a"}') as Record<string, string>);
    expect(Object.entries(values)).toEqual([['__proto__', 'a']]);
  });
});
