import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyOperation, applyOperations, type Operation } from '../src/operations.ts';
import { readTable, type Table } from '../src/table.ts';
import {
  copyArea,
  fillDownOperations,
  fillOperations,
  movedCells,
  parsePasted,
  pasteOperations,
} from './clipboard.ts';
import { lookOf } from './saved-look.ts';
import { Sheet } from './sheet.ts';
import { shownAfter } from './shown-rows.ts';
import { summarizeSelection, summaryParts } from './summary.ts';

function sheetOf(text: string) {
  const edits: Operation[] = [];
  const sheet = new Sheet({ drawn: () => undefined, edited: (operations) => edits.push(...operations) });
  sheet.load(readTable(text).table, { history: 'forget' });
  return { sheet, edits };
}

const four = 'City,Amount\nB,2\nA,10\nC,1\nA,3\n';

describe('rows in sight', () => {
  it('stay what they are while rows come and go around them', () => {
    const change = fc.tuple(fc.integer({ min: 1, max: 8 }), fc.nat(100)).chain(([count, seed]) => {
      const rows = Array.from({ length: count }, (_, at) => [`r${at}`]);
      const table: Table = { columns: ['a'], rows };
      const shown = rows
        .map((_, at) => at)
        .filter((at) => (at + seed) % 3 !== 0)
        .sort((a, b) => ((a * 7 + seed) % 5) - ((b * 7 + seed) % 5));
      const removal = fc.uniqueArray(fc.nat(count - 1)).map((at): Operation => ({ kind: 'removeRows', at }));
      const insertion = fc.uniqueArray(fc.nat(count), { maxLength: 3 }).map((at): Operation => ({
        kind: 'insertRows',
        rows: at.sort((a, b) => a - b).map((place) => [place, ['new']]),
      }));
      return fc.tuple(fc.constant({ table, shown }), fc.oneof(removal, insertion));
    });
    fc.assert(
      fc.property(change, ([{ table, shown }, operation]) => {
        const after = applyOperation(table, operation).table;
        const names = (rows: Table, order: readonly number[]): (string | undefined)[] =>
          order.map((row) => rows.rows[row]?.[0]);
        const now = names(after, shownAfter(shown, operation) ?? []);
        const gone = new Set(operation.kind === 'removeRows' ? operation.at.map((at) => `r${at}`) : []);
        expect(now.filter((name) => name !== 'new')).toEqual(
          names(table, shown).filter((name) => !gone.has(name ?? '')),
        );
        const added = operation.kind === 'insertRows' ? operation.rows.length : 0;
        expect(now.filter((name) => name === 'new')).toHaveLength(added);
      }),
    );
  });

  it('show a new row right after the one it follows', () => {
    expect(shownAfter([2, 0, 1], { kind: 'insertRows', rows: [[1, []]] })).toEqual([3, 0, 1, 2]);
    expect(shownAfter([2], { kind: 'insertRows', rows: [[1, []]] })).toEqual([3, 1]);
  });
});

