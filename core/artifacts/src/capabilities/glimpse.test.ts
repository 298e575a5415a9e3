import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvGlimpse } from './builtin/csv-glimpse.ts';
import { jsonGlimpse } from './builtin/json-glimpse.ts';
import { boundedGlimpse, glimpseLimits } from './glimpse.ts';

describe('a glimpse for a card', () => {
  it('H3: has the titles of a table and its first rows', () => {
    const rows = Array.from({ length: 50 }, (_, at) => `Row ${at},${at},"a\tb\nc",d,e,f,g`);
    const lines = csvGlimpse(`Name,Count,Text,D,E,F,G\n${rows.join('\n')}`).split('\n');
    expect(lines).toHaveLength(1 + glimpseLimits.rows);
    expect(lines.slice(0, 2)).toEqual(['Name\tCount\tText\tD\tE', 'Row 0\t0\ta b c\td\te']);
  });

  it('H3: has names and values of an object, without titles', () => {
    expect(
      jsonGlimpse('{"name":"Aqueduct","arches":12,"parts":[1,2],"at":{"x":1},"open":true,"gone":null}'),
    ).toBe('\nname\tAqueduct\narches\t12\nparts\t2 items\nat\t1 field\nopen\ttrue\ngone\tnull');
  });

  it('H3: shows a list of objects as a table, and another list as it is', () => {
    expect(jsonGlimpse('[{"a":1,"b":"x"},{"a":2,"c":[]},3]')).toBe('a\tb\tc\n1\tx\t\n2\t\t0 items\n3');
    expect(jsonGlimpse('["one",2]')).toBe('\none\n2');
  });

  it('H3: has nothing of what is empty, no JSON, or a single value', () => {
    expect(['{}', '[]', '{"a": oops', '"text"', '12'].map(jsonGlimpse)).toEqual(['', '', '', '', '']);
    expect([csvGlimpse(''), csvGlimpse('\n\n')]).toEqual(['', '']);
  });

  it('L5: is small and clean, whatever somebody wrote', () => {
    const unit = fc.constantFrom('\t', '\n', '\u0000', '\u0085', '\uD800', '😀', ' ', 'a', 'bcdefghijk');
    fc.assert(
      fc.property(fc.string({ unit }), (text) => {
        const glimpse = boundedGlimpse(text.repeat(5)) ?? '';
        const lines = glimpse.split('\n');
        expect(lines.length).toBeLessThanOrEqual(2 + glimpseLimits.rows);
        expect(/\p{Surrogate}/u.test(glimpse)).toBe(false);
        expect(/(?![\n\t])\p{Cc}/u.test(glimpse)).toBe(false);
        expect(boundedGlimpse(glimpse) ?? '').toBe(glimpse);
      }),
    );
  });
});
