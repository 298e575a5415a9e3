import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { boundedPattern } from './pattern.ts';

const messageOf = (source: string) => {
  const bounded = boundedPattern(source);
  return 'message' in bounded ? bounded.message : undefined;
};

describe('expressions that people write are used', () => {
  test.each([
    ['^[a-z]+(-[a-z]+)*$', 'a-long-slug', 'not--a-slug'],
    ['^[a-z]+([-_.][a-z]+)*$', 'a.b_c', 'a..b'],
    ['^\\d{4}-\\d{2}-\\d{2}$', '2026-01-31', '2026-1-31'],
    ['^#[0-9a-fA-F]{6}$', '#3366cc', '3366cc'],
    ['^[A-Z]{2}\\d{2}[A-Z0-9]{1,30}$', 'DE00ABC', 'D'],
    ['^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$', 'a@b.example', 'a@b'],
    ['^(draft|sent|paid)$', 'sent', 'lost'],
    ['^(?:(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)(?:\\.(?!$)|$)){4}$'.replace('(?!$)', ''), '127.0.0.1.', '300'],
    ['^https?://[\\w.-]+(?::\\d+)?(?:/\\S*)?$', 'https://a.example:80/x', 'ftp://a'],
    ['^\\p{Lu}\\p{L}*$', 'Ärger', 'ärger'],
    ['^[a-z]{64}$', 'a'.repeat(64), 'a'.repeat(63)],
    ['x', 'axb', 'ab'],
  ])('F4: %s', (source, right, wrong) => {
    const bounded = boundedPattern(source);
    if ('message' in bounded) throw new Error(bounded.message);
    expect([bounded.test(right), bounded.test(wrong)]).toEqual([true, false]);
  });
});

describe('expressions that could take for ever are not', () => {
  test.each([
    '(a+)+$',
    '(a*)*$',
    '(a|a)*$',
    '(a|ab|b)*c$',
    '^(\\w+\\s?)*$',
    '^([a-zA-Z0-9])(([\\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}$',
    '(?:a?){30}a{30}',
    '^(?:a?){30,}$',
    'a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?aaaaaaaaaaaaaaaaaaaaaaaaaaa$',
    '.*.*.*.*.*.*=.*',
    '(.*,){25}x',
    '([a-z]{0,100}){0,100}!',
    '(?:\\u{1F600}|[\\u{1F600}\\u{1F601}])+$',
    '^(?:(?:a|b)(?:a|b)|(?:a|b))+$',
  ])('L5: %s', (source) => {
    expect(messageOf(source)).toContain('can take forever');
  });

  test.each([
    ['(', 'not a regular expression'],
    ['\\', 'not a regular expression'],
    ['(a)\\1', 'a reference to a group'],
    ['(?<x>a)\\k<x>', 'a reference to a group'],
    ['^(?=.*\\d).*$', 'a look ahead or behind'],
    ['(?<!a)b', 'a look ahead or behind'],
    ['a'.repeat(501), 'longer than 500'],
    ['('.repeat(100) + 'a' + ')'.repeat(100), 'groups within groups'],
  ])('L5: %s is refused with a reason', (source, reason) => {
    expect(messageOf(source)).toContain(reason);
  });
});

describe('whatever the expression', () => {
  const atom = fc.constantFrom('a', 'b', '[ab]', '[^a]', '.', '\\w', '-', 'c');
  const quantifier = fc.constantFrom('', '', '', '*', '+', '?', '{2}', '{1,3}', '{2,}', '*?');
  const source = fc.letrec<{ readonly expression: string; readonly part: string }>((tie) => ({
    part: fc.oneof(
      { depthSize: 'small' },
      fc.tuple(atom, quantifier).map(([one, times]) => one + times),
      fc.tuple(tie('expression'), quantifier).map(([inner, times]) => `(?:${inner})${times}`),
      fc.tuple(tie('part'), tie('part')).map(([one, other]) => `${one}|${other}`),
    ),
    expression: fc.array(tie('part'), { minLength: 1, maxLength: 4 }).map((parts) => parts.join('')),
  })).expression;

  test('L5: one that is used says what the engine says', () => {
    fc.assert(
      fc.property(
        source,
        fc.string({ unit: fc.constantFrom('a', 'b', 'c', '-', 'ä'), maxLength: 20 }),
        (written, text) => {
          const bounded = boundedPattern(written);
          fc.pre('test' in bounded);
          expect(bounded.test(text)).toBe(new RegExp(written, 'u').test(text));
        },
      ),
    );
  });

  test('L5: one that is used does not go on for ever, on texts that make others do so', () => {
    fc.assert(
      fc.property(source, fc.constantFrom('a', 'b', 'ab', 'a-', 'aab', '-'), (written, unit) => {
        const bounded = boundedPattern(`^(?:${written})!$`);
        fc.pre('test' in bounded);
        // An exponential expression wouldn't finish within the time of a test.
        const text = unit.repeat(Math.floor(Math.min(bounded.longest, 3000) / unit.length));
        expect(bounded.test(text)).toBe(false);
      }),
      { numRuns: 300 },
    );
  });
});
