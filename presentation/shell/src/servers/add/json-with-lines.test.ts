import { assert, constantFrom, jsonValue, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonProblem, parseJson } from './json-with-lines.ts';

describe('JSON as people write it', () => {
  it('reads what JSON.parse reads', () => {
    assert(
      property(jsonValue(), (value) => {
        const text = JSON.stringify(value, null, 2);
        // Zero has two signs, and only one of them is written.
        expect(parseJson(text).value).toEqual(JSON.parse(text));
      }),
    );
  });

  it('reads comments, trailing commas and a byte order mark', () => {
    const text = '\uFEFF// first\n{ "a": [1, 2,], /* a // b */ "b": "// no comment", }';
    expect(parseJson(text).value).toEqual({ a: [1, 2], b: '// no comment' });
  });

  it('passes over spaces that JSON does not know, as pages have them', () => {
    expect(parseJson('{\u00A0"a":\u00A0[\u00A01,\r\n2 ]}\u00A0').value).toEqual({ a: [1, 2] });
  });

  it('knows the line of each value, and of the nearest parent of what is not there', () => {
    const file = parseJson('{\n "a": {\n\n  "b": [\n 1,\n 2 ]\n }\n}');
    expect([[], ['a'], ['a', 'b'], ['a', 'b', 1], ['a', 'b', 7], ['x']].map(file.lineOf)).toEqual([
      1, 2, 4, 6, 4, 1,
    ]);
  });

  it.each([
    ['{\n "a": 1\n "b": 2\n}', 3, 'a "," or "}" is expected.'],
    ['{\n "a" 1 }', 2, 'a ":" is expected after "a".'],
    ['[\n1\n2]', 3, 'a "," or "]" is expected.'],
    ["{ 'a': 1 }", 1, 'a name in double quotes, or "}", is expected.'],
    ['{ "a": yes }', 1, '"yes" isn’t a value. Put text in double quotes.'],
    ['{ "a": "b }\n', 1, 'this string has no closing quote.'],
    [
      '{ "a": "C:\\dir" }',
      1,
      'the text "C:\\dir" has an escape that JSON does not know. A backslash is written "\\\\".',
    ],
    ['{ "a": 1', 1, 'a "," or "}" is expected.'],
    ['', 1, 'unexpected end.'],
    ['{}\n{}', 2, 'unexpected text after the end of the document.'],
    ['{ "a": 1,\n "a": 2 }', 2, '"a" is there twice.'],
    ['{ "__proto__": 1,\n "__proto__": 2 }', 2, '"__proto__" is there twice.'],
    ['{', 1, 'a "," or "}" is expected.'],
    ['{ , }', 1, 'a name in double quotes, or "}", is expected.'],
    ['[1, , 2]', 1, 'a value is expected.'],
    ['{ "a": }', 1, 'a value is expected.'],
    ['{ "a": - }', 1, '"-" isn’t a value. Put text in double quotes.'],
    ['{}\n/* no end', 2, 'a comment has no end.'],
    ['{ "a": "b\tc" }', 1, 'the text "b\tc" has a control character. Write it as an escape.'],
  ])('says what is wrong with %j and on which line', (text, line, problem) => {
    expect(() => parseJson(text)).toThrow(new JsonProblem(line, problem));
  });

  it('takes __proto__ for a key and nothing else', () => {
    const value = parseJson('{ "__proto__": { "polluted": 1 } }').value as Record<string, unknown>;
    expect(Object.keys(value)).toEqual(['__proto__']);
    expect(value['polluted']).toBeUndefined();
  });

  it('refuses what is nested without end', () => {
    expect(() => parseJson('['.repeat(5000))).toThrow('too deeply nested');
  });

  it('ends with a JsonProblem or a value, whatever is written', () => {
    const signs = ['{', '}', '[', ']', ':', ',', '"', '\\', '/', '*', ' ', '\n', 'a', '1', '-'];
    assert(
      property(string({ unit: constantFrom(...signs) }), (text) => {
        expect(endOf(text)).toBe('as promised');
      }),
    );
  });
});

function endOf(text: string): unknown {
  try {
    parseJson(text);
    return 'as promised';
  } catch (error) {
    return error instanceof JsonProblem ? 'as promised' : error;
  }
}
