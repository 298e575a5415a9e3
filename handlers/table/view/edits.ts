import { counted } from '../src/aggregate.ts';
import type { Grid } from './grid.ts';
import { selectionAt } from './selection.ts';
import type { Sheet } from './sheet.ts';

/** The edits that buttons, menus and keys make around the selection. */
export interface Edits {
  startTable(): void;
  addRow(where: 'above' | 'below' | 'end'): void;
  removeRows(): void;
  addColumn(place: number): void;
  removeColumn(column: number): void;
}

export function createEdits(sheet: Sheet, grid: Grid, say: (text: string) => void): Edits {
  return {
    startTable() {
      sheet.edit([
        { kind: 'insertColumn', at: 0, title: 'Column A' },
        { kind: 'insertRows', rows: [[0, ['']]] },
      ]);
      grid.focus();
      grid.renameColumn(0);
    },
    addRow(where) {
      const { active } = grid.selection;
      const row = sheet.shown[Math.max(0, active.row)];
      const end = where === 'end' || row === undefined;
      const place = end ? sheet.table.rows.length : where === 'below' ? row + 1 : row;
      sheet.edit([{ kind: 'insertRows', rows: [[place, sheet.table.columns.map(() => '')]] }]);
      grid.focus();
      grid.selection = selectionAt({
        row: sheet.shown.indexOf(place),
        column: where === 'end' ? 0 : active.column,
      });
    },
    removeRows() {
      const { top, bottom } = grid.area;
      const rows = sheet.shown.slice(top, bottom + 1);
      if (rows.length === 0) return;
      sheet.edit([{ kind: 'removeRows', at: [...rows].sort((a, b) => a - b) }]);
      say(`${counted(rows.length, 'row')} deleted. Undo brings them back.`);
    },
    addColumn(place) {
      sheet.edit([{ kind: 'insertColumn', at: place, title: '' }]);
      grid.renameColumn(place);
    },
    removeColumn(column) {
      sheet.edit([{ kind: 'removeColumn', at: column }]);
      say('Column deleted. Undo brings it back.');
    },
  };
}
