import { element, setAttribute } from '@loggia/kit/view/element';
import { counted } from '../src/aggregate.ts';
import { firstChart } from '../src/chart-data.ts';
import { icon, type IconName } from './icons.ts';
import type { Grid } from './grid.ts';
import { showMenu } from './menu.ts';
import { moreItems, visibilityItems, type MenuParts } from './menu-items.ts';
import type { Sheet } from './sheet.ts';

export interface Toolbar {
  readonly element: HTMLElement;
  readonly search: HTMLInputElement;
  draw(): void;
}

const searchAfter = 140;

export function createToolbar(
  sheet: Sheet,
  grid: Grid,
  parts: MenuParts,
  say: (text: string) => void,
): Toolbar {
  const search = element('input', {
    class: 'field search',
    type: 'search',
    placeholder: 'Search',
    'aria-label': 'Search in all columns',
    maxlength: 500,
    spellcheck: 'false',
  });
  let searching = 0;
  search.addEventListener('input', () => {
    clearTimeout(searching);
    searching = window.setTimeout(() => {
      sheet.setQuick(search.value);
      say(`${counted(sheet.shown.length, 'row')} found.`);
    }, searchAfter);
  });
  search.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' || event.key === 'ArrowDown') grid.focus();
  });

  const filter = button(
    'filter',
    'Filters above the columns',
    () => grid.showFilters(!grid.filtersShown),
    'Filter',
  );
  const chart = button(
    'chart',
    'Chart',
    () => sheet.setLook({ chart: sheet.look.chart ? undefined : firstChart(sheet.values, sheet.reading) }),
    'Chart',
  );
  const columns = button(
    'columns',
    'Columns to show',
    (rect) => showMenu(rect, visibilityItems(parts), 'Columns to show'),
    'Columns',
  );
  const undo = button('undo', 'Undo', () => sheet.undo());
  const redo = button('redo', 'Redo', () => sheet.redo());
  const add = button('plus', 'Add a row', () => parts.edits.addRow('end'), 'Row');
  const more = button('more', 'More', (rect) => showMenu(rect, moreItems(parts), 'More'));

  return {
    element: element(
      'div',
      { class: 'toolbar', role: 'toolbar', 'aria-label': 'Table' },
      element('div', { class: 'search-box' }, icon('search'), search),
      filter,
      chart,
      columns,
      element('span', { class: 'spring' }),
      undo,
      redo,
      add,
      more,
    ),
    search,
    draw() {
      const editable = sheet.readOnly === undefined;
      for (const edit of [undo, redo]) edit.hidden = !editable;
      add.hidden = !editable || sheet.table.columns.length === 0;
      undo.disabled = !sheet.mayUndo;
      redo.disabled = !sheet.mayRedo;
      setAttribute(filter, 'aria-pressed', String(grid.filtersShown));
      filter.classList.toggle('marked', sheet.look.filters.length > 0);
      setAttribute(chart, 'aria-pressed', String(sheet.look.chart !== undefined));
      columns.classList.toggle('marked', sheet.visible.length < sheet.table.columns.length);
    },
  };
}

function button(
  name: IconName,
  label: string,
  run: (rect: DOMRect) => void,
  text?: string,
): HTMLButtonElement {
  return element(
    'button',
    {
      class: `button quiet ${text === undefined ? 'square' : ''}`,
      type: 'button',
      'aria-label': label,
      title: label,
      on: { click: (event) => run((event.currentTarget as HTMLElement).getBoundingClientRect()) },
    },
    icon(name),
    text === undefined ? undefined : element('span', { class: 'wide-only', text }),
  );
}
