import { expect, test } from 'vitest';
import { countedLabel, glimpseIn } from './glimpse.ts';

test('J2: rows of a glimpse have titles, or none', () => {
  expect(glimpseIn('City\tCount\nTurin\t1')).toEqual({ titles: ['City', 'Count'], rows: [['Turin', '1']] });
  expect(glimpseIn('\nname\tAda\nage\t36')).toEqual({
    titles: undefined,
    rows: [
      ['name', 'Ada'],
      ['age', '36'],
    ],
  });
  expect(glimpseIn('Under the willows')).toBeUndefined();
});

test('J2: one is singular', () => {
  const labels = ['Rows', 'Columns', 'Entries', 'Boxes', 'Progress', 'Sheep'];
  expect(labels.map((label) => countedLabel(1, label))).toEqual([
    'row',
    'column',
    'entry',
    'box',
    'progress',
    'sheep',
  ]);
  expect(countedLabel(2, 'Rows')).toBe('rows');
});
