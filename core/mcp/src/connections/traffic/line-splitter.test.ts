import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LineSplitter, type Line } from './line-splitter.ts';

function split(
  text: string,
  chunks: readonly number[],
  limit: number,
): { lines: string[]; tooLong: string[] } {
  const splitter = new LineSplitter(limit);
  const bytes = Buffer.from(text);
  const found: Line[] = [];
  let at = 0;
  for (const size of chunks) {
    found.push(...splitter.split(bytes.subarray(at, at + size)));
    at += size;
  }
  found.push(...splitter.split(bytes.subarray(at)), ...splitter.end());
  const texts = (isCut: boolean) =>
    found.filter((line) => line.isCut === isCut).map((line) => line.bytes.toString('utf8'));
  return { lines: texts(false), tooLong: texts(true) };
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
