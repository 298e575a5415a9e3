import { dayName, money, tasksIn, totalOf, type Plan, type Task } from './plan.ts';

/** Two sentences on how the plan stands. */
export function summaryOf(plan: Plan): string {
  const done = plan.tasks.filter((task) => task.done).length;
  const next = plan.tasks.filter((task) => !task.done).toSorted((one, other) => one.day - other.day)[0];
  const { planned, spent } = totalOf(plan);
  const work =
    next === undefined
      ? `All ${plan.tasks.length} tasks are done.`
      : `${done} of ${plan.tasks.length} tasks are done; next is “${next.title}” (${dayName(plan, next.day)}).`;
  return `${work} ${money(spent, plan.currency)} of ${money(planned, plan.currency)} is spent.`;
}

/** Everything in it, with the ids that other tools take. */
export function listingOf(plan: Plan): string {
  const phases = plan.phases.map(({ id, title }) =>
    [`## ${title} (id ${id})`, ...tasksIn(plan, id).map((task) => taskLine(plan, task))].join('\n'),
  );
  const lines = plan.lines.map(
    ({ id, title, planned, spent }) =>
      `- ${title}: ${money(spent, plan.currency)} of ${money(planned, plan.currency)} spent (id ${id})`,
  );
  return [summaryOf(plan), ...phases, ['## Budget', ...lines].join('\n')].join('\n\n');
}

/** The phases, tasks and budget that `listingOf` tells of, as data. */
export function outlineOf(plan: Plan) {
  return {
    phases: plan.phases.map(({ id, title }) => ({
      id,
      title,
      tasks: tasksIn(plan, id).map((task) => ({ id: task.id, title: task.title })),
    })),
    budget: plan.lines.map(({ id, title }) => ({ id, title })),
  };
}

/** For search. */
export function textOf(plan: Plan): string {
  return [
    ...plan.phases.flatMap(({ id, title }) => [title, ...tasksIn(plan, id).map((task) => task.title)]),
    ...plan.lines.map(({ title }) => title),
  ].join('\n');
}

/** “Day 3”, or “Day 3 to Day 5”. */
export function spanOf(plan: Plan, { day, days }: Pick<Task, 'day' | 'days'>, locale?: string): string {
  const first = dayName(plan, day, locale);
  return days === 1 ? first : `${first} to ${dayName(plan, day + days - 1, locale)}`;
}

function taskLine(plan: Plan, task: Task): string {
  return `- [${task.done ? 'x' : ' '}] ${task.title}: ${spanOf(plan, task)} (id ${task.id})`;
}
