import { initialAnswer } from '@loggia/client';
import type { ChatInputQuestion } from '@loggia/protocol';
import { expect, test } from 'vitest';
import { readAnswer } from './read-answer.ts';

const options = [
  { id: 'a', label: 'Ham' },
  { id: 'b', label: 'Cheese', recommended: true },
];
const base = { id: 'q', message: 'Q' };

test.each<[ChatInputQuestion, string, unknown]>([
  [{ kind: 'number', ...base }, ' 1.5 ', 1.5],
  [{ kind: 'number', ...base }, 'Infinity', 'Enter a number.'],
  [{ kind: 'integer', ...base, min: 2 }, '1', 'Enter a number, 2 or more.'],
  [{ kind: 'integer', ...base, max: 2 }, '3', 'Enter a number up to 2.'],
  [{ kind: 'boolean', ...base }, 'No', false],
  [{ kind: 'boolean', ...base }, 'perhaps', 'Enter y or n.'],
  [{ kind: 'text', ...base, min: 2 }, 'a', 'Enter at least 2 characters.'],
  [{ kind: 'text', ...base, max: 2 }, 'abc', 'Enter at most 2 characters.'],
  [{ kind: 'text', ...base, format: 'email' }, 'nobody', 'Enter an email address.'],
  [{ kind: 'text', ...base, format: 'constructor' }, 'x', 'x'],
  [{ kind: 'single-select', ...base, options }, 'Ham', 'a'],
  [{ kind: 'single-select', ...base, options }, '0', 'Enter a number from 1 to 2.'],
  [{ kind: 'single-select', ...base, options, allowFreeformInput: true }, 'Tofu', 'Tofu'],
  [{ kind: 'multi-select', ...base, options }, '2,2,1', ['b', 'a']],
  [{ kind: 'multi-select', ...base, options, max: 1 }, '1,2', 'Choose at most 1.'],
])('A8: an answer is checked before it is sent: %o, %s', (question, line, expected) => {
  const read = readAnswer(question, line);
  expect(read.kind === 'value' ? read.value.value : read.problem).toEqual(expected);
});

test('A8: own words go beside the choices', () => {
  const question = { kind: 'multi-select' as const, ...base, options, allowFreeformInput: true };
  expect(readAnswer(question, '1, Tofu')).toEqual({
    kind: 'value',
    value: { kind: 'selected-many', value: ['a'], freeformValues: ['Tofu'] },
  });
});

test('A8: a draft is filled in before a default, and what is recommended last', () => {
  const question = { kind: 'single-select' as const, ...base, options };
  expect(initialAnswer(question, undefined)).toEqual({ kind: 'selected', value: 'b' });
  const draft = { state: 'draft' as const, value: { kind: 'selected' as const, value: 'a' } };
  expect(initialAnswer(question, { q: draft })).toEqual(draft.value);
  expect(initialAnswer({ kind: 'text', ...base }, { q: { state: 'skipped' } })).toBeUndefined();
});
