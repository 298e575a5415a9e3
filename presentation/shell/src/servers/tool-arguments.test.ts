import { describe, expect, it } from 'vitest';
import { checkForm } from '../forms/check-form.ts';
import { withValueAt } from '../forms/pointer.ts';
import { initialArguments, toolForm } from './tool-arguments.ts';

const schema = {
  type: 'object',
  properties: {
    city: { type: 'string', title: 'City', description: 'Where.' },
    days: { type: 'integer', default: 3 },
    units: { enum: ['metric', 'imperial'] },
    deep: { type: 'boolean' },
    tags: { type: 'array' },
    place: { type: 'object', properties: { lat: { type: 'number' } } },
  },
  required: ['city', 'deep'],
};

const problems = (values: unknown) =>
  Object.fromEntries(
    Array.from(checkForm(toolForm(schema, values), values), ([pointer, { text }]) => [pointer, text]),
  );

describe('J4: a form made from a tool’s schema', () => {
  it('J4: one field for each argument', () => {
    const fields = toolForm(schema, {});
    expect(
      fields.map((field) => [
        field.pointer,
        field.kind === 'value' ? field.widget : field.kind,
        field.isRequired,
      ]),
    ).toEqual([
      ['/city', 'text', true],
      ['/days', 'number', false],
      ['/units', 'select', false],
      ['/deep', 'checkbox', true],
      ['/tags', 'json', false],
      ['/place', 'group', false],
    ]);
    expect(fields[0]).toMatchObject({ label: 'City', help: 'Where.' });
  });

  it('J4: begins with the defaults, and leaves out what is not filled in', () => {
    expect(initialArguments(schema)).toEqual({ days: 3, deep: false });
    const required = { properties: { a: { type: 'object' }, b: { type: 'array' } }, required: ['a', 'b'] };
    expect(initialArguments(required)).toEqual({ a: {}, b: [] });
  });

  it('J4: says what is wrong with each', () => {
    expect(problems({ days: 'many', deep: false })).toEqual({
      '/city': 'City is required.',
      '/days': 'Must be a whole number.',
    });
    expect(problems({ city: 'Bergamo', days: 2, units: 'metric', deep: true, tags: ['a'] })).toEqual({});
  });

  it('J4: survives schemas that are none', () => {
    expect([toolForm(undefined, {}), initialArguments(undefined)]).toEqual([[], {}]);
    expect(toolForm({ properties: 'x', required: 'y' }, {})).toEqual([]);
    const odd = { properties: { a: null, b: { enum: Array.from({ length: 5000 }, (_, at) => at) } } };
    expect(toolForm(odd, {}).map(({ kind }) => kind)).toEqual(['json', 'json']);
  });

  it('J4: names such as __proto__ are names', () => {
    const hostile = JSON.parse(
      '{"properties":{"__proto__":{"type":"string","default":"a"},"constructor":{"type":"string"}}}',
    ) as Record<string, unknown>;
    const values = withValueAt(initialArguments(hostile), '/constructor', 'b') as object;
    expect(Object.entries(values)).toEqual([
      ['__proto__', 'a'],
      ['constructor', 'b'],
    ]);
    expect(toolForm(hostile, values).map(({ pointer }) => pointer)).toEqual(['/__proto__', '/constructor']);
  });
});
