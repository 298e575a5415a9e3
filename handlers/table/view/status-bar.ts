import { element } from '@loggia/kit/view/element';
import { counted } from '../src/aggregate.ts';
import { day } from '../src/day.ts';
import { icon } from './icons.ts';
import type { Grid } from './grid.ts';
import type { Sheet } from './sheet.ts';
import { summarizeSelection, summaryParts } from './summary.ts';
import type { TableDocument } from './table-document.ts';

export interface StatusBar {
  readonly element: HTMLElement;
  draw(): void;
}

/** How much there is, what the selection sums up to, and whether it is saved. */
export function createStatusBar(sheet: Sheet, grid: Grid, stored: TableDocument): StatusBar {
  const counts = element('span', { class: 'status-counts' });
  const sums = element('span', { class: 'status-sums' });
  const saveState = element('span', { class: 'save-state', role: 'status' });

  function countsText(): string {
    const { table, shown, visible } = sheet;
    const rows =
      shown.length === table.rows.length
        ? counted(table.rows.length, 'row')
        : `${shown.length.toLocaleString('en')} of ${counted(table.rows.length, 'row')}`;
    const columns =
      visible.length === table.columns.length
        ? counted(visible.length, 'column')
        : `${visible.length} of ${counted(table.columns.length, 'column')}`;
    const more = stored.loading === undefined ? '' : ' so far';
    return `${rows}, ${columns}${stored.cut ? ' of a larger file' : more}`;
  }

  function drawSaveState(): void {
    const { kind } = stored.saveState;
    saveState.dataset['kind'] = stored.inConflict ? 'failed' : kind;
    const words = { saved: 'Saved', waiting: 'Edited', saving: 'Saving…', failed: 'Not saved' };
    if (sheet.readOnly !== undefined) saveState.replaceChildren(sheet.readOnly);
    else if (stored.inConflict || kind === 'failed') saveState.replaceChildren(icon('warning'), words.failed);
    else saveState.replaceChildren(...(kind === 'saved' ? [icon('check')] : []), words[kind]);
  }

  return {
    element: element('footer', { class: 'status' }, counts, sums, saveState),
    draw() {
      const known = stored.opened !== undefined;
      counts.textContent = known ? countsText() : '';
      const selected = summarizeSelection(sheet, grid.area);
      const parts = selected ? summaryParts(selected, day) : [];
      sums.replaceChildren(
        ...parts.map(([label, value]) =>
          element('span', { class: 'sum' }, element('span', { class: 'sum-label', text: label }), value),
        ),
      );
      if (known) drawSaveState();
    },
  };
}
