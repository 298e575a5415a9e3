import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeTable, reckon, summarize } from './aggregate.ts';
import { chartData, firstChart, isCounter, scatterData } from './chart-data.ts';
import { bins, chartNumber, scaleOf } from './chart-scale.ts';
import { cellTest, filterRows } from './filter.ts';
import { mergeCells } from './merge.ts';
import { applyOperation } from './operations.ts';
import { nextSort, sortRows, type Reading } from './order.ts';
import { runQuery } from './query.ts';
import { columnLetters, columnTitle, findColumn, readTable, writeTable, type Table } from './table.ts';
import { inferKinds } from './column-kind.ts';
import { numberOf } from './values.ts';

const { table } = readTable(
  'City,Amount,Date\nBerlin,10,2026-01-03\nParis,9,2026-01-01\nberlin,,2026-01-02\nÖrebro,100,\nParis,x,2025-12-31\n',
);
const reading: Reading = { kinds: ['text', 'number', 'date'], decimal: '.' };
const all = [0, 1, 2, 3, 4];

describe('sorting', () => {
  it('orders by value, with empty cells last either way and misfits before them', () => {
    expect(sortRows(table, all, [{ column: 1, descending: false }], reading)).toEqual([1, 0, 3, 4, 2]);
    expect(sortRows(table, all, [{ column: 1, descending: true }], reading)).toEqual([3, 0, 1, 4, 2]);
    expect(sortRows(table, all, [{ column: 2, descending: false }], reading)).toEqual([4, 1, 2, 0, 3]);
  });

  it('goes on with the next column where the first is equal, without regard to case and accents', () => {
    const keys = [
      { column: 0, descending: false },
      { column: 2, descending: true },
    ];
    expect(sortRows(table, all, keys, reading)).toEqual([0, 2, 3, 1, 4]);
  });

  it('is a stable permutation', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('1', '2', '10', '', 'x')), fc.boolean(), (cells, descending) => {
        const some: Table = { columns: ['a'], rows: cells.map((cell) => [cell]) };
        const rows = cells.map((_, at) => at);
        const sorted = sortRows(some, rows, [{ column: 0, descending }], { kinds: ['number'], decimal: '.' });
        expect([...sorted].sort((a, b) => a - b)).toEqual(rows);
        for (const [at, row] of sorted.entries()) {
          const next = sorted[at + 1];
          const equal = next !== undefined && cells[row] === cells[next];
          expect(!equal || row < next).toBe(true);
        }
      }),
    );
  });

  it('turns with each click, alone or beside others', () => {
    const up = nextSort([], 1, 'alone');
    expect(up).toEqual([{ column: 1, descending: false }]);
    const down = nextSort(up, 1, 'alone');
    expect(down).toEqual([{ column: 1, descending: true }]);
    expect(nextSort(down, 1, 'alone')).toEqual([]);
    expect(nextSort(down, 0, 'adding')).toEqual([...down, { column: 0, descending: false }]);
    expect(nextSort(down, 0, 'alone')).toEqual([{ column: 0, descending: false }]);
  });
});

describe('filtering', () => {
  it.each([
    [0, 'berlin', [0, 2]],
    [0, '!berlin', [1, 3, 4]],
    [0, '=par', []],
    [0, '=paris', [1, 4]],
    [0, 'ore', [3]],
    [1, '>9', [0, 3]],
    [1, '>= 9', [0, 1, 3]],
    [1, '9..10', [0, 1]],
    [1, '=10', [0]],
    [1, '=10.0', [0]],
    [1, '=', [2]],
    [1, '!=', [0, 1, 3, 4]],
    [2, '<2026-01-02', [1, 4]],
    [2, '2026-01-01..2026-01-02', [1, 2]],
    [0, '>9', []],
    [0, '  ', all],
  ])('column %d by %j leaves %j', (column, text, expected) => {
    expect(filterRows(table, [{ column, text }], '', reading)).toEqual(expected);
  });

  it('asks all columns for all words, and for every filter at once', () => {
    expect(filterRows(table, [], 'paris 2025', reading)).toEqual([4]);
    expect(
      filterRows(
        table,
        [
          { column: 0, text: 'paris' },
          { column: 1, text: '=9' },
        ],
        '',
        reading,
      ),
    ).toEqual([1]);
    expect(cellTest('', 'text', '.')).toBeUndefined();
  });
});

