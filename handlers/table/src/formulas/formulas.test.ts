import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyOperations } from '../operations.ts';
import { readTable, type Table } from '../table.ts';
import { Calculation } from './calculation.ts';
import { functionNames } from './functions/catalog.ts';
import { matches } from './functions/criteria.ts';
import { movedFormula, withMovedReferences } from './shift.ts';
import { isFormula, parseFormula } from './syntax.ts';
import { Failure } from './value.ts';

const noon = Date.UTC(2026, 0, 31, 12);
const options = { decimal: '.', now: () => noon } as const;

function calculated(text: string): readonly (readonly string[])[] {
  return new Calculation(readTable(text).table, options).values.rows;
}

/** The result of one formula beside some data: A2:A5 are 1, 2, x and empty; B2:B5 are dates, text and 10%. */
function result(formula: string): string {
  const rows = [
    ['1', '2026-01-01', ''],
    ['2', '2026-02-01', ''],
    ['x', 'apple', ''],
    ['', '10%', ''],
  ];
  const cells: Table = {
    columns: ['N', 'M', 'F'],
    rows: rows.map((row, at) => (at === 0 ? row.with(2, formula) : row)),
  };
  return new Calculation(cells, options).values.rows[0]?.[2] ?? '';
}

describe('formulas', () => {
  it.each([
    ['=1+2*3', '7'],
    ['=(1+2)*3', '9'],
    ['=-2^2', '4'],
    ['=2^3^2', '64'],
    ['=10%', '0.1'],
    ['=0.1+0.2', '0.3'],
    ['="a"&1&TRUE', 'a1TRUE'],
    ['="A"="a"', 'TRUE'],
    ['=1<2', 'TRUE'],
    ['=A2+A3', '3'],
    ['=$A$2+a3', '3'],
    ['=SUM(A2:A5)', '3'],
    ['=SUM(A:A,10)', '13'],
    ['=SUM(A2:A3;4)', '7'],
    ['=AVERAGE(A2:A5)', '1.5'],
    ['=COUNT(A2:A5)&" "&COUNTA(A2:A5)&" "&COUNTBLANK(A2:A5)', '2 3 1'],
    ['=IF(A2>1,"big","small")', 'small'],
    ['=IF(A3>1,"big")', 'big'],
    ['=IFERROR(1/0,"none")', 'none'],
    ['=IFERROR(A4+1,0)', '0'],
    ['=IFS(A2>5,"a",TRUE,"b")', 'b'],
    ['=AND(A2=1,A3=2)', 'TRUE'],
    ['=SUMIF(A2:A5,">1")', '2'],
    ['=COUNTIF(B2:B5,"app*")', '1'],
    ['=SUMIFS(A2:A5,B2:B5,"<>apple",A2:A5,">=2")', '2'],
    ['=B3-B2', '31'],
    ['=B2+7', '2026-01-08'],
    ['=B5*200', '20'],
    ['=EDATE(DATE(2026,1,31),1)', '2026-02-28'],
    ['=YEAR(TODAY())', '2026'],
    ['=MAX(B2:B4)', '2026-02-01'],
    ['=TEXT(1234.5,"#,##0.00")&TEXT(0.256,"0%")&TEXT(B2,"dd.mm.yyyy")', '1,234.5026%01.01.2026'],
    ['=LEFT("héllo",2)&RIGHT("héllo",2)&MID("a😀b",2,1)&LEN("😀")', 'hélo😀1'],
    ['=TRIM("  a   b ")&PROPER("ada LOVE")&UPPER("x")', 'a bAda LoveX'],
    ['=SUBSTITUTE("a-b-c","-","+",2)', 'a-b+c'],
    ['=TEXTJOIN(", ",TRUE,A2:A5)', '1, 2, x'],
    ['=ROUND(1.005,2)&" "&ROUNDUP(-1.2)&" "&INT(-1.5)&" "&MOD(-3,5)', '1.01 -2 -2 2'],
    ['=VLOOKUP(2,A2:B5,2)', '2026-02-01'],
    ['=XLOOKUP("x",A2:A5,B2:B5)', 'apple'],
    ['=XLOOKUP("y",A2:A5,B2:B5,"none")', 'none'],
    ['=INDEX(B2:B5,MATCH("x",A2:A5,0))', 'apple'],
    ['=MEDIAN(1,2,10)&" "&LARGE(A2:A5,1)', '2 2'],
    ['=ROUND(STDEV(2,4,4,4,5,5,7,9),3)', '2.138'],
    ['=ROUND(PMT(0.05/12,360,200000),2)', '-1073.64'],
    ['=ROUND(CORREL(A2:A3,A2:A3),6)', '1'],
    ['=A1', 'N'],
    ['=Z99', ''],
    ['=1/0', '#DIV/0!'],
    ['=A4+1', '#VALUE!'],
    ['=SUMM(1)', '#NAME?'],
    ['=apple', '#NAME?'],
    ['=#REF!+1', '#REF!'],
    ['=SUM(1', '#ERROR!'],
    ['=1+', '#ERROR!'],
    ['=C2', '#CYCLE!'],
    ['=SUM(A:C)', '#CYCLE!'],
    ['=A2:A3+1', '#VALUE!'],
    ['=SQRT(-1)', '#NUM!'],
    ['=VLOOKUP("nope",A2:B5,2)', '#N/A'],
    ['=IF()', '#VALUE!'],
  ])('%s is %s', (formula, expected) => {
    expect(result(formula)).toBe(expected);
  });

  it('explains each error in a sentence', () => {
    const table = readTable('a,b\n=1/0,=SUM(1\n=foo(),=A9:A12+1\n').table;
    const calculation = new Calculation(table, options);
    const why = (row: number, column: number) => calculation.failureAt(row, column)?.why;
    expect([why(0, 0), why(0, 1), why(1, 0), why(1, 1)]).toEqual([
      "Numbers can't be divided by zero or by an empty cell.",
      'The formula ends too soon.',
      'There is no function FOO.',
      'A single cell is needed here, not a range.',
    ]);
  });

  it('takes only what begins with one equals sign for a formula', () => {
    expect(
      ['=1', '= A1', '=', '==', '== Part ==', '=  ', "'=1", '-1', '+1', '@x', ' =1'].filter(isFormula),
    ).toEqual(['=1', '= A1']);
  });

  it('counts rows as other spreadsheets do, with the header as row 1', () => {
    expect(calculated('Item,Price\na,1\nb,2\nTotal,=SUM(B2:B3)\n')[2]).toEqual(['Total', '3']);
  });

  it('writes results with the decimal mark of the file', () => {
    const { table } = readTable('a;b\n1,5;=A2*2,5\n');
    const comma = new Calculation(table, { ...options, decimal: ',' });
    expect(comma.values.rows[0]?.[1]).toBe('#ERROR!');
    const point = new Calculation(readTable('a;b\n1,5;=A2*2.5\n').table, { ...options, decimal: ',' });
    expect(point.values.rows[0]?.[1]).toBe('3,75');
  });
});

