import { describe, expect, test } from 'vitest';
import { withEndsOf, withFieldEnds } from './line-ends.ts';

describe('J2: the ends of lines', () => {
  test('are of one kind in a text field', () => {
    expect(withFieldEnds('a\r\nb\rc\n')).toBe('a\nb\nc\n');
  });

  test('stay as they were in the file', () => {
    expect(withEndsOf('a\nb\n', 'x\r\ny\r\n')).toBe('a\r\nb\r\n');
    expect(withEndsOf('a\nb\n', 'x\ny\n')).toBe('a\nb\n');
    expect(withEndsOf('a\nb\n', '')).toBe('a\nb\n');
    expect(withEndsOf('a\nb', 'x\ny\nz\r\n')).toBe('a\nb');
  });
});