describe('reckoning', () => {
  it('counts what is filled and reckons with what is a number', () => {
    const summary = summarize(['0.1', '0.2', '', 'x'], (text) => numberOf(text));
    expect(['count', 'sum', 'average', 'min', 'max'].map((how) => reckon(summary, how as 'sum'))).toEqual([
      3, 0.3, 0.15, 0.1, 0.2,
    ]);
    expect(
      reckon(
        summarize([''], () => 1),
        'sum',
      ),
    ).toBeUndefined();
  });

  it('describes a table in words', () => {
    expect(describeTable(table, reading)).toBe(
      [
        '5 rows, 3 columns',
        '- City (text): 4 different, such as "Berlin", "Paris", "berlin"',
        '- Amount (number): 9 to 100, average 39.6666666667, sum 119, 1 of another type, 1 empty',
        '- Date (date): 2025-12-31 to 2026-01-03, 1 empty',
      ].join('\n'),
    );
  });

  it('makes points of groups, in the order of the rows, and says how many it left out', () => {
    expect(chartData(table, [1, 0, 4], { shape: 'bar', label: 0, value: 1, how: 'sum' }, reading)).toEqual({
      categories: ['Paris', 'Berlin'],
      series: [{ name: 'Amount', values: [9, 10] }],
      left: 0,
    });
    const many: Table = { columns: ['n'], rows: Array.from({ length: 100 }, (_, at) => [String(at)]) };
    const { categories, left } = chartData(
      many,
      [...many.rows.keys()],
      { shape: 'bar', label: 0, how: 'count' },
      reading,
    );
    expect([categories.length, left]).toEqual([40, 60]);
    expect([isCounter(many, 0), isCounter(table, 1)]).toEqual([true, false]);
  });

  it('splits into series, gathers small parts, counts classes and pairs columns', () => {
    const sales = readTable('Year,City,Sum\n2025,A,1\n2025,B,2\n2026,A,3\n2026,C,x\n').table;
    const kinds: Reading = { kinds: ['number', 'text', 'number'], decimal: '.' };
    const rows = [0, 1, 2, 3];
    const stacked = { shape: 'stacked', label: 0, value: 2, split: 1, how: 'sum' } as const;
    expect(chartData(sales, rows, stacked, kinds)).toEqual({
      categories: ['2025', '2026'],
      series: [
        { name: 'A', values: [1, 3] },
        { name: 'B', values: [2, undefined] },
        { name: 'C', values: [undefined, undefined] },
      ],
      left: 0,
    });
    const many = readTable(`a,b\n${Array.from({ length: 20 }, (_, at) => `k${at},${at}`).join('\n')}`).table;
    const pie = chartData(
      many,
      [...many.rows.keys()],
      { shape: 'pie', label: 0, value: 1, how: 'sum' },
      { kinds: ['text', 'number'], decimal: '.' },
    );
    expect([
      pie.categories.length,
      pie.categories.at(-1),
      pie.series[0]?.values.reduce((a = 0, b = 0) => a + b, 0),
    ]).toEqual([8, 'Other', 190]);
    const histogram = chartData(
      many,
      [...many.rows.keys()],
      { shape: 'histogram', value: 1, how: 'sum' },
      { kinds: ['text', 'number'], decimal: '.' },
    );
    expect(histogram).toMatchObject({
      categories: ['0 – 5', '5 – 10', '10 – 15', '15 – 20'],
      series: [{ values: [5, 5, 5, 5] }],
    });
    expect(
      scatterData(sales, rows, { shape: 'scatter', label: 0, value: 2, how: 'sum' }, kinds).points,
    ).toEqual([
      { x: 2025, y: 1, name: 'A' },
      { x: 2025, y: 2, name: 'B' },
      { x: 2026, y: 3, name: 'A' },
    ]);
    expect(firstChart(table, reading)).toEqual({ shape: 'bar', label: 0, value: 1, how: 'sum' });
  });

  it('counts every value once, whatever they are', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e12, max: 1e12 }), {
          minLength: 1,
        }),
        (values) => {
          const { edges, counts } = bins(values);
          expect(counts.reduce((sum, count) => sum + count, 0)).toBe(values.length);
          expect(edges.length).toBe(counts.length + 1);
          expect(counts.length).toBeLessThanOrEqual(41);
        },
      ),
    );
    expect(bins([]).counts).toEqual([]);
  });

  it.each([
    [1234567, { kind: 'number' }, 'full', '1,234,567'],
    [1234567, { kind: 'number' }, 'short', '1.2M'],
    [0.12345, { kind: 'number' }, 'full', '0.123'],
    [-1234.5, { kind: 'currency', sign: '€' }, 'full', '-€1,234.50'],
    [25, { kind: 'percent' }, 'full', '25%'],
    [Date.UTC(2026, 0, 2), { kind: 'date' }, 'short', '2026-01-02'],
  ] as const)('writes %d as %j, %s, as %s', (value, look, length, expected) => {
    expect(chartNumber(value, look, length)).toBe(expected);
  });

  it('draws round lines that hold zero and every value', () => {
    const values = fc.array(
      fc.integer({ min: -1e9, max: 1e9 }).map((value) => value / 1000),
      { minLength: 1 },
    );
    fc.assert(
      fc.property(values, (some) => {
        const { min, max, ticks } = scaleOf(some);
        expect(min).toBeLessThanOrEqual(Math.min(0, ...some));
        expect(max).toBeGreaterThanOrEqual(Math.max(0, ...some));
        expect(ticks.length).toBeLessThan(9);
        expect(ticks).toContain(0);
      }),
    );
    expect([scaleOf([5e-324]), scaleOf([-1e308, 1e308])].map(({ ticks }) => ticks)).toEqual([
      [0, 1],
      [0, 1],
    ]);
  });
});

