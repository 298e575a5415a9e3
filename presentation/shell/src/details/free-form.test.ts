import { expect, test } from 'vitest';
import { freeFields, freeRows, problemOfName, withNewRows } from './free-form.ts';

const context = { author: 'Ada', pages: 12, isDone: false, tags: ['a'], note: 'One\nTwo' };
const kinds = (of: unknown, rows = freeRows(of)) =>
  freeFields(rows, of).map((field) => [field.label, field.kind === 'value' ? field.widget : field.kind]);

test('J2: properties that no type describes have a control each, by what they are', () => {
  expect(kinds(context)).toEqual([
    ['author', 'text'],
    ['pages', 'number'],
    ['isDone', 'checkbox'],
    ['tags', 'json'],
    ['note', 'textarea'],
  ]);
  expect(kinds({})).toEqual([]);
});

test('J2: a property that is emptied keeps its control, and one of somebody else is added', () => {
  const rows = freeRows(context);
  const { pages: _emptied, ...rest } = context;
  const now = { ...rest, added: 'text' };
  expect(kinds(now, withNewRows(rows, now)).map(([label]) => label)).toEqual([
    ...Object.keys(context),
    'added',
  ]);
});

test('J2: a name can be used once', () => {
  const rows = freeRows(context);
  expect(problemOfName('  ', rows)).toBe('Enter a name.');
  expect(problemOfName(' pages ', rows)).toBe('There is a property “pages” already.');
  expect(problemOfName('__proto__', rows)).toBeUndefined();
});
