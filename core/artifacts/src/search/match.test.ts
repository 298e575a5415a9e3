import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { matchOf } from './match.ts';

describe('matchOf', () => {
  test.each([
    ['plan', '"plan"'],
    ['  project   plan ', '"project" AND "plan"'],
    ['"project plan" 2026', '"project plan" AND "2026"'],
    ['proj*', '"proj*"*'],
    ['"project pl"*', '"project pl"*'],
    ['plan -draft', '("plan") NOT ("draft")'],
    ['a b -c -"d e"', '("a" AND "b") NOT ("c" OR "d e")'],
    ['"being typed', '"being typed"'],
    ['NEAR(a b) OR title:x', '"NEAR(a" AND "b)" AND "OR" AND "title:x"'],
    ['well-known', '"well-known"'],
    ['plan !!! "" -', '"plan"'],
    ['日本', '"日本"'],
  ])('F6 %j becomes %j', (query, match) => {
    expect(matchOf(query)).toBe(match);
  });

  test.each(['', '   ', '!!!', '""', '-', '*', '"***"'])('L5: %j has nothing to search for', (query) => {
    expect(() => matchOf(query)).toThrow('"query" has no letters or digits to search for. Type a word.');
  });

  test('L5: a query that only excludes says what is missing', () => {
    expect(() => matchOf('-draft')).toThrow('only has excluded words');
  });

  test('L5: a query of too many words is refused', () => {
    expect(() => matchOf('a '.repeat(51))).toThrow('more than 50 words');
    expect(matchOf('a '.repeat(50))).toContain('AND');
  });

  test('F6: outside of quotes nothing of the user is left', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const outside = matchOf(`word ${text}`).replaceAll(/"(?:[^"]|"")*"/g, 'q');
        expect(outside).toMatch(/^\(?q\*?(?: AND q\*?)*\)?(?: NOT \(q\*?(?: OR q\*?)*\))?$/);
      }),
    );
  });
});
