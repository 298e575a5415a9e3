import { expect, test } from 'vitest';
import { sentence } from './sentence.ts';

test.each([
  ['It died', 'It died.'],
  [' It died. ', 'It died.'],
  ['Why?', 'Why?'],
  ['Wait…', 'Wait…'],
  ['  ', ''],
])('%j ends as sentences do', (text, said) => {
  expect(sentence(text)).toBe(said);
});
