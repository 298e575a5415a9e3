import { describe, expect, test } from 'vitest';
import { checkForm } from './check-form.ts';
import { makeForm, type FormField, type FormHints, type JsonSchema } from './schema-form.ts';

const invoice: JsonSchema = {
  type: 'object',
  required: ['number', 'customer'],
  properties: {
    number: { type: 'string', minLength: 1, pattern: '^[A-Z]-\\d+$' },
    dueDate: { type: 'string', format: 'date', description: 'When it is to be paid.' },
    paid: { type: 'boolean' },
    currency: { enum: ['EUR', 'USD'] },
    discount: { type: ['number', 'null'], minimum: 0, maximum: 100 },
    customer: {
      type: 'object',
      required: ['name'],
      properties: { name: { type: 'string', minLength: 1 }, email: { type: 'string', format: 'email' } },
    },
    lines: { type: 'array', minItems: 1, items: { $ref: '#/$defs/line' } },
    anything: {},
  },
  $defs: {
    line: {
      type: 'object',
      required: ['text', 'price'],
      properties: { text: { type: 'string' }, price: { type: 'number', exclusiveMinimum: 0 } },
    },
  },
};

function shape(field: FormField): unknown {
  if (field.kind === 'group') return [field.pointer, field.fields.map(shape)];
  if (field.kind === 'list') return [field.pointer, field.items.map(shape)];
  return [field.pointer, field.kind === 'value' ? field.widget : 'json'];
}

const form = (context: unknown, hints: FormHints = {}, schema = invoice) =>
  makeForm(schema, hints, context) ?? [];
const complaints = (context: unknown) =>
  Object.fromEntries(Array.from(checkForm(form(context), context), ([pointer, { text }]) => [pointer, text]));

describe('J2: a form from a schema', () => {
  test('has a control for each property, nested ones and those of lists too', () => {
    expect(form({ lines: [{ text: 'Tea', price: 2 }] }).map(shape)).toEqual([
      ['/number', 'text'],
      ['/dueDate', 'date'],
      ['/paid', 'checkbox'],
      ['/currency', 'select'],
      ['/discount', 'number'],
      [
        '/customer',
        [
          ['/customer/name', 'text'],
          ['/customer/email', 'text'],
        ],
      ],
      [
        '/lines',
        [
          [
            '/lines/0',
            [
              ['/lines/0/text', 'text'],
              ['/lines/0/price', 'number'],
            ],
          ],
        ],
      ],
      ['/anything', 'json'],
    ]);
  });

  test('names them as people would, and says what the schema says', () => {
    const [, due] = form({});
    expect([due?.label, due?.help, due?.isRequired]).toEqual(['Due date', 'When it is to be paid.', false]);
  });

  test('follows the hints: order, labels, widgets, and what is hidden', () => {
    const hints: FormHints = {
      order: ['/lines', '/customer/name', '/paid'],
      fields: {
        '/number': { widget: 'textarea', label: 'No.' },
        '/anything': { widget: 'hidden' },
        '/lines/*/price': { label: 'Price in €' },
      },
    };
    const made = form({ lines: [{ text: 'Tea', price: 2 }] }, hints);
    expect(made.map(({ pointer }) => pointer)).toEqual([
      '/lines',
      '/customer',
      '/paid',
      '/number',
      '/dueDate',
      '/currency',
      '/discount',
    ]);
    expect(made.find(({ pointer }) => pointer === '/number')).toMatchObject({
      label: 'No.',
      widget: 'textarea',
    });
    expect(JSON.stringify(made[0])).toContain('Price in €');
  });

  test('a new item of a list has what it needs', () => {
    const lines = form({}).find(({ pointer }) => pointer === '/lines');
    expect(lines).toMatchObject({ kind: 'list', fresh: { text: '', price: 0 } });
  });

  test('choices may have names', () => {
    const schema = { properties: { size: { oneOf: [{ const: 1, title: 'Small' }, { const: 2 }] } } };
    expect(form({}, {}, schema)[0]).toMatchObject({
      widget: 'select',
      options: [
        { value: 1, label: 'Small' },
        { value: 2, label: '2' },
      ],
    });
  });

  test('a schema that names itself, or runs in circles, ends', () => {
    const tree = {
      type: 'object',
      properties: { child: { $ref: '#' }, loop: { $ref: '#/$defs/a' } },
      $defs: { a: { $ref: '#/$defs/a' } },
    };
    expect(JSON.stringify(form({}, {}, tree)).length).toBeLessThan(20_000);
    const wide = {
      properties: Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`p${at}`, { type: 'string' }])),
    };
    expect(form({}, {}, wide).filter(({ kind }) => kind === 'value')).toHaveLength(499);
  });

  test('there is none where the schema describes no object', () => {
    expect(makeForm({}, {}, {})).toBeUndefined();
    expect(makeForm({ type: 'array' }, {}, {})).toBeUndefined();
    expect(makeForm({ $ref: '#/nowhere' }, {}, {})).toBeUndefined();
  });
});

describe('F4: what a form can tell at once', () => {
  const good = { number: 'A-1', customer: { name: 'Ada' }, lines: [{ text: 'Tea', price: 2 }] };

  test('nothing about what is right', () => {
    expect(complaints(good)).toEqual({});
    expect(
      complaints({ ...good, discount: null, dueDate: '2026-02-28', currency: 'EUR', paid: true }),
    ).toEqual({});
  });

  test.each([
    ['what is missing', { ...good, number: undefined }, { '/number': 'Number is required.' }],
    ['what is missing inside', { ...good, customer: {} }, { '/customer/name': 'Name is required.' }],
    ['a group that is missing', { ...good, customer: undefined }, { '/customer/name': 'Name is required.' }],
    ['an empty text', { ...good, customer: { name: '' } }, { '/customer/name': 'Must not be empty.' }],
    ['the wrong look', { ...good, number: 'a1' }, { '/number': 'Must look like ^[A-Z]-\\d+$.' }],
    ['the wrong kind', { ...good, paid: 'yes' }, { '/paid': 'Must be yes or no.' }],
    ['two kinds', { ...good, discount: 'x' }, { '/discount': 'Must be a number or empty.' }],
    ['a limit', { ...good, discount: 101 }, { '/discount': 'Must be 100 or less.' }],
    ['a choice', { ...good, currency: 'GBP' }, { '/currency': 'Choose one of the options.' }],
    [
      'a day that is none',
      { ...good, dueDate: '2026-02-30' },
      { '/dueDate': 'Must be a date such as 2026-03-31.' },
    ],
    [
      'an item',
      { ...good, lines: [{ text: 'Tea', price: 0 }] },
      { '/lines/0/price': 'Must be more than 0.' },
    ],
    ['an empty list', { ...good, lines: [] }, { '/lines': 'Must have 1 or more.' }],
    [
      'an address',
      { ...good, customer: { name: 'A', email: 'x' } },
      { '/customer/email': 'Must be an email address.' },
    ],
  ])('complains about %s', (_, context, expected) => {
    expect(complaints(context)).toEqual(expected);
  });

  test('tells what is missing from what is wrong', () => {
    const kinds = (context: object) =>
      [...checkForm(form(context), context).values()].map(({ kind }) => kind);
    expect(kinds({ ...good, number: undefined })).toEqual(['missing']);
    expect(kinds({ ...good, number: '' })).toEqual(['invalid']);
  });

  test('an expression that cannot be used is no obstacle', () => {
    const schema = { properties: { a: { type: 'string', pattern: '(' } } };
    expect([...checkForm(form({ a: 'x' }, {}, schema), { a: 'x' })]).toEqual([]);
  });
});
