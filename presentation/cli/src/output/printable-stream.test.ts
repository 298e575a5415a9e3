import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { printable } from './printable.ts';
import { PrintableStream } from './printable-stream.ts';

test('L2: text that comes in pieces is as harmless as text that comes at once', () => {
  const anything = fc.array(
    fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('\r', '\n', '👩‍💻', '\u001b[2J')),
  );
  fc.assert(
    fc.property(anything, fc.integer({ min: 1, max: 3 }), (texts, size) => {
      const whole = texts.join('');
      const stream = new PrintableStream();
      let shown = '';
      for (let at = 0; at < whole.length; at += size) shown += stream.push(whole.slice(at, at + size));
      expect(shown + stream.end()).toBe(printable(whole));
    }),
  );
});

test('L2: what is whole is shown at once', () => {
  const stream = new PrintableStream();
  expect(stream.push('a\ud83d')).toBe('a');
  expect(stream.push('\ude00b')).toBe('😀b');
});
