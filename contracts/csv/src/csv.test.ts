import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainDialect, sniffDialect } from './dialect.ts';
import { createCsvParser, parseCsv } from './parse.ts';
import { looksLikeFormula, serializeCsv, withoutFormulas } from './serialize.ts';

const field = fc.oneof(
  fc.string(),
  fc.string({ unit: fc.constantFrom('"', ',', ';', '\n', '\r', '\t', '|', ' ', 'a', '\uFEFF', '😀') }),
);
const records = fc.array(fc.array(field, { minLength: 1, maxLength: 6 }), { maxLength: 12 });
const dialect = fc.record({
  delimiter: fc.constantFrom(',', ';', '\t', '|'),
  newline: fc.constantFrom('\n' as const, '\r\n' as const, '\r' as const),
  quoting: fc.constantFrom('needed' as const, 'all' as const),
  mark: fc.boolean(),
  finalNewline: fc.boolean(),
});

describe('CSV', () => {
  it('reads back what it wrote, in every dialect', () => {
    fc.assert(
      fc.property(records, dialect, (table, how) => {
        expect(parseCsv(serializeCsv(table, how), how.delimiter).records).toEqual(table);
      }),
    );
  });

  it('reads the same from pieces, wherever the text is cut', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('"', ',', '\n', '\r', 'a') }),
        fc.array(fc.nat(20)),
        (text, cuts) => {
          const whole = parseCsv(text, ',');
          const parser = createCsvParser(',');
          let at = 0;
          for (const size of cuts) {
            parser.push(text.slice(at, at + size));
            at += size;
          }
          parser.push(text.slice(at));
          parser.end();
          expect([parser.records, parser.unclosed]).toEqual([whole.records, whole.unclosed]);
        },
      ),
    );
  });

  it.each([
    [
      'a,b\r\n1,2\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a,b\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['a\r1\r2', [['a'], ['1'], ['2']]],
    ['\uFEFFa,b', [['a', 'b']]],
    ['"say ""hi""","two\nlines"', [['say "hi"', 'two\nlines']]],
    [
      'a,,\n,,',
      [
        ['a', '', ''],
        ['', '', ''],
      ],
    ],
    ['a\n\n\nb\n', [['a'], ['b']]],
    ['""', [['']]],
    ['5" disk,x', [['5" disk', 'x']]],
    ['"a"b,c', [['ab', 'c']]],
    ['', []],
  ])('reads %j as the rest of the world does', (text, expected) => {
    expect(parseCsv(text, ',').records).toEqual(expected);
  });

  it('says that a quote was never closed, and keeps what follows', () => {
    const { records: read, unclosed } = parseCsv('a,"b\nc,d', ',');
    expect([read, unclosed]).toEqual([[['a', 'b\nc,d']], true]);
    expect(parseCsv('a,"b"\n', ',').unclosed).toBe(false);
  });

  it('stops at its limits and says so', () => {
    const limits = { records: 2, fields: 2, cells: 100 };
    expect([parseCsv('a\nb\nc', ',', limits).records, parseCsv('a\nb\nc', ',', limits).cut]).toEqual([
      [['a'], ['b']],
      true,
    ]);
    expect(parseCsv('a\nb\n', ',', limits).cut).toBe(false);
    expect([parseCsv('a,b,c', ',', limits).records, parseCsv('a,b,c', ',', limits).cut]).toEqual([
      [['a', 'b']],
      true,
    ]);
    const few = { records: 100, fields: 100, cells: 3 };
    expect([parseCsv('a,b\nc,d', ',', few).records, parseCsv('a,b\nc,d', ',', few).cut]).toEqual([
      [['a', 'b']],
      true,
    ]);
  });

  it.each([
    ['a,b\n1,2', ','],
    ['a;b\n1,5;2', ';'],
    ['a\tb\n1,5\t2', '\t'],
    ['a|b\n1|2', '|'],
    ['"a;b",c\n"1;2",3', ','],
    ['name\nonly one column', ','],
    ['', ','],
  ])('takes the delimiter of %j for %j', (text, delimiter) => {
    expect(sniffDialect(text).delimiter).toBe(delimiter);
  });

  it('keeps the habits of the file it read', () => {
    expect(sniffDialect('\uFEFF"a";"b"\r\n"1";"2"')).toEqual({
      delimiter: ';',
      newline: '\r\n',
      quoting: 'all',
      mark: true,
      finalNewline: true,
    });
    expect(sniffDialect('"a, or b",c\n')).toEqual(plainDialect);
  });

  it('lets no spreadsheet run a copied cell, and leaves numbers alone', () => {
    expect(['=1+1', '+cmd|x', '-2+3', '@SUM(A1)', '\tx'].map(withoutFormulas)).toEqual([
      "'=1+1",
      "'+cmd|x",
      "'-2+3",
      "'@SUM(A1)",
      "'\tx",
    ]);
    expect(['-5', '+49.5', '-3,5%', 'a=b', ''].filter(looksLikeFormula)).toEqual([]);
  });
});
