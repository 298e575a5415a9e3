import { element, setAttribute } from '@loggia/kit/view/element';
import type { McpUiHostContext } from '@modelcontextprotocol/ext-apps';
import { columnTitle } from '../src/table.ts';
import { createChartPanel } from './chart.ts';
import type { Downloads } from './chart-export.ts';
import { useClipboard } from './clipboard-events.ts';
import type { Connection, Opened, Piece } from './connection.ts';
import { createEdits } from './edits.ts';
import { createFormulaBar } from './formula-bar.ts';
import { icon } from './icons.ts';
import { createGrid } from './grid.ts';
import { kindItems } from './kinds.ts';
import { showMenu } from './menu.ts';
import { columnItems, rowItems, type MenuParts } from './menu-items.ts';
import { Sheet } from './sheet.ts';
import { createStatusBar } from './status-bar.ts';
import { TableDocument } from './table-document.ts';
import { heightFor } from './theme.ts';
import { createToolbar } from './toolbar.ts';

export interface SheetView {
  open(artifact: Opened, first: Piece): Promise<void>;
  fail(message: string): void;
  resize(context: McpUiHostContext): void;
  flush(): Promise<void>;
}

export function openSheet(root: HTMLElement, connection: Connection, downloads: Downloads): SheetView {
  let context: McpUiHostContext | undefined;
  const live = element('div', { class: 'unseen', role: 'status', 'aria-live': 'polite' });
  const say = (text: string): void => {
    live.textContent = text;
  };
  const sheet = new Sheet({ drawn: () => draw(), edited: (operations) => stored.edited(operations) });
  const stored = new TableDocument({ sheet, connection, changed: () => drawStored(), say });
  const grid = createGrid(sheet, {
    selected: () => {
      status.draw();
      bar.draw();
    },
    columnMenu: (column, anchor) =>
      showMenu(anchor, columnItems(parts, column), columnTitle(sheet.table.columns, column)),
    kindMenu: chooseKind,
    rowMenu: (anchor) => showMenu(anchor, rowItems(parts), 'Rows'),
    addColumn: () => edits.addColumn(sheet.table.columns.length),
    say,
  });
  const edits = createEdits(sheet, grid, say);
  const clipboard = useClipboard(sheet, grid, say);
  const parts: MenuParts = {
    sheet,
    grid,
    edits,
    chooseKind: (column) => chooseKind(column, grid.headAnchor(column)),
    copy: () => void clipboard.copy(),
    fillDown: () => clipboard.fillDown(),
    clearFilters,
    rememberLook: () => stored.rememberLook(),
  };
  const toolbar = createToolbar(sheet, grid, parts, say);
  const status = createStatusBar(sheet, grid, stored);
  const bar = createFormulaBar(sheet, grid);
  const chart = createChartPanel(sheet, {
    downloads,
    close: () => sheet.setLook({ chart: undefined }),
    say,
  });
  const banner = element('div', { class: 'banner', hidden: true });
  const progress = element(
    'div',
    { class: 'progress', role: 'progressbar', 'aria-label': 'Loading', hidden: true },
    element('span'),
  );
  const empty = element('div', { class: 'empty' }, element('p', { text: 'Loading…' }));
  root.replaceChildren(
    toolbar.element,
    progress,
    banner,
    chart.element,
    bar.element,
    grid.element,
    empty,
    status.element,
    live,
  );

  function chooseKind(column: number, anchor: DOMRect): void {
    const items = kindItems(sheet, column, () => stored.rememberLook());
    showMenu(anchor, items, `Type of ${columnTitle(sheet.table.columns, column)}`);
  }

  function draw(): void {
    grid.draw();
    chart.draw();
    status.draw();
    bar.draw();
    toolbar.draw();
    drawEmpty();
    drawHeight();
  }

  function drawStored(): void {
    const { loading } = stored;
    progress.hidden = loading === undefined;
    setAttribute(progress, 'aria-valuenow', Math.round((loading ?? 1) * 100));
    progress.style.setProperty('--done', String(loading ?? 1));
    drawBanner();
    draw();
  }

  function drawHeight(): void {
    const chartHeight = sheet.look.chart ? 280 : 0;
    root.style.height = heightFor(context, sheet.table.rows.length * 32 + 198 + chartHeight);
  }

  function drawEmpty(): void {
    if (!stored.opened) return;
    const nothing = stored.loading === undefined && sheet.table.columns.length === 0;
    const noneLeft = !nothing && sheet.shown.length === 0 && sheet.table.rows.length > 0;
    empty.hidden = !nothing && !noneLeft;
    grid.element.hidden = nothing;
    bar.element.hidden = nothing;
    if (nothing) {
      const start = {
        class: 'button primary',
        type: 'button',
        text: 'Add a column',
        on: { click: edits.startTable },
      };
      empty.replaceChildren(
        element('h2', { text: 'An empty table' }),
        element('p', { text: 'Paste cells from a spreadsheet, or start with a column.' }),
        ...(sheet.readOnly === undefined ? [element('button', start)] : []),
      );
    } else if (noneLeft) {
      const clear = { class: 'button', type: 'button', text: 'Clear filters', on: { click: clearFilters } };
      empty.replaceChildren(element('h2', { text: 'No rows match' }), element('button', clear));
    }
  }

  function drawBanner(): void {
    const { saveState, inConflict, cut, unclosed } = stored;
    if (inConflict)
      showBanner('danger', 'Someone else has saved this table, and the changes conflict.', [
        ['Use theirs', () => stored.decide('theirs')],
        ['Keep mine', () => stored.decide('mine')],
      ]);
    else if (saveState.kind === 'failed')
      showBanner('danger', `Could not save: ${saveState.message}`, [
        ['Try again', () => void stored.flush()],
      ]);
    else if (cut)
      showBanner('info', 'This file is too large to show in full. This is the first part, read-only.');
    else if (unclosed)
      showBanner('info', 'A quotation mark is never closed, so the last cell holds the rest of the file.');
    else banner.hidden = true;
  }

  function showBanner(
    tone: 'danger' | 'info',
    text: string,
    actions: readonly (readonly [string, () => void])[] = [],
  ): void {
    // The same again would be read out again, and would take the focus from its buttons.
    if (!banner.hidden && banner.querySelector('.banner-text')?.textContent === text) return;
    banner.dataset['tone'] = tone;
    banner.setAttribute('role', tone === 'danger' ? 'alert' : 'status');
    banner.hidden = false;
    banner.replaceChildren(
      icon('warning'),
      element('span', { class: 'banner-text', text }),
      ...actions.map(([label, run]) =>
        element('button', { class: 'button', type: 'button', text: label, on: { click: run } }),
      ),
    );
  }

  function clearFilters(): void {
    toolbar.search.value = '';
    sheet.quick = '';
    sheet.setLook({ filters: [], sort: [] });
    grid.focus();
  }

  root.addEventListener('keydown', (event) => {
    const control = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    const isTyping = event.target instanceof HTMLInputElement;
    if (control && key === 'f') {
      toolbar.search.focus();
      toolbar.search.select();
    } else if (isTyping) return;
    else if (control && key === 'z' && !event.shiftKey) sheet.undo();
    else if (control && (key === 'y' || key === 'z')) sheet.redo();
    else if (document.activeElement !== grid.element) return;
    else if (control && key === 'd') clipboard.fillDown();
    else if (key !== 'backspace' && key !== 'delete') return;
    else if (control) edits.removeRows();
    else clipboard.clearSelection();
    event.preventDefault();
  });
  window.addEventListener('pagehide', () => void stored.flush());

  function fail(message: string): void {
    progress.hidden = true;
    toolbar.element.hidden = true;
    grid.element.hidden = true;
    bar.element.hidden = true;
    empty.hidden = false;
    empty.replaceChildren(
      icon('warning'),
      element('h2', { text: 'The table cannot be shown' }),
      element('p', { text: message }),
    );
  }

  return {
    async open(artifact, first) {
      grid.element.setAttribute('aria-label', artifact.title || 'Table');
      try {
        await stored.open(artifact, first);
      } catch (error) {
        fail(error instanceof Error ? error.message : String(error));
      }
    },
    fail,
    resize(next) {
      context = { ...context, ...next };
      drawHeight();
    },
    flush: () => stored.flush(),
  };
}