describe('a sheet', () => {
  it('filters, sorts and searches', () => {
    const { sheet } = sheetOf(four);
    sheet.setLook({ sort: [{ column: 1, descending: false }], filters: [{ column: 1, text: '<10' }] });
    expect(sheet.shown).toEqual([2, 0, 3]);
    sheet.setQuick('a');
    expect(sheet.shown).toEqual([3]);
  });

  it('does not move the row that is edited, until it is sorted again', () => {
    const { sheet } = sheetOf(four);
    sheet.setLook({ sort: [{ column: 1, descending: false }] });
    expect(sheet.shown).toEqual([2, 0, 3, 1]);
    sheet.edit([{ kind: 'setCells', cells: [[2, 1, '99']] }]);
    expect(sheet.shown).toEqual([2, 0, 3, 1]);
    sheet.refresh();
    expect(sheet.shown).toEqual([0, 3, 1, 2]);
  });

  it('keeps the type of a column over an odd cell, and the order of the type over Undo', () => {
    const { sheet } = sheetOf('City,Amount\nB,2\nA,10\nC,1\n');
    sheet.edit([{ kind: 'setCells', cells: [[0, 1, 'unknown']] }]);
    expect(sheet.kindOf(1)).toBe('number');
    sheet.setLook({ sort: [{ column: 1, descending: true }] });
    expect(sheet.shown).toEqual([1, 2, 0]);
    sheet.undo();
    expect(sheet.shown).toEqual([1, 0, 2]);
    sheet.redo();
    expect(sheet.shown).toEqual([1, 2, 0]);
  });

  it('shows results, keeps formulas, and lets them follow their cells', () => {
    const { sheet, edits } = sheetOf('Item,Price\na,1\nb,2\nTotal,=SUM(B2:B3)\n');
    expect([sheet.values.rows[2]?.[1], sheet.kindOf(1)]).toEqual(['3', 'number']);
    sheet.edit([{ kind: 'setCells', cells: [[0, 1, '10']] }]);
    expect(sheet.values.rows[2]?.[1]).toBe('12');
    sheet.edit([{ kind: 'insertRows', rows: [[1, ['x', '100']]] }]);
    expect([sheet.table.rows[3]?.[1], sheet.values.rows[3]?.[1]]).toEqual(['=SUM(B2:B4)', '112']);
    expect(edits.at(-1)).toEqual({ kind: 'setCells', cells: [[3, 1, '=SUM(B2:B4)']] });
    sheet.undo();
    sheet.undo();
    expect([sheet.table.rows[2]?.[1], sheet.values.rows[2]?.[1]]).toEqual(['=SUM(B2:B3)', '3']);
    sheet.edit([{ kind: 'setCells', cells: [[0, 1, '=1/0']] }]);
    expect([sheet.values.rows[2]?.[1], sheet.failureAt(2, 1)]).toEqual([
      '#DIV/0!',
      "Numbers can't be divided by zero or by an empty cell.",
    ]);
  });

  it('copies results for others and formulas for itself', () => {
    const { sheet } = sheetOf('a,b\n1,=A2*2\n3,\n');
    const area = { top: 0, bottom: 0, left: 1, right: 1 };
    const text = copyArea(sheet.values, area, sheet.shown, sheet.visible);
    expect(text).toBe('2');
    const copied = { text, cells: [['=A2*2']], row: 0, column: 1 };
    expect(movedCells(copied, { row: 1, column: 1 })).toEqual([['=A3*2']]);
    sheet.edit(fillDownOperations(sheet.table, { ...area, bottom: 1 }, sheet.shown, sheet.visible));
    expect(sheet.values.rows[1]?.[1]).toBe('6');
  });

  it('sorts anew when the majority of a column turns', () => {
    const { sheet } = sheetOf('Amount\n9\n10\nx\n');
    sheet.setLook({ sort: [{ column: 0, descending: false }] });
    expect(sheet.shown).toEqual([0, 1, 2]);
    sheet.edit([{ kind: 'setCells', cells: [[2, 0, '8']] }]);
    sheet.edit([
      {
        kind: 'setCells',
        cells: [
          [1, 0, 'y'],
          [2, 0, 'z'],
        ],
      },
    ]);
    expect([sheet.kindOf(0), sheet.shown]).toEqual(['text', [0, 1, 2]]);
  });

  it('goes back and forth, and everything it does can be repeated elsewhere', () => {
    const { sheet, edits } = sheetOf(four);
    const start = sheet.table;
    sheet.edit([{ kind: 'removeRows', at: [0] }]);
    sheet.edit([{ kind: 'renameColumn', at: 0, title: 'Town' }]);
    const done = sheet.table;
    sheet.undo();
    sheet.undo();
    expect([sheet.table, sheet.mayUndo, sheet.mayRedo]).toEqual([start, false, true]);
    sheet.redo();
    sheet.redo();
    expect(sheet.table).toEqual(done);
    expect(applyOperations(start, edits).table).toEqual(done);
    sheet.undo();
    sheet.edit([{ kind: 'removeRows', at: [0] }]);
    expect(sheet.mayRedo).toBe(false);
  });

  it('moves what is said about a column with it', () => {
    const { sheet } = sheetOf(four);
    sheet.setColumn(1, { kind: 'text', width: 222 });
    sheet.setLook({ sort: [{ column: 1, descending: true }], filters: [{ column: 0, text: 'a' }] });
    sheet.edit([{ kind: 'insertColumn', at: 0, title: 'new' }]);
    expect([sheet.look.sort, sheet.look.filters, sheet.widthOf(2), sheet.kindOf(2)]).toEqual([
      [{ column: 2, descending: true }],
      [{ column: 1, text: 'a' }],
      222,
      'text',
    ]);
    sheet.edit([{ kind: 'removeColumn', at: 1 }]);
    expect([sheet.look.sort, sheet.look.filters]).toEqual([[{ column: 1, descending: true }], []]);
  });

  it('changes nothing when it is read only', () => {
    const { sheet, edits } = sheetOf(four);
    sheet.edit([{ kind: 'removeRows', at: [0] }]);
    sheet.readOnly = 'Archived';
    sheet.edit([{ kind: 'removeRows', at: [0] }]);
    sheet.undo();
    expect([sheet.table.rows.length, edits.length, sheet.mayUndo]).toEqual([3, 1, false]);
  });

  it('learns what a column is from what is typed into it', () => {
    const { sheet } = sheetOf('a\n1\n2\n');
    expect(sheet.kindOf(0)).toBe('number');
    sheet.edit([{ kind: 'setCells', cells: [[0, 0, 'x']] }]);
    expect(sheet.kindOf(0)).toBe('text');
  });

  it('hides columns', () => {
    const { sheet } = sheetOf(four);
    sheet.setColumn(0, { hidden: true });
    expect(sheet.visible).toEqual([1]);
  });

  it('sums up what is selected', () => {
    const { sheet } = sheetOf(four);
    const selected = summarizeSelection(sheet, { top: 0, bottom: 1, left: 0, right: 1 });
    expect(selected && summaryParts(selected, String)).toEqual([
      ['Count', '4'],
      ['Sum', '12'],
      ['Average', '6'],
      ['Min', '2'],
      ['Max', '10'],
    ]);
    expect(summarizeSelection(sheet, { top: 0, bottom: 0, left: 1, right: 1 })).toBeUndefined();
  });
});

