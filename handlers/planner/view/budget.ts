import { element, svg } from '@loggia/kit/view/element';
import { limits, money, totalOf, type Line, type Plan } from '../src/plan/plan.ts';
import { iconButton, keyedParts, newId, plainField, type Part, type Ui } from './ui.ts';

const currencies = ['EUR', 'USD', 'GBP', 'CHF', 'JPY', 'AUD', 'CAD', 'SEK', 'PLN', 'INR', 'BRL'];

/** The budget: how much of it is spent as a ring, and each line with a bar of its own. */
export function budget(): Part<Plan> {
  let ui: Ui;
  const chart = element('div', { class: 'ring' });
  const rows = element('tbody', {});
  const showRows = keyedParts(rows, lineRow);
  const currency = element('select', {
    class: 'plain currency',
    'aria-label': 'Currency',
    on: { change: () => ui.store.edit({ kind: 'plan', change: { currency: currency.value } }) },
  });
  const add = element('button', {
    type: 'button',
    class: 'button quiet',
    text: 'Add line',
    on: {
      click: () => {
        ui.store.edit({ kind: 'set', list: 'lines', item: { id: newId('line') } });
        const field = rows.querySelector<HTMLInputElement>('tr:last-child .line-title');
        field?.focus();
        field?.select();
      },
    },
  });
  const head = element(
    'thead',
    {},
    element(
      'tr',
      {},
      element('th', { scope: 'col' }, 'Budget ', currency),
      element('th', { scope: 'col', class: 'number', text: 'Spent' }),
      element('th', { scope: 'col', class: 'number', text: 'Planned' }),
      element('th', { class: 'narrow' }),
    ),
  );
  const section = element(
    'section',
    { class: 'budget', 'aria-label': 'Budget' },
    chart,
    element('div', { class: 'lines' }, element('table', {}, head, rows), add),
  );
  return {
    element: section,
    update(plan, given) {
      ui = given;
      chart.replaceChildren(ring(plan, ui.locale));
      const offered = [...new Set([plan.currency, ...currencies])];
      currency.replaceChildren(...offered.map((code) => element('option', { value: code, text: code })));
      currency.value = plan.currency;
      currency.disabled = ui.isReadOnly;
      showRows(plan.lines, ui);
      add.hidden = ui.isReadOnly;
    },
  };
}

function lineRow(id: string): Part<Line> {
  let ui: Ui;
  const change = (fields: Partial<Line>): void =>
    ui.store.edit({ kind: 'set', list: 'lines', item: { ...fields, id } });
  const title = plainField({ class: 'line-title', 'aria-label': 'Line' }, (text) => change({ title: text }));
  const number = (name: 'spent' | 'planned') =>
    plainField({ class: 'number', type: 'number', min: 0, max: limits.amount, step: 'any' }, (text) => {
      const amount = Number(text);
      if (amount >= 0 && amount <= limits.amount) change({ [name]: amount });
    });
  const [spent, planned] = [number('spent'), number('planned')];
  const bar = element('div', { class: 'meter', 'aria-hidden': 'true' });
  const remove = iconButton('remove', 'Remove line', () => {
    ui.store.edit({ kind: 'remove', list: 'lines', id });
    ui.announce('Removed the line. Ctrl Z undoes it.');
  });
  return {
    element: element(
      'tr',
      {},
      element('td', {}, title.input, bar),
      element('td', { class: 'number' }, spent.input),
      element('td', { class: 'number' }, planned.input),
      element('td', { class: 'narrow' }, remove),
    ),
    update(line, given) {
      ui = given;
      title.show(line.title, ui);
      spent.show(String(line.spent), ui);
      planned.show(String(line.planned), ui);
      spent.input.setAttribute('aria-label', `Spent on ${line.title}`);
      planned.input.setAttribute('aria-label', `Planned for ${line.title}`);
      remove.hidden = ui.isReadOnly;
      remove.setAttribute('aria-label', `Remove ${line.title}`);
      bar.replaceChildren(meter(line, Math.max(...ui.store.plan.lines.map(largest))));
    },
  };
}

function largest({ planned, spent }: Line): number {
  return Math.max(planned, spent, 1);
}

/**
 * Planned and spent amount of one line, on the scale of all lines. Spending over the plan is drawn in the warning
 * color.
 */
function meter({ planned, spent }: Line, most: number): SVGElement {
  const drawing = svg('svg', { viewBox: '0 0 100 6', preserveAspectRatio: 'none' });
  const part = (kind: string, from: number, to: number): void => {
    if (to > from)
      drawing.append(
        svg('rect', {
          class: kind,
          x: (from / most) * 100,
          y: 0,
          width: ((to - from) / most) * 100,
          height: 6,
        }),
      );
  };
  part('planned', 0, planned);
  part('spent', 0, Math.min(spent, planned));
  part('over', planned, spent);
  return drawing;
}

function ring(plan: Plan, locale: string | undefined): SVGElement {
  const { planned, spent } = totalOf(plan);
  const share = planned === 0 ? 0 : Math.min(1, spent / planned);
  const left = money(Math.abs(planned - spent), plan.currency, locale);
  const words = spent > planned ? 'over' : 'left';
  const drawing = svg('svg', {
    viewBox: '0 0 120 120',
    role: 'img',
    'aria-label': `${left} ${words}: ${money(spent, plan.currency, locale)} of ${money(planned, plan.currency, locale)} is spent.`,
  });
  const circle = (kind: string, length: number): SVGElement =>
    svg('circle', { class: kind, cx: 60, cy: 60, r: 50, pathLength: 1, 'stroke-dasharray': `${length} 1` });
  const text = (kind: string, y: number, said: string): SVGElement => {
    const made = svg('text', { class: kind, x: 60, y, 'text-anchor': 'middle' });
    made.textContent = said;
    return made;
  };
  drawing.append(circle('planned', 1));
  if (share > 0) drawing.append(circle(spent > planned ? 'over' : 'spent', share));
  drawing.append(text('amount', 62, left), text('words', 80, words));
  return drawing;
}
