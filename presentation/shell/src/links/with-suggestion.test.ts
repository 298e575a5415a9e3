import { expect, test } from 'vitest';
import { withSuggestion } from './with-suggestion.ts';

test('J3: a suggestion replaces another one, and stands below what the user wrote', () => {
  expect(withSuggestion(' ', 'List the boards', undefined)).toBe('List the boards');
  expect(withSuggestion('List the boards', 'Sum the prices', 'List the boards')).toBe('Sum the prices');
  expect(withSuggestion('Sum the prices, please ', 'List the boards', 'Sum the prices')).toBe(
    'Sum the prices, please\nList the boards',
  );
});
