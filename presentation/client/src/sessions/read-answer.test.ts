import type { ChatInputQuestion } from '@loggia/protocol';
import { expect, test } from 'vitest';
import { initialAnswer, readNumberAnswer, readSelectionAnswer, readTextAnswer } from './read-answer.ts';

const base = { id: 'q', message: 'Q' };
const options = [
  { id: 'a', label: 'Ham', recommended: true },
  { id: 'b', label: 'Cheese', recommended: true },
];

test.each<[ChatInputQuestion, unknown]>([
  [
    { kind: 'text', ...base, defaultValue: 'x' },
    { kind: 'text', value: 'x' },
  ],
  [
    { kind: 'integer', ...base, defaultValue: 3 },
    { kind: 'number', value: 3 },
  ],
  [
    { kind: 'boolean', ...base, defaultValue: false },
    { kind: 'boolean', value: false },
  ],
  [
    { kind: 'single-select', ...base, options },
    { kind: 'selected', value: 'a' },
  ],
  [
    { kind: 'multi-select', ...base, options },
    { kind: 'selected-many', value: ['a', 'b'] },
  ],
  [{ kind: 'multi-select', ...base, options: [] }, undefined],
  [{ kind: 'text', ...base }, undefined],
])('A8: a form begins with the default, or with what is recommended: %o', (question, expected) => {
  expect(initialAnswer(question, undefined)).toEqual(expected);
});

test('A8: a draft counts for more than a default, and only if it is its own', () => {
  const question = { kind: 'text' as const, ...base, id: 'constructor', defaultValue: 'x' };
  expect(initialAnswer(question, {})).toEqual({ kind: 'text', value: 'x' });
  const draft = { state: 'draft' as const, value: { kind: 'text' as const, value: 'y' } };
  expect(initialAnswer(question, { constructor: draft })).toEqual(draft.value);
});

test('A8: what does not fit is answered with what to write instead', () => {
  const problem = (sentence: string) => ({ kind: 'problem', problem: sentence });
  expect(readNumberAnswer({ kind: 'integer', ...base }, '1.5')).toEqual(problem('Enter a whole number.'));
  expect(readNumberAnswer({ kind: 'number', ...base }, '')).toEqual(problem('Enter a number.'));
  expect(readTextAnswer({ kind: 'text', ...base, format: 'date' }, 'soon')).toEqual(
    problem('Enter a date such as 2026-01-31.'),
  );
  expect(readSelectionAnswer({ kind: 'multi-select', ...base, options, min: 2 }, ['a'], [])).toEqual(
    problem('Choose at least 2.'),
  );
  expect(readSelectionAnswer({ kind: 'multi-select', ...base, options }, ['a'], ['Tofu'])).toEqual({
    kind: 'value',
    value: { kind: 'selected-many', value: ['a'], freeformValues: ['Tofu'] },
  });
});
