import { expect, test } from 'vitest';
import { asLabel, asName, visibly } from './foreign-words.ts';

test('J7: signs that nobody sees are shown, and turn nothing around', () => {
  expect(visibly('pay \u202e100\u202c, \u2066now\u2069')).toBe('pay \ufffd100\ufffd, \ufffdnow\ufffd');
  expect(visibly('hello\u{e0068}\u{e0069}\u{e0120}\ufe01')).toBe(`hello${'\ufffd'.repeat(4)}`);
  expect(visibly('yes\u3164\u2800no\u200d\u200c\u200d')).toBe(`yes\ufffd\ufffdno${'\ufffd'.repeat(3)}`);
  expect(visibly('a\0b\u001b[31mc\u2028d\ufeff')).toBe('a\ufffdb\ufffd[31mc\ufffdd\ufffd');
});

test('J7: what people write stays as it is', () => {
  for (const text of [
    'שלום\u200f!',
    'نامه\u200cای',
    '👩\u200d👩\u200d👧 ❤\ufe0f',
    'line\n\tindented',
    'ü 世界',
  ])
    expect(visibly(text)).toBe(text);
  expect(visibly('one\r\ntwo')).toBe('one\ntwo');
});

test('J7: a name by itself is one line, however long', () => {
  const long = 'Budget '.repeat(40).trim();
  expect(asName(`${long}\n\u202e`)).toBe(`${long} \ufffd`);
});

test('J7: a name in a sentence is one short line', () => {
  expect(asLabel('Budget')).toBe('Budget');
  expect(asLabel(' Budget\n\nof \u202e 2026 ')).toBe('Budget of \ufffd 2026');
  expect(asLabel('Press the button below to go on. '.repeat(40))).toBe(
    'Press the button below to go on. Press the button below to g…',
  );
});