describe('the clipboard', () => {
  const { table } = readTable(four);
  const shown = [3, 1];
  const visible = [1, 0];
  const at = (top: number, left: number) => ({
    area: { top, bottom: top, left, right: left },
    shown,
    visible,
  });

  it('takes cells as they are shown, with formulas made harmless', () => {
    expect(copyArea(table, { top: 0, bottom: 1, left: 0, right: 1 }, shown, visible)).toBe('3\tA\n10\tA');
    const risky: Table = { columns: ['a'], rows: [['=1+1'], ['x\ty']] };
    expect(copyArea(risky, { top: 0, bottom: 1, left: 0, right: 0 }, [0, 1], [0])).toBe(`'=1+1\n"x\ty"`);
  });

  it('puts cells where they are shown, and makes room for the rest', () => {
    const cells = parsePasted('9\tX\tnew\r\n8\tY\r\n7');
    const { table: after } = applyOperations(table, pasteOperations(table, cells, at(1, 0)));
    expect(after).toEqual({
      columns: ['City', 'Amount', ''],
      rows: [
        ['B', '2', ''],
        ['X', '9', 'new'],
        ['C', '1', ''],
        ['A', '3', ''],
        ['Y', '8'],
        ['', '7'],
      ],
    });
  });

  it('fills all that is selected with a single cell', () => {
    const area = { top: 0, bottom: 1, left: 0, right: 0 };
    expect(pasteOperations(table, [['0']], { area, shown, visible })).toEqual(
      fillOperations(area, shown, visible, '0'),
    );
    expect(fillOperations(area, shown, visible, '0')).toEqual([
      {
        kind: 'setCells',
        cells: [
          [3, 1, '0'],
          [1, 1, '0'],
        ],
      },
    ]);
    expect(fillOperations({ top: 5, bottom: 5, left: 0, right: 0 }, shown, visible, '')).toEqual([]);
  });
});

describe('a saved look', () => {
  it('is read as far as it makes sense', () => {
    expect(
      lookOf({
        columns: [{ kind: 'date', width: 9, hidden: 1 }, null, { width: 120, hidden: true }],
        sort: [{ column: 1, descending: true }, { column: 'x' }, 5],
        filters: [{ column: 0, text: 'a' }, { column: 0 }],
        chart: { shape: 'cake', label: 0, value: -1, how: 'guess' },
      }),
    ).toEqual({
      columns: [{ kind: 'date' }, {}, { width: 120, hidden: true }],
      sort: [{ column: 1, descending: true }],
      filters: [{ column: 0, text: 'a' }],
      chart: { shape: 'bar', label: 0, how: 'sum' },
    });
    expect(lookOf({ columns: 'no', sort: {}, chart: [] })).toEqual({ columns: [], sort: [], filters: [] });
  });
});
