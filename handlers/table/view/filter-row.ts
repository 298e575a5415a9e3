import { element, setAttribute } from '@loggia/kit/view/element';
import { columnTitle } from '../src/table.ts';
import { icon } from './icons.ts';
import type { Sheet } from './sheet.ts';
import type { Span } from './windowing.ts';

export interface FilterRow {
  readonly element: HTMLElement;
  draw(span: Span, leftOf: (column: number) => number): void;
  focus(column: number): void;
}

const filterAfter = 120;

/** A field above each column in sight. */
export function createFilterRow(sheet: Sheet, leave: () => void): FilterRow {
  const row = element(
    'div',
    { class: 'grid-filters', hidden: true },
    element('div', { class: 'grid-corner', role: 'presentation' }, icon('filter')),
  );
  const fields = new Map<number, HTMLInputElement>();

  function newField(column: number): HTMLInputElement {
    const input = element('input', {
      class: 'filter',
      type: 'text',
      placeholder: 'Filter',
      maxlength: 500,
      spellcheck: 'false',
      autocomplete: 'off',
      title: 'Examples: berlin, !berlin, =berlin, >10, 10..20, = for empty',
    });
    let timer = 0;
    input.addEventListener('input', () => {
      clearTimeout(timer);
      timer = window.setTimeout(() => {
        const others = sheet.look.filters.filter((filter) => filter.column !== column);
        const text = input.value;
        sheet.setLook({ filters: text.trim() === '' ? others : [...others, { column, text }] });
      }, filterAfter);
    });
    input.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && input.value !== '') {
        input.value = '';
        input.dispatchEvent(new Event('input'));
      } else if (['Enter', 'ArrowDown', 'Escape'].includes(event.key)) leave();
      event.stopPropagation();
    });
    return input;
  }

  return {
    element: row,
    focus: (column) => fields.get(column)?.focus(),
    draw(span, leftOf) {
      if (row.hidden) return;
      const wanted = new Set(sheet.visible.slice(span.first, span.end));
      for (const [column, input] of fields) {
        // Somebody is typing in it: it stays until they are done, also out of sight.
        if (wanted.has(column) || input === document.activeElement) continue;
        input.remove();
        fields.delete(column);
      }
      for (const [index, column] of sheet.visible.entries()) {
        if (!wanted.has(column)) continue;
        let input = fields.get(column);
        if (!input) {
          input = newField(column);
          fields.set(column, input);
          row.append(input);
        }
        const text = sheet.look.filters.find((filter) => filter.column === column)?.text ?? '';
        if (input !== document.activeElement) input.value = text;
        input.style.left = `${leftOf(index) + 4}px`;
        input.style.width = `${sheet.widthOf(column) - 8}px`;
        setAttribute(input, 'aria-label', `Filter ${columnTitle(sheet.table.columns, column)}`);
      }
    },
  };
}
