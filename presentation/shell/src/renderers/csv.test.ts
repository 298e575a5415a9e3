import { csvCases } from '@loggia/csv/cases';
import { describe, expect, test } from 'vitest';
import { parseCsv } from './csv.ts';

const rowsOf = (text: string) => parseCsv(text).rows;

describe('J2: a table of separated values', () => {
  test.each([
    [
      'cells and lines',
      'a,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'lines that end as on Windows',
      'a,b\r\n1,2\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'lines that end as they once did on a Mac',
      'a,b\r1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a mark of the byte order',
      '\uFEFFa,b\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'quotes around delimiters and line breaks',
      '"a,\nb",c\n1,2',
      [
        ['a,\nb', 'c'],
        ['1', '2'],
      ],
    ],
    [
      'doubled quotes',
      '"say ""hi""",b\n"""",2',
      [
        ['say "hi"', 'b'],
        ['"', '2'],
      ],
    ],
    [
      'empty cells, also the last',
      'a,b,\n,,',
      [
        ['a', 'b', ''],
        ['', '', ''],
      ],
    ],
    [
      'empty quoted cells',
      '"",b\n"",""',
      [
        ['', 'b'],
        ['', ''],
      ],
    ],
    [
      'no row for an empty line',
      'a,b\n\n1,2\n\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['text after a closing quote', '"a"x,b', [['ax', 'b']]],
    ['a quote that is never closed', 'a,"b\nc', [['a', 'b\nc']]],
    ['a doubled quote in one that is never closed', 'a,"b""c', [['a', 'b"c']]],
    ['a quote in the middle of a cell', 'a"b,c', [['a"b', 'c']]],
    ['nothing', '', []],
  ])('reads %s', (_, text, expected) => {
    expect(rowsOf(text)).toEqual(expected);
  });

  test.each(csvCases)('as every reader does: $what', ({ text, delimiter, records }) => {
    expect(parseCsv(text)).toMatchObject({ delimiter, rows: records, isCut: false });
  });

  test('rows may differ in length; the widest counts', () => {
    expect(parseCsv('a,b\n1\n1,2,3').width).toBe(3);
  });

  test.each([
    [';', 'name;price\nTea;2,50\nMilk;1,20'],
    ['\t', 'a\tb, c\n1\t2, 3'],
    ['|', 'a|b\n1|2'],
    [',', '"a;b",c\n"d;e",f'],
    [',', 'one column\nonly'],
    [',', ''],
  ])('finds the delimiter %j', (delimiter, text) => {
    expect(parseCsv(text).delimiter).toBe(delimiter);
  });

  test('formulas stay text', () => {
    expect(rowsOf('=1+1,@SUM(A1)\n"=HYPERLINK(""http://x"")",-2')).toEqual([
      ['=1+1', '@SUM(A1)'],
      ['=HYPERLINK("http://x")', '-2'],
    ]);
  });

  test('stops at its limits and says so', () => {
    expect(parseCsv('a\nb\nc\n', { rows: 2, cells: 100 }, ',')).toEqual({
      delimiter: ',',
      rows: [['a'], ['b']],
      width: 1,
      isCut: true,
    });
    const wide = parseCsv('x,'.repeat(50), { rows: 10, cells: 8 }, ',');
    expect([wide.rows[0]?.length, wide.isCut]).toEqual([8, true]);
  });
});
