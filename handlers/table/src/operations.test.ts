import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyOperation, applyOperations, MisplacedOperation, type Operation } from './operations.ts';
import type { Table } from './table.ts';

const table: Table = { columns: ['a', 'b'], rows: [['1', '2'], ['3'], ['5', '6']] };

const cell = fc.string({ maxLength: 3 });
const tables: fc.Arbitrary<Table> = fc.nat(4).chain((width) =>
  fc.record({
    columns: fc.array(cell, { minLength: width + 1, maxLength: width + 1 }),
    rows: fc.array(fc.array(cell, { maxLength: width + 1 }), { maxLength: 6 }),
  }),
);

function operationsFor({ columns, rows }: Table): fc.Arbitrary<Operation> {
  const column = fc.nat(columns.length - 1);
  const anyTable: fc.Arbitrary<Operation>[] = [
    fc.record({ kind: fc.constant('insertColumn' as const), at: fc.nat(columns.length), title: cell }),
    fc.record({ kind: fc.constant('removeColumn' as const), at: column }),
    fc.record({ kind: fc.constant('renameColumn' as const), at: column, title: cell }),
    fc.record({
      kind: fc.constant('insertRows' as const),
      rows: fc
        .tuple(
          fc.nat(rows.length),
          fc.array(fc.array(cell, { maxLength: columns.length + 2 }), { maxLength: 3 }),
        )
        .map(([at, added]) => added.map((row, offset) => [at + offset, row] as const)),
    }),
    fc.record({
      kind: fc.constant('replace' as const),
      columns: fc.array(cell, { maxLength: 3 }),
      rows: fc.array(fc.array(cell, { maxLength: 3 }), { maxLength: 3 }),
    }),
  ];
  if (rows.length === 0) return fc.oneof(...anyTable);
  const row = fc.nat(rows.length - 1);
  return fc.oneof(
    ...anyTable,
    fc.record({ kind: fc.constant('setCells' as const), cells: fc.array(fc.tuple(row, column, cell)) }),
    fc.record({ kind: fc.constant('removeRows' as const), at: fc.uniqueArray(row) }),
  );
}

/** Rows that end in empty cells say the same as shorter ones. */
function said({ columns, rows }: Table): unknown {
  return { columns, rows: rows.map((row) => columns.map((_, at) => row[at] ?? '')) };
}

describe('operations', () => {
  it('are taken back by their inverse, each one and in a row', () => {
    const steps = tables.chain((start) => fc.tuple(fc.constant(start), operationsFor(start)));
    fc.assert(
      fc.property(steps, ([start, operation]) => {
        const { table: after, inverse } = applyOperation(start, operation);
        expect(said(applyOperation(after, inverse).table)).toEqual(said(start));
      }),
      { numRuns: 500 },
    );
    const several: Operation[] = [
      { kind: 'removeRows', at: [0, 2] },
      {
        kind: 'setCells',
        cells: [
          [0, 1, 'x'],
          [0, 1, 'y'],
        ],
      },
      { kind: 'removeColumn', at: 0 },
      { kind: 'insertRows', rows: [[0, ['new']]] },
    ];
    const { table: after, inverse } = applyOperations(table, several);
    expect(after).toEqual({ columns: ['b'], rows: [['new'], ['y']] });
    expect(said(applyOperations(after, inverse).table)).toEqual(said(table));
  });

  it('leave the table they were given as it was', () => {
    const before = structuredClone(table);
    applyOperations(table, [
      { kind: 'setCells', cells: [[0, 0, 'x']] },
      { kind: 'insertColumn', at: 1, title: 'c' },
      { kind: 'removeRows', at: [1] },
    ]);
    expect(table).toEqual(before);
  });

  it('do what they say', () => {
    const one = (operation: Operation): Table => applyOperation(table, operation).table;
    expect(one({ kind: 'setCells', cells: [[1, 1, 'x']] }).rows[1]).toEqual(['3', 'x']);
    expect(
      one({
        kind: 'insertRows',
        rows: [
          [0, ['t']],
          [3, ['e']],
        ],
      }).rows.map(([first]) => first),
    ).toEqual(['t', '1', '3', 'e', '5']);
    expect(one({ kind: 'insertRows', rows: [[3, ['x', 'y', 'z']]] }).columns).toEqual(['a', 'b', '']);
    expect(one({ kind: 'insertColumn', at: 1, title: 'new', values: ['', 'v'] })).toEqual({
      columns: ['a', 'new', 'b'],
      rows: [
        ['1', '', '2'],
        ['3', 'v'],
        ['5', '', '6'],
      ],
    });
    expect(one({ kind: 'renameColumn', at: 1, title: 'z' }).columns).toEqual(['a', 'z']);
  });

  it.each<Operation>([
    { kind: 'setCells', cells: [[3, 0, 'x']] },
    { kind: 'setCells', cells: [[0, 2, 'x']] },
    { kind: 'setCells', cells: [[0.5, 0, 'x']] },
    { kind: 'removeRows', at: [-1] },
    { kind: 'insertRows', rows: [[9, []]] },
    {
      kind: 'insertRows',
      rows: [
        [1, []],
        [1, []],
      ],
    },
    { kind: 'insertColumn', at: 3, title: '' },
    { kind: 'removeColumn', at: 2 },
  ])('refuse what the table has no place for: %j', (operation) => {
    expect(() => applyOperation(table, operation)).toThrow(MisplacedOperation);
  });
});