describe('recalculating', () => {
  it('goes along long chains, and only where something changed', () => {
    let clock = 0;
    const rows = Array.from({ length: 5000 }, (_, at) => [
      at === 0 ? '1' : `=A${at + 1}+1`,
      at === 0 ? '=NOW()' : '',
    ]);
    let table: Table = { columns: ['a', 'b'], rows };
    const calculation = new Calculation(table, { decimal: '.', now: () => (clock += 60_000) });
    expect(calculation.values.rows.at(-1)?.[0]).toBe('5000');
    const before = calculation.values.rows[0]?.[1];
    table = applyOperations(table, [{ kind: 'setCells', cells: [[0, 0, '11']] }]).table;
    expect([...calculation.change(table, [[0, 0]])]).toEqual([0]);
    expect([calculation.values.rows.at(-1)?.[0], calculation.values.rows[0]?.[1]]).toEqual(['5010', before]);
  });

  it('is the same as calculating anew, whatever is changed', () => {
    const cell = fc.oneof(
      fc.integer({ min: -9, max: 9 }).map(String),
      fc.constantFrom(
        '',
        'x',
        '2026-01-01',
        '=A2',
        '=B3+1',
        '=SUM(A2:C3)',
        '=A:A',
        '=SUM(A2:B2)*C4',
        '=IF(B2>0,A3,C2)',
        '=1/A4',
        '=COUNT(A:B)',
      ),
    );
    const row = fc.tuple(cell, cell, cell);
    const edit = fc.tuple(fc.nat(3), fc.nat(2), cell);
    fc.assert(
      fc.property(
        fc.array(row, { minLength: 4, maxLength: 4 }),
        fc.array(edit, { maxLength: 8 }),
        (rows, edits) => {
          let table: Table = { columns: ['a', 'b', 'c'], rows };
          const calculation = new Calculation(table, options);
          for (const change of edits) {
            table = applyOperations(table, [{ kind: 'setCells', cells: [change] }]).table;
            calculation.change(table, [change]);
          }
          const anew = new Calculation(table, options);
          expect(calculation.values.rows).toEqual(anew.values.rows);
          expect(calculation.failures.size).toBe(anew.failures.size);
        },
      ),
    );
  });

  it('leaves rows without formulas as they are', () => {
    const { table } = readTable('a,b\n1,2\n3,=A2\n');
    expect(new Calculation(table, options).values.rows[0]).toBe(table.rows[0]);
  });
});

