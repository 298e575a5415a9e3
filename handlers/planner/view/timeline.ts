import { element } from '@loggia/kit/view/element';
import { dateOf, dayName, lengthOf, tasksIn, type Phase, type Plan } from '../src/plan/plan.ts';
import { taskRow } from './task-row.ts';
import { iconButton, keyedParts, newId, plainField, type Part, type Ui } from './ui.ts';

const mostLabels = 10;

/** The phases with their tasks, under one scale of days. */
export function timeline(): Part<Plan> {
  let ui: Ui;
  const scale = element('div', { class: 'scale', 'aria-hidden': 'true' });
  const phases = element('div', { class: 'phases' });
  const showPhases = keyedParts(phases, phasePart);
  const add = element('button', {
    type: 'button',
    class: 'button quiet',
    text: 'Add phase',
    on: { click: () => ui.store.edit({ kind: 'set', list: 'phases', item: { id: newId('phase') } }) },
  });
  const section = element('section', { class: 'timeline', 'aria-label': 'Timeline' }, scale, phases, add);
  return {
    element: section,
    update(plan, given) {
      ui = given;
      section.style.setProperty('--total', String(lengthOf(plan)));
      scale.replaceChildren(...labels(plan, ui.locale));
      showPhases(plan.phases, ui);
      add.hidden = ui.isReadOnly;
    },
  };
}

function phasePart(id: string): Part<Phase> {
  let ui: Ui;
  const title = plainField({ class: 'phase-title', 'aria-label': 'Phase' }, (text) =>
    ui.store.edit({ kind: 'set', list: 'phases', item: { id, title: text } }),
  );
  const tasks = element('ul', { class: 'tasks' });
  const showTasks = keyedParts(tasks, taskRow);
  const add = iconButton('add', 'Add task', () => {
    const before = tasksIn(ui.store.plan, id).at(-1);
    const day = before === undefined ? 1 : before.day + before.days;
    ui.store.edit({ kind: 'set', list: 'tasks', item: { id: newId('task'), phase: id, day } });
    const field = tasks.querySelector<HTMLInputElement>('li:last-child .task-title');
    field?.focus();
    field?.select();
  });
  const remove = iconButton('remove', 'Remove phase', () => {
    ui.store.edit({ kind: 'remove', list: 'phases', id });
    ui.announce('Removed the phase with its tasks. Ctrl Z undoes it.');
  });
  const head = element('div', { class: 'phase-head' }, title.input, add, remove);
  return {
    element: element('div', { class: 'phase', role: 'group' }, head, tasks),
    update(phase, given) {
      ui = given;
      title.show(phase.title, ui);
      tasks.setAttribute('aria-label', phase.title);
      add.hidden = ui.isReadOnly;
      add.setAttribute('aria-label', `Add a task to ${phase.title}`);
      remove.hidden = ui.isReadOnly || ui.store.plan.phases.length === 1;
      remove.setAttribute('aria-label', `Remove ${phase.title} and its tasks`);
      showTasks(tasksIn(ui.store.plan, id), ui);
    },
  };
}

function labels(plan: Plan, locale: string | undefined): HTMLElement[] {
  const total = lengthOf(plan);
  const step = Math.ceil(total / mostLabels);
  const today = new Date().toISOString().slice(0, 10);
  return Array.from({ length: Math.ceil(total / step) }, (_, index) => {
    const day = 1 + index * step;
    const date = dateOf(plan, day);
    const isToday = date?.toISOString().slice(0, 10) === today;
    const label = element('span', {
      class: isToday ? 'is-today' : '',
      text: date === undefined ? String(day) : shortDate(date, index === 0, locale),
      title: dayName(plan, day, locale),
    });
    label.style.setProperty('--day', String(day));
    return label;
  });
}

/** The month is named where it begins. */
function shortDate(date: Date, isFirst: boolean, locale: string | undefined): string {
  const withMonth = isFirst || date.getUTCDate() === 1;
  return new Intl.DateTimeFormat(locale, {
    day: 'numeric',
    ...(withMonth && { month: 'short' as const }),
    timeZone: 'UTC',
  }).format(date);
}
