import { expect, test } from 'vitest';
import { countWords, fits } from './picker-search.ts';

test('J9: a choice is found by parts of its name or its id, in any order and case', () => {
  const model = { label: 'Qwen: Qwen3 Coder 480B', description: 'qwen/qwen3-coder' };
  expect(['', 'CODER', 'coder qwen', 'qwen/qwen3', '480b '].map((query) => fits(model, query))).toEqual(
    Array(5).fill(true),
  );
  expect(['llama', 'qwen llama', 'qwen4'].map((query) => fits(model, query))).toEqual(Array(3).fill(false));
  expect(fits({ label: 'gpt' }, 'undefined')).toBe(false);
});

test('J9: how many are left is said', () => {
  expect([countWords(1234, 1234, 'models'), countWords(0, 40, 'models')]).toEqual([
    '1,234 models',
    '0 of 40 models',
  ]);
});