describe('merging', () => {
  const mine = applyOperation(table, { kind: 'setCells', cells: [[0, 0, 'Bonn']] }).table;
  const theirs = applyOperation(table, {
    kind: 'setCells',
    cells: [
      [0, 1, '11'],
      [1, 0, 'Lyon'],
    ],
  }).table;

  it('keeps the cells that either changed', () => {
    const operation = mergeCells(table, mine, structuredClone(theirs));
    expect(operation).toEqual({ kind: 'setCells', cells: [[0, 0, 'Bonn']] });
  });

  it('leaves it to a person where both changed one cell, or rows or columns moved', () => {
    const same = applyOperation(table, { kind: 'setCells', cells: [[0, 0, 'Kiel']] }).table;
    expect(mergeCells(table, mine, same)).toBeUndefined();
    expect(
      mergeCells(table, mine, applyOperation(table, { kind: 'removeRows', at: [4] }).table),
    ).toBeUndefined();
    expect(
      mergeCells(table, mine, applyOperation(table, { kind: 'renameColumn', at: 0, title: 'X' }).table),
    ).toBeUndefined();
  });

  it('finds nothing to decide where both wrote the same', () => {
    expect(mergeCells(table, mine, structuredClone(mine))).toEqual({ kind: 'setCells', cells: [] });
  });
});

describe('queries', () => {
  it('filter, sort and choose columns, with the numbers of the rows', () => {
    expect(
      runQuery(
        table,
        {
          columns: ['amount', 'A'],
          where: [{ column: 'City', is: 'paris' }],
          sort: [{ column: 'Amount' }],
          limit: 1,
        },
        reading,
      ),
    ).toEqual({ columns: ['Amount', 'City'], rows: [['9', 'Paris']], numbers: [2], total: 2, more: true });
  });

  it('group and reckon', () => {
    expect(
      runQuery(
        table,
        {
          groupBy: 'City',
          reckon: [{ column: 'Amount', how: 'sum' }],
          sort: [{ column: 'sum of Amount', descending: true }],
        },
        reading,
      ),
    ).toEqual({
      columns: ['City', 'rows', 'sum of Amount'],
      rows: [
        ['Örebro', 1, 100],
        ['Berlin', 1, 10],
        ['Paris', 2, 9],
        ['berlin', 1, null],
      ],
      total: 4,
      more: false,
    });
  });

  it('are bounded in rows and in text', () => {
    const rows = Array.from({ length: 5000 }, () => ['x'.repeat(3000)]);
    const long: Table = { columns: ['a'], rows };
    const result = runQuery(long, { limit: 10_000 }, { kinds: ['text'], decimal: '.' });
    expect(JSON.stringify(result).length).toBeLessThan(70_000);
    expect([result.total, result.more]).toEqual([5000, true]);
  });

  it('name the columns there are when one is unknown', () => {
    expect(() => runQuery(table, { columns: ['Town'] }, reading)).toThrow(
      'There is no column "Town". The columns are: City, Amount, Date.',
    );
  });
});

describe('a table', () => {
  it('is written as it was read', () => {
    const text = '\uFEFFa;b\r\n"x;y";\r\n1\r\n';
    const read = readTable(text);
    expect(read.table).toEqual({ columns: ['a', 'b'], rows: [['x;y', ''], ['1']] });
    expect(writeTable(read.table, read.dialect)).toBe(text);
    expect(writeTable(readTable('a,b\n1,2').table, readTable('a,b\n1,2').dialect)).toBe('a,b\n1,2');
  });

  it('shows what is beyond the header, and finds columns by title or letter', () => {
    const { columns } = readTable('Name\n1,2,3').table;
    expect(columns).toEqual(['Name', '', '']);
    expect([
      columnTitle(columns, 2),
      columnLetters(27),
      findColumn(columns, 'name'),
      findColumn(columns, 'c'),
      findColumn(columns, '?'),
    ]).toEqual(['Column C', 'AB', 0, 2, -1]);
    expect(inferKinds(readTable('a\n1').table, '.')).toEqual(['number']);
  });
});
