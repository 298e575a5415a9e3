import { counted } from '../src/aggregate.ts';
import { looksLikeFormula } from '@loggia/csv';
import type { Row } from '../src/table.ts';
import {
  copyArea,
  fillDownOperations,
  fillOperations,
  movedCells,
  parsePasted,
  pasteOperations,
  type CopiedCells,
} from './clipboard.ts';
import type { Grid } from './grid.ts';
import type { Sheet } from './sheet.ts';

export interface ClipboardUse {
  /** For menus: the browser may refuse it, where keys always work. */
  copy(): Promise<void>;
  clearSelection(): void;
  /** The first row of the selection into the rows below it. */
  fillDown(): void;
}

/** Cells to and from the clipboard, while the grid has the focus. */
export function useClipboard(sheet: Sheet, grid: Grid, say: (text: string) => void): ClipboardUse {
  const isInGrid = (): boolean =>
    document.activeElement === grid.element || document.activeElement === document.body;
  const place = () => ({ area: grid.area, shown: sheet.shown, visible: sheet.visible });
  const text = (): string => copyArea(sheet.values, grid.area, sheet.shown, sheet.visible);
  const clearSelection = (): void => sheet.edit(fillOperations(grid.area, sheet.shown, sheet.visible, ''));

  let copied: CopiedCells | undefined;

  /** A paste of the same text brings the formulas, too. */
  function remember(): void {
    const { top, bottom, left, right } = grid.area;
    const columns = sheet.visible.slice(left, right + 1);
    const rows = sheet.shown.slice(top, bottom + 1);
    copied = {
      text: text(),
      cells: rows.map((row) => columns.map((column) => sheet.table.rows[row]?.[column] ?? '')),
      row: rows[0] ?? 0,
      column: columns[0] ?? 0,
    };
  }

  function pastedCells(pasted: string): readonly Row[] {
    const { area } = grid;
    const [row, column] = [sheet.shown[area.top], sheet.visible[area.left]];
    if (
      copied === undefined ||
      copied.text !== pasted.replaceAll('\r\n', '\n') ||
      row === undefined ||
      column === undefined
    )
      return parsePasted(pasted);
    return movedCells(copied, { row, column });
  }

  function sayCopied(): void {
    const { top, bottom, left, right } = grid.area;
    const columns = sheet.visible.slice(left, right + 1);
    const risky = sheet.shown
      .slice(top, bottom + 1)
      .some((row) => columns.some((column) => looksLikeFormula(sheet.values.rows[row]?.[column] ?? '')));
    say(risky ? 'Copied. Cells that look like formulas were marked as text.' : 'Copied.');
  }

  function onCopy(event: ClipboardEvent): void {
    if (!isInGrid() || sheet.shown.length === 0 || !event.clipboardData) return;
    remember();
    event.clipboardData.setData('text/plain', text());
    event.preventDefault();
    sayCopied();
    if (event.type === 'cut') clearSelection();
  }

  function onPaste(event: ClipboardEvent): void {
    if (!isInGrid() || sheet.readOnly !== undefined) return;
    const cells = pastedCells(event.clipboardData?.getData('text/plain') ?? '');
    const [header, ...rows] = cells;
    if (!header) return;
    event.preventDefault();
    if (sheet.table.columns.length === 0) sheet.edit([{ kind: 'replace', columns: header, rows }]);
    else sheet.edit(pasteOperations(sheet.table, cells, place()));
    say(`${counted(cells.length, 'row')} pasted.`);
  }

  document.addEventListener('copy', onCopy);
  document.addEventListener('cut', onCopy);
  document.addEventListener('paste', onPaste);
  return {
    async copy() {
      try {
        remember();
        await navigator.clipboard.writeText(text());
        sayCopied();
      } catch {
        say("The host doesn't let Views use the clipboard. Press Ctrl+C in the table instead.");
      }
    },
    clearSelection,
    fillDown: () => sheet.edit(fillDownOperations(sheet.table, grid.area, sheet.shown, sheet.visible)),
  };
}
