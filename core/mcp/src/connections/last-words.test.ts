import { describe, expect, it } from 'vitest';
import { lastWords } from './last-words.ts';

describe('last words', () => {
  it.each([
    [
      ['Starting…', 'Error: listen EADDRINUSE', '    at Server.listen (net.js:1)', '', 'Node.js v20.1.0'],
      'Error: listen EADDRINUSE',
    ],
    [
      ['Traceback (most recent call last):', '  File "x.py"', "ModuleNotFoundError: No module named 'y'"],
      "ModuleNotFoundError: No module named 'y'",
    ],
    [['hello', 'goodbye'], 'goodbye'],
    [[], undefined],
  ])('B5: of %j', (lines, words) => {
    expect(lastWords(lines)).toBe(words);
  });
});
