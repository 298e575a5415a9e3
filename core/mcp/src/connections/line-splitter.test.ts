import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LineSplitter } from './line-splitter.ts';

function split(
  text: string,
  chunks: readonly number[],
  limit: number,
): { lines: string[]; tooLong: string[] } {
  const lines: string[] = [];
  const tooLong: string[] = [];
  const splitter = new LineSplitter(limit, {
    line: (line) => lines.push(line.toString('utf8')),
    tooLong: (start) => tooLong.push(start.toString('utf8')),
  });
  const bytes = Buffer.from(text);
  let at = 0;
  for (const size of chunks) {
    splitter.push(bytes.subarray(at, at + size));
    at += size;
  }
  splitter.push(bytes.subarray(at));
  splitter.end();
  return { lines, tooLong };
}

describe('lines', () => {
  it('B5: are the same, however the bytes arrive', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' })), fc.array(fc.nat(7)), (parts, chunks) => {
        const lines = parts.map((part) => part.replaceAll('\n', ' ').replace(/\r+$/, ''));
        expect(split(lines.map((line) => `${line}\r\n`).join(''), chunks, 10_000).lines).toEqual(lines);
      }),
    );
  });

  it('L5: one that is too long is passed over, with its start told, and the next is heard', () => {
    expect(split('abcdefgh\nok\n', [3, 3], 4)).toEqual({ lines: ['ok'], tooLong: ['abcd'] });
    expect(split('abcd\nrest', [], 4)).toEqual({ lines: ['abcd', 'rest'], tooLong: [] });
  });
});
