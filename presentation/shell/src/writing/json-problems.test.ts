import { expect, test } from 'vitest';
import { jsonProblems } from './json-problems.ts';

const found = (text: string) => jsonProblems(text).map(({ line, says }) => `${line}: ${says}`);

test('J10: mistakes in JSON are found at their line', () => {
  expect(found('{}')).toEqual([]);
  expect(found('')).toEqual([]);
  expect(found('{\n  "a": 1\n  "b": 2\n}')).toEqual(['3: Expected a comma.']);
  expect(found('{\n  "a": one\n}')[0]).toBe('2: Unknown word. Put text in double quotes.');
  expect(found('{"a": 1,}')[0]).toBe('1: Expected a name in double quotes.');
  expect(found('// no\n{}')).toEqual(['1: JSON has no comments.']);
  expect(found('{"a": [1, 2')[0]).toBe('1: Expected a comma or a closing ].');
  expect(found('{}\nHello')).not.toEqual([]);
});

test('J10: whatever JSON.parse refuses has a problem, and nothing else', () => {
  for (const text of [
    '1',
    '"a"',
    '[1,2]',
    '{"a":{"b":null}}',
    'tru',
    '{"a" 1}',
    '[1 2]',
    '"\\x"',
    '"open',
    '01',
    "{'a':1}",
  ]) {
    expect([text, jsonProblems(text).length === 0]).toEqual([text, isJson(text)]);
  }
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
