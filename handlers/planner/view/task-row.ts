import { element } from '@loggia/kit/view/element';
import { spanOf } from '../src/plan/plan-text.ts';
import { lengthOf, limits, type Task } from '../src/plan/plan.ts';
import { iconButton, plainField, type Part, type Ui } from './ui.ts';

/** A task: its checkbox, title and dates, as a bar that a pointer or the arrow keys move. */
export function taskRow(id: string): Part<Task> {
  let task: Task;
  let ui: Ui;
  const change = (fields: Partial<Task>): void =>
    ui.store.edit({ kind: 'set', list: 'tasks', item: { ...fields, id } });
  const done = element('input', {
    type: 'checkbox',
    class: 'check',
    on: { change: () => change({ done: done.checked }) },
  });
  const title = plainField({ class: 'task-title', 'aria-label': 'Task' }, (text) => change({ title: text }));
  const grip = element('span', { class: 'grip' });
  const bar = element(
    'div',
    { class: 'bar', role: 'slider', tabindex: 0, on: { keydown: onKey, pointerdown: onPointer } },
    grip,
  );
  const track = element('div', { class: 'track' }, bar);
  const remove = iconButton('remove', 'Remove task', () => {
    ui.store.edit({ kind: 'remove', list: 'tasks', id });
    ui.announce(`Removed ${task.title}. Ctrl Z undoes it.`);
  });
  const row = element('li', { class: 'task' }, done, title.input, track, remove);

  function place({ day, days }: Pick<Task, 'day' | 'days'>): void {
    bar.style.setProperty('--day', String(day));
    bar.style.setProperty('--days', String(days));
    const when = spanOf(ui.store.plan, { day, days }, ui.locale);
    bar.setAttribute('aria-valuetext', when);
    bar.title = `${when}. Drag it, or use the arrow keys. With Shift, they change how long it takes.`;
  }

  function moved(days: number, part: 'bar' | 'grip'): Pick<Task, 'day' | 'days'> {
    const within = (value: number): number => Math.max(1, Math.min(limits.day, value));
    return part === 'grip'
      ? { day: task.day, days: within(task.days + days) }
      : { day: within(task.day + days), days: task.days };
  }

  function onKey(event: KeyboardEvent): void {
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowDown: -1, ArrowUp: 1 }[event.key];
    if (ui.isReadOnly || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Delete') remove.click();
    else if (step !== undefined) change(moved(step, event.shiftKey ? 'grip' : 'bar'));
    else return;
    event.preventDefault();
  }

  function onPointer(event: PointerEvent): void {
    if (ui.isReadOnly || event.button !== 0) return;
    const part = event.target === grip ? 'grip' : 'bar';
    const perDay = track.clientWidth / lengthOf(ui.store.plan);
    const at = ({ clientX }: PointerEvent) => moved(Math.round((clientX - event.clientX) / perDay), part);
    const dragging = new AbortController();
    const { signal } = dragging;
    const end = (next: Pick<Task, 'day' | 'days'>): void => {
      dragging.abort();
      if (next.day === task.day && next.days === task.days) place(task);
      else change(next);
    };
    bar.setPointerCapture(event.pointerId);
    bar.addEventListener('pointermove', (now) => place(at(now)), { signal });
    bar.addEventListener('pointerup', (now) => end(at(now)), { signal });
    bar.addEventListener('pointercancel', () => end(task), { signal });
  }

  return {
    element: row,
    update(next, given) {
      [task, ui] = [next, given];
      title.show(task.title, ui);
      done.checked = task.done;
      done.disabled = ui.isReadOnly;
      done.setAttribute('aria-label', `${task.title} is done`);
      remove.hidden = ui.isReadOnly;
      remove.setAttribute('aria-label', `Remove ${task.title}`);
      row.classList.toggle('is-done', task.done);
      bar.setAttribute('aria-label', `When: ${task.title}`);
      bar.setAttribute('aria-valuemin', '1');
      bar.setAttribute('aria-valuemax', String(lengthOf(ui.store.plan)));
      bar.setAttribute('aria-valuenow', String(task.day));
      bar.setAttribute('aria-readonly', String(ui.isReadOnly));
      place(task);
    },
  };
}
