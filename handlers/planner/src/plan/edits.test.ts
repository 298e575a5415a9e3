import { expect, test } from 'vitest';
import { applyEdit, inverseOf } from './edits.ts';
import { limits, tasksIn } from './plan.ts';
import type { Edit } from './plan-schema.ts';
import { portugal } from './plans.testkit.ts';

const every: Readonly<Record<string, Edit>> = {
  'a start': { kind: 'plan', change: { start: '2027-05-01' } },
  'another currency': { kind: 'plan', change: { currency: 'USD' } },
  'a new task': { kind: 'set', list: 'tasks', item: { id: 'new', phase: 'there', title: 'Fado', day: 5 } },
  'a moved task': { kind: 'set', list: 'tasks', item: { id: 'tram', day: 6, days: 2 } },
  'a removed task': { kind: 'remove', list: 'tasks', id: 'pack' },
  'a renamed phase': { kind: 'set', list: 'phases', item: { id: 'there', title: 'On the way' } },
  'a removed phase': { kind: 'remove', list: 'phases', id: 'there' },
  'a new line': { kind: 'set', list: 'lines', item: { id: 'new', title: 'Books', planned: 30 } },
  'a removed line': { kind: 'remove', list: 'lines', id: 'food' },
};

test.each(Object.entries(every))('%s changes the plan, applies twice like once, and is undone', (_, edit) => {
  const after = applyEdit(portugal, edit);
  expect(after).not.toEqual(portugal);
  expect(applyEdit(after, edit)).toEqual(after);
  const back = inverseOf(portugal, edit).reduce(applyEdit, after);
  const sorted = ({ tasks, ...plan }: typeof portugal) => ({
    ...plan,
    tasks: tasks.toSorted((one, other) => one.id.localeCompare(other.id)),
  });
  expect(sorted(back)).toEqual(sorted(portugal));
});

test('what is new has every field, and lands in a phase that exists', () => {
  const plan = applyEdit(portugal, { kind: 'set', list: 'tasks', item: { id: 'x', phase: 'nowhere' } });
  expect(plan.tasks.at(-1)).toEqual({
    id: 'x',
    phase: 'before',
    title: 'New task',
    day: 1,
    days: 1,
    done: false,
  });
});

test('a removed phase takes its tasks along, and the last phase stays', () => {
  const one = applyEdit(portugal, { kind: 'remove', list: 'phases', id: 'there' });
  expect(one.tasks.map(({ id }) => id)).toEqual(['pack']);
  expect(applyEdit(one, { kind: 'remove', list: 'phases', id: 'before' })).toBe(one);
});

test('a plan that is full takes no more', () => {
  const lines = Array.from({ length: limits.items }, (_, index) => ({
    id: `l${index}`,
    title: 'x',
    planned: 0,
    spent: 0,
  }));
  const full = { ...portugal, lines };
  expect(applyEdit(full, { kind: 'set', list: 'lines', item: { id: 'more' } }).lines).toHaveLength(
    limits.items,
  );
});

test('tasks of a phase come in the order of their days', () => {
  expect(tasksIn(portugal, 'there').map(({ id }) => id)).toEqual(['tram', 'train']);
});
