import { randomUUID } from 'node:crypto';
import { tool, type ToolDefinition } from '@loggia/kit';
import { z } from 'zod';
import { changePlan } from './change-plan.ts';
import { fields, readPlan } from './plan/plan-schema.ts';
import { listingOf, outlineOf, spanOf, summaryOf } from './plan/plan-text.ts';
import { dayName, money, type Plan } from './plan/plan.ts';
import { shown } from './view-tools.ts';

const artifact = z.string().min(1).describe('The id of the artifact that is the planner');
const task = z.string().min(1).describe('The id or the title of the task');
const phase = z.string().min(1).describe('The id or the title of the phase');
const day = fields.day.describe('The first day, counted from 1');
const days = fields.day.describe('How many days it takes');

/** The tools for models. The View may use them too. */
export const modelTools: Readonly<Record<string, ToolDefinition>> = {
  show_planner: tool({
    title: 'Show the planner',
    description:
      'Shows a planner in the conversation: the tasks of a trip or a project on a timeline, and its budget as a chart.',
    input: { artifact },
    annotations: { readOnlyHint: true },
    showsView: true,
    run: async (args, { api }) => {
      const found = await api.getArtifact(args.artifact);
      const plan = readPlan(found.context);
      return {
        structuredContent: shown(found, plan),
        content: said(`“${found.title}” is on the screen. ${summaryOf(plan)}`),
      };
    },
  }),

  list_planner_tasks: tool({
    title: 'List the tasks of a planner',
    description: 'Lists the phases, tasks and budget of a planner as text, with their ids.',
    input: { artifact },
    annotations: { readOnlyHint: true },
    run: async (args, { api }) => {
      const plan = readPlan((await api.getArtifact(args.artifact)).context);
      return { structuredContent: outlineOf(plan), content: said(listingOf(plan)) };
    },
  }),

  add_planner_task: tool({
    title: 'Add a task to a planner',
    description: 'Adds a task to a phase of a planner.',
    input: {
      artifact,
      title: fields.title,
      phase: phase.optional().describe('The id or the title of the phase; the last unless given'),
      day: day.optional(),
      days: days.optional(),
    },
    run: async (args, { api }) => {
      const id = `task-${randomUUID().slice(0, 8)}`;
      const { plan } = await changePlan(api, args.artifact, (now) => {
        const into = args.phase === undefined ? now.phases.at(-1) : named(now.phases, args.phase, 'phase');
        const item = { id, phase: into?.id, title: args.title, day: args.day ?? 1, days: args.days ?? 1 };
        return [{ kind: 'set', list: 'tasks', item }];
      });
      const added = plan.tasks.find((one) => one.id === id);
      if (!added) throw new Error('The planner is full. Remove some tasks first.');
      return {
        structuredContent: { task: id },
        content: said(`Added “${added.title}” on ${spanOf(plan, added)} (id ${id}).`),
      };
    },
  }),

  change_planner_task: tool({
    title: 'Move or change a task of a planner',
    description:
      'Moves a task to another day or phase, renames it, changes how long it takes, or marks it done.',
    input: {
      artifact,
      task,
      title: fields.title.optional(),
      phase: phase.optional(),
      day: day.optional(),
      days: days.optional(),
      done: z.boolean().optional(),
    },
    choices: {
      task: { tool: 'list_planner_tasks', path: 'phases/*/tasks/*', value: 'id', label: 'title' },
      phase: { tool: 'list_planner_tasks', path: 'phases/*', value: 'title' },
    },
    annotations: { idempotentHint: true },
    run: async ({ artifact: id, task: wanted, phase: into, ...change }, { api }) => {
      let changed = '';
      const { plan } = await changePlan(api, id, (now) => {
        changed = named(now.tasks, wanted, 'task').id;
        const to = into === undefined ? {} : { phase: named(now.phases, into, 'phase').id };
        return [{ kind: 'set', list: 'tasks', item: { ...change, ...to, id: changed } }];
      });
      const now = named(plan.tasks, changed, 'task');
      return `“${now.title}” is on ${spanOf(plan, now)}${now.done ? ' and done' : ''}.`;
    },
  }),

  set_planner_budget: tool({
    title: 'Set a budget line of a planner',
    description: 'Sets the planned or spent amount of a budget line, and adds the line if it is new.',
    input: {
      artifact,
      line: fields.title.describe('The id or the title of the line'),
      planned: fields.amount.optional(),
      spent: fields.amount.optional(),
    },
    annotations: { idempotentHint: true },
    run: async ({ artifact: id, line, ...change }, { api }) => {
      const fresh = `line-${randomUUID().slice(0, 8)}`;
      const { plan } = await changePlan(api, id, (now) => {
        const found = find(now.lines, line);
        const item = found ? { ...change, id: found.id } : { ...change, id: fresh, title: line };
        return [{ kind: 'set', list: 'lines', item }];
      });
      const now = named(plan.lines, line, 'line');
      return `${now.title}: ${money(now.spent, plan.currency)} of ${money(now.planned, plan.currency)} is spent.`;
    },
  }),

  set_planner_start: tool({
    title: 'Set when a planner starts',
    description: 'Sets the date of day 1, which moves every task. An empty text removes the date.',
    input: { artifact, start: z.union([fields.date, z.literal('')]) },
    annotations: { idempotentHint: true },
    run: async (args, { api }) => {
      const start = args.start === '' ? null : args.start;
      const { plan } = await changePlan(api, args.artifact, () => [{ kind: 'plan', change: { start } }]);
      return start === null ? 'The plan no longer has a start date.' : `Day 1 is ${dayName(plan, 1)}.`;
    },
  }),
};

function said(text: string) {
  return [{ type: 'text' as const, text }];
}

type Named = Plan['phases'][number];

function find<Item extends Named>(items: readonly Item[], name: string): Item | undefined {
  const wanted = name.trim().toLowerCase();
  return (
    items.find(({ id }) => id === name) ?? items.find(({ title }) => title.trim().toLowerCase() === wanted)
  );
}

function named<Item extends Named>(items: readonly Item[], name: string, what: string): Item {
  const found = find(items, name);
  if (found) return found;
  const known = items.map(({ id, title }) => `${title} (id ${id})`).slice(0, 20);
  throw new Error(
    known.length === 0
      ? `The planner has no ${what} yet. Add one first.`
      : `There isn't a ${what} “${name}”. Use one of: ${known.join(', ')}.`,
  );
}
