/** A file, and the result that every reader must produce. */
export interface CsvCase {
  readonly what: string;
  readonly text: string;
  readonly delimiter: string;
  readonly records: readonly (readonly string[])[];
}

const plain = [
  ['a', 'b'],
  ['1', '2'],
];

/** Files as people and programs write them, and some hostile ones. Every reader is tested with them. */
export const csvCases: readonly CsvCase[] = [
  { what: 'cells and lines', text: 'a,b\n1,2\n', delimiter: ',', records: plain },
  { what: 'no last line ending', text: 'a,b\n1,2', delimiter: ',', records: plain },
  { what: 'line endings of Windows', text: 'a,b\r\n1,2\r\n', delimiter: ',', records: plain },
  { what: 'line endings of old Macs', text: 'a,b\r1,2', delimiter: ',', records: plain },
  { what: 'a byte order mark', text: '\uFEFFa,b\n1,2', delimiter: ',', records: plain },
  { what: 'blank lines', text: '\n\na,b\r\n\r\n1,2\n\n', delimiter: ',', records: plain },
  {
    what: 'a delimiter and a line break in quotes',
    text: '"a,\nb",c\n1,2',
    delimiter: ',',
    records: [
      ['a,\nb', 'c'],
      ['1', '2'],
    ],
  },
  {
    what: 'doubled quotes',
    text: '"say ""hi""",b\n"""",2',
    delimiter: ',',
    records: [
      ['say "hi"', 'b'],
      ['"', '2'],
    ],
  },
  {
    what: 'empty cells, also the last',
    text: 'a,b,\n,,',
    delimiter: ',',
    records: [
      ['a', 'b', ''],
      ['', '', ''],
    ],
  },
  { what: 'one empty cell in quotes', text: '""', delimiter: ',', records: [['']] },
  { what: 'rows of one empty cell', text: 'a\n""\n""', delimiter: ',', records: [['a'], [''], ['']] },
  {
    what: 'rows of different lengths',
    text: 'a,b\n1\n1,2,3',
    delimiter: ',',
    records: [['a', 'b'], ['1'], ['1', '2', '3']],
  },
  { what: 'a quote within a cell', text: '5" disk,x', delimiter: ',', records: [['5" disk', 'x']] },
  { what: 'text after a closing quote', text: '"a"b,c', delimiter: ',', records: [['ab', 'c']] },
  { what: 'quotes after a closing quote', text: '"a"x"y,c', delimiter: ',', records: [['ax"y', 'c']] },
  { what: 'a space before a quote', text: ' "a",b', delimiter: ',', records: [[' "a"', 'b']] },
  { what: 'a quote that is never closed', text: 'a,"b\nc,d', delimiter: ',', records: [['a', 'b\nc,d']] },
  {
    what: 'a doubled quote in one that is never closed',
    text: 'a,"b""c',
    delimiter: ',',
    records: [['a', 'b"c']],
  },
  { what: 'a lone quote', text: 'a\n"', delimiter: ',', records: [['a'], ['']] },
  {
    what: 'formulas',
    text: '=1+1,@SUM(A1)\n-2,+3',
    delimiter: ',',
    records: [
      ['=1+1', '@SUM(A1)'],
      ['-2', '+3'],
    ],
  },
  {
    what: 'names of objects',
    text: '__proto__,constructor\n1,2',
    delimiter: ',',
    records: [
      ['__proto__', 'constructor'],
      ['1', '2'],
    ],
  },
  {
    what: 'characters beyond 16 bits',
    text: '😀,ä\n\u0000,\u2028',
    delimiter: ',',
    records: [
      ['😀', 'ä'],
      ['\u0000', '\u2028'],
    ],
  },
  {
    what: 'semicolons and decimal commas',
    text: 'name;price\nTea;2,50\nMilk;1,20',
    delimiter: ';',
    records: [
      ['name', 'price'],
      ['Tea', '2,50'],
      ['Milk', '1,20'],
    ],
  },
  {
    what: 'tabs, and commas in texts',
    text: 'a\tb, c\n1\t2, 3',
    delimiter: '\t',
    records: [
      ['a', 'b, c'],
      ['1', '2, 3'],
    ],
  },
  { what: 'bars', text: 'a|b\n1|2', delimiter: '|', records: plain },
  {
    what: 'other delimiters in quotes',
    text: '"a;b",c\n"d;e",f',
    delimiter: ',',
    records: [
      ['a;b', 'c'],
      ['d;e', 'f'],
    ],
  },
  { what: 'one column', text: 'one column\nonly', delimiter: ',', records: [['one column'], ['only']] },
  {
    what: 'delimiters only',
    text: ',,\n,,',
    delimiter: ',',
    records: [
      ['', '', ''],
      ['', '', ''],
    ],
  },
  { what: 'line breaks only', text: '\r\n\n\r', delimiter: ',', records: [] },
  { what: 'nothing', text: '', delimiter: ',', records: [] },
];
