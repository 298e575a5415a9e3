import { limits, tasksIn, type Line, type Phase, type Plan, type Task } from './plan.ts';
import type { Edit } from './plan-schema.ts';

const newTask = { phase: '', title: 'New task', day: 1, days: 1, done: false };
const newLine = { title: 'New line', planned: 0, spent: 0 };

/** The plan after an edit; the same plan where nothing changes. Server and View both apply edits with it. */
export function applyEdit(plan: Plan, edit: Edit): Plan {
  switch (edit.kind) {
    case 'plan':
      return { ...plan, ...edit.change } as Plan;
    case 'remove': {
      const left = { ...plan, [edit.list]: plan[edit.list].filter(({ id }) => id !== edit.id) };
      if (edit.list !== 'phases') return left;
      // A plan keeps one phase, or its next task would have nowhere to go.
      if (left.phases.length === 0) return plan;
      return { ...left, tasks: plan.tasks.filter(({ phase }) => phase !== edit.id) };
    }
    case 'set':
      return set(plan, edit);
  }
}

function set(plan: Plan, edit: Extract<Edit, { kind: 'set' }>): Plan {
  const { at = plan[edit.list].length } = edit;
  switch (edit.list) {
    case 'phases':
      return { ...plan, phases: upsert<Phase>(plan.phases, { title: 'New phase' }, edit.item, at) };
    case 'lines':
      return { ...plan, lines: upsert<Line>(plan.lines, newLine, edit.item, at) };
    case 'tasks': {
      const fallback = { ...newTask, phase: plan.phases[0]?.id ?? '' };
      const known = plan.phases.some(({ id }) => id === edit.item.phase);
      const { phase: _unknown, ...item } = edit.item;
      return { ...plan, tasks: upsert<Task>(plan.tasks, fallback, known ? edit.item : item, at) };
    }
  }
}

function upsert<Item extends { readonly id: string }>(
  items: readonly Item[],
  fallback: Omit<Item, 'id'>,
  change: { readonly id: string },
  at: number,
): readonly Item[] {
  const index = items.findIndex(({ id }) => id === change.id);
  const before = items[index];
  if (before) return items.with(index, { ...before, ...change });
  if (items.length >= limits.items) return items;
  return items.toSpliced(at, 0, { ...fallback, ...change } as unknown as Item);
}

/** The edits that take an edit of this plan back. */
export function inverseOf(plan: Plan, edit: Edit): readonly Edit[] {
  if (edit.kind === 'plan') {
    const { start, currency } = plan;
    return [{ kind: 'plan', change: { start, currency } }];
  }
  const { list } = edit;
  const id = edit.kind === 'set' ? edit.item.id : edit.id;
  const at = plan[list].findIndex((item) => item.id === id);
  const item = plan[list][at];
  if (!item) return edit.kind === 'set' ? [{ kind: 'remove', list, id }] : [];
  const tasks = list === 'phases' && edit.kind === 'remove' ? tasksIn(plan, id) : [];
  return [
    { kind: 'set', list, item, at } as Edit,
    ...tasks.map((task) => ({ kind: 'set', list: 'tasks', item: task }) as const),
  ];
}
