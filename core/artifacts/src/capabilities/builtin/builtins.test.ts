import { csvCases } from '@loggia/csv/cases';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvText } from './csv-text.ts';
import { decodeText } from './decode.ts';
import { jsonText } from './json-text.ts';
import { markdownText } from './markdown-text.ts';

const bytes = (...units: number[]): Uint8Array => Uint8Array.from(units);

describe('text from bytes', () => {
  it('H3: reads UTF-8 and UTF-16, with and without a mark of their order', () => {
    const text = 'Grüße, 世界 🎈';
    expect(decodeText(Buffer.from(text))).toBe(text);
    expect(decodeText(Buffer.from(`\uFEFF${text}`))).toBe(text);
    expect(decodeText(Buffer.from(`\uFEFF${text}`, 'utf16le'))).toBe(text);
    expect(decodeText(Buffer.from(`\uFEFF${text}`, 'utf16le').swap16())).toBe(text);
  });

  it('H3: finds no text in what is none', () => {
    expect(decodeText(bytes(0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13))).toBe('');
  });

  it('H3: leaves a character out that was cut off at the end', () => {
    expect(decodeText(Buffer.from('aü').subarray(0, 2))).toBe('a');
  });

  it('L5: never fails, whatever the bytes are', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (any) => {
        expect(decodeText(any)).toBeTypeOf('string');
      }),
    );
  });
});

describe('text in JSON', () => {
  it('H3: has its texts and numbers, in order, and no names of members', () => {
    expect(jsonText('{"a":["one",{"b":2,"c":null}],"d":true,"e":"three"}', 1000)).toBe('one\n2\nthree');
  });

  it('H3: takes what is no JSON as it is', () => {
    expect(jsonText('{"a": oops', 1000)).toBe('{"a": oops');
  });

  it('L5: survives what is nested deeply and what is long', () => {
    const deep = `${'['.repeat(200_000)}"in"${']'.repeat(200_000)}`;
    expect(jsonText(deep, 1000)).toBe('in');
    expect(jsonText(JSON.stringify(Array(10_000).fill('word')), 103)).toHaveLength(103);
  });
});

describe('text in tables', () => {
  it.each([
    ['with commas', 'a,b\n"c, d","say ""hi"""\n', 'a b\nc, d say "hi"\n'],
    ['with semicolons', 'a;b\n1,5;2', 'a b\n1,5 2'],
    ['with tabs', 'a\tb', 'a b'],
    ['with a line break in a cell', '"a\nb",c', 'a\nb c'],
    ['with a quote that is not closed', '"a,b', 'a,b'],
    ['that are empty', '', ''],
  ])('H3: %s', (_name, source, text) => {
    expect(csvText(source)).toBe(text);
  });

  it.each(csvCases)('H3: as every reader finds them: $what', ({ text, records }) => {
    const lines = records.map((cells) => cells.join(' ')).join('\n');
    expect(csvText(text).trimEnd()).toBe(lines.trimEnd());
  });

  it('H3: loses no word', () => {
    const word = fc.stringMatching(/^[a-z]{1,8}$/);
    fc.assert(
      fc.property(fc.array(fc.array(word, { minLength: 1, maxLength: 5 }), { maxLength: 8 }), (rows) => {
        const text = csvText(rows.map((cells) => cells.map((cell) => `"${cell}"`).join(',')).join('\n'));
        expect(text.split(/\s+/).filter(Boolean)).toEqual(rows.flat());
      }),
    );
  });
});

describe('text in Markdown', () => {
  it('H3: reads as a reader does', () => {
    const source = [
      '# A *big* title',
      '',
      'Some **bold**, `code` and a [link](https://example.test "hm") with snake_case and _stress_.',
      '> - [x] done',
      '1. ![a picture](p.png)',
      '',
      '| one | two |',
      '|-----|-----|',
      '| 1   | 2   |',
      '---',
      '<b>html</b> <!-- hidden? -->',
      '```js',
      'const a = `b`;',
      '```',
      'End',
    ].join('\n');
    expect(
      markdownText(source)
        .split('\n')
        .map((line) => line.trim().replaceAll(/ +/g, ' ')),
    ).toEqual([
      'A big title',
      '',
      'Some bold, code and a link with snake_case and stress.',
      'done',
      'a picture',
      '',
      'one two',
      '1 2',
      'html hidden?',
      'const a = `b`;',
      'End',
    ]);
  });

  it.each(['[', '](', '![', '<', '<!--', '*', '_', '|', '> ', '- ', '`', ' ', '[a](', '[a][', '_a', '\n#'])(
    'L5: half a megabyte of %j is no trouble',
    (piece) => {
      const source = piece.repeat(500_000 / piece.length);
      expect(markdownText(source).length).toBeLessThanOrEqual(source.length);
    },
  );
});