describe('references', () => {
  const cellsOf = (
    text: string,
    ...operations: Parameters<typeof withMovedReferences>[1]
  ): readonly string[] => {
    const { table } = readTable(text);
    return applyOperations(table, withMovedReferences(table, operations)).table.rows.map((row) =>
      row.join(' | '),
    );
  };
  const sums = 'a,b\n1,\n2,=A2+$A$3\n3,=SUM(A2:A4)\n';

  it('follow rows that come and go', () => {
    expect(cellsOf(sums, { kind: 'insertRows', rows: [[1, ['9', '']]] })).toEqual([
      '1 | ',
      '9 | ',
      '2 | =A2+$A$4',
      '3 | =SUM(A2:A5)',
    ]);
    expect(cellsOf(sums, { kind: 'removeRows', at: [0] })).toEqual(['2 | =#REF!+$A$2', '3 | =SUM(A2:A3)']);
  });

  it('follow columns', () => {
    expect(cellsOf(sums, { kind: 'insertColumn', at: 0, title: 'new' })[2]).toBe(' | 3 | =SUM(B2:B4)');
    expect(cellsOf(sums, { kind: 'removeColumn', at: 0 })).toEqual(['', '=#REF!+#REF!', '=SUM(#REF!)']);
    expect(cellsOf('a,b\n1,=SUM(A:A)\n', { kind: 'insertColumn', at: 0, title: '' })).toEqual([
      ' | 1 | =SUM(B:B)',
    ]);
  });

  it('come back with Undo', () => {
    const { table } = readTable(sums);
    const { table: changed, inverse } = applyOperations(
      table,
      withMovedReferences(table, [{ kind: 'removeRows', at: [0, 1] }]),
    );
    expect(applyOperations(changed, inverse).table).toEqual(table);
  });

  it('move with a copy, except where they are fixed', () => {
    expect(movedFormula('=A2+$A2+A$2+$A$2+SUM(B2:B3)+"A2"', 1, 2)).toBe('=C3+$A3+C$2+$A$2+SUM(D3:D4)+"A2"');
    expect(movedFormula('=A2', -5, 0)).toBe('=#REF!');
    expect(movedFormula('=LOG10(A2)', 1, 0)).toBe('=LOG10(A3)');
  });
});

describe('hostile formulas', () => {
  it('are read or refused, whatever they are', () => {
    const piece = fc.constantFrom(
      '(',
      ')',
      '"',
      '-',
      '%',
      '^',
      'A1',
      'A1:B2',
      'A:A',
      'SUM(',
      ',',
      '1e9',
      '#REF!',
      '=',
      ' ',
      '😀',
      '$',
      ':',
      '.',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), fc.string(), (pieces, text) => {
        for (const formula of [`=${pieces.join('')}`, `=${text}`]) {
          expect(parseFormula(formula)).toBeDefined();
          expect(typeof result(formula)).toBe('string');
        }
      }),
    );
  });

  it('answers for every function and any arguments', () => {
    const given = fc.constantFrom(
      '',
      '1',
      '-1',
      '1e308',
      '"x"',
      '""',
      'A2',
      'A2:B5',
      'Z:Z',
      'TRUE',
      '1/0',
      'B2',
      '1e-300',
    );
    fc.assert(
      fc.property(fc.constantFrom(...functionNames), fc.array(given, { maxLength: 5 }), (name, args) => {
        expect(typeof result(`=${name}(${args.join(',')})`)).toBe('string');
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ['nesting', `=${'('.repeat(4000)}1${')'.repeat(4000)}`, '#ERROR!'],
    ['signs', `=${'-'.repeat(4000)}1`, '#ERROR!'],
    ['length', `=${'1+'.repeat(5000)}1`, '#ERROR!'],
    ['parts', `=${'1+'.repeat(2000)}1`, '#ERROR!'],
    ['repetition', '=REPT("x",1e9)', '#VALUE!'],
    ['growth', '=REPT(REPT("x",30000),30000)', '#VALUE!'],
    ['powers', '=10^1000', '#NUM!'],
    ['prototypes', '=CONSTRUCTOR(1)', '#NAME?'],
    ['names', '=__PROTO__', '#NAME?'],
    ['network', '=WEBSERVICE("http://example.com")', '#NAME?'],
    ['commands', "=cmd|' /C calc'!A0", '#ERROR!'],
  ])('is bounded in %s', (_, formula, expected) => {
    expect(result(formula)).toBe(expected);
  });

  it('gives up over too much work, and says so in each cell that is left', () => {
    const rows = Array.from({ length: 300 }, () => ['1', '=SUM(A:A)', '=SUM(B:B)']);
    const { values, failures: why } = new Calculation(
      { columns: ['a', 'b', 'c'], rows },
      { ...options, budget: 20_000 },
    );
    expect(values.rows.at(-1)).toEqual(['1', '#LIMIT!', '#LIMIT!']);
    expect([...why.values()].every((failure) => failure instanceof Failure)).toBe(true);
  });

  it('counts long texts as much work', () => {
    const rows = Array.from({ length: 2000 }, () => ['=LEN(SUBSTITUTE(REPT("ab",16000),"a","c"))']);
    const { values } = new Calculation({ columns: ['a'], rows }, { ...options, budget: 1_000_000 });
    expect([values.rows[0]?.[0], values.rows.at(-1)?.[0]]).toEqual(['32000', '#LIMIT!']);
  });

  it('matches patterns as a list of pieces would', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 8 });
    const pattern = fc.string({ unit: fc.constantFrom('a', 'b', '*', '?'), maxLength: 6 });
    fc.assert(
      fc.property(letters, pattern, (text, wanted) => {
        const same = new RegExp(`^${wanted.replaceAll('*', '.*').replaceAll('?', '.')}$`);
        expect(matches(text, wanted)).toBe(same.test(text));
      }),
    );
  });
});
