import { z } from 'zod';
import { limits, type Plan } from './plan.ts';

const id = z.string().min(1).max(64);
const title = z.string().trim().min(1).max(limits.title);
const amount = z.number().min(0).max(limits.amount);

/** The fields that tools take one by one. */
export const fields = {
  title,
  amount,
  date: z.iso.date({ error: 'must be a date such as 2027-05-01' }),
  day: z.int().min(1).max(limits.day),
  currency: z.string().regex(/^[A-Z]{3}$/, { error: 'must be a code such as EUR' }),
};

const phase = z.object({ id, title });
const task = z.object({ id, phase: id, title, day: fields.day, days: fields.day, done: z.boolean() });
const line = z.object({ id, title, planned: amount, spent: amount });

/** The `context` of a plan, as it may be committed. */
export const planSchema = z.looseObject({
  start: fields.date.nullable().optional(),
  currency: fields.currency,
  phases: z.array(phase).max(limits.items),
  tasks: z.array(task).max(limits.items),
  lines: z.array(line).max(limits.items),
  progress: z.object({ done: z.int().nonnegative(), total: z.int().nonnegative() }).optional(),
});

const at = z.int().nonnegative().optional();

/**
 * One change of a plan. `set` adds new items and merges into existing ones, so applying an edit twice, or after
 * somebody else's, is harmless and nothing has to be merged.
 */
export const editSchema = z.union([
  z.object({
    kind: z.literal('plan'),
    change: z.object({ start: fields.date.nullable(), currency: fields.currency }).partial(),
  }),
  z.object({
    kind: z.literal('set'),
    list: z.literal('phases'),
    item: phase.partial().required({ id: true }),
    at,
  }),
  z.object({
    kind: z.literal('set'),
    list: z.literal('tasks'),
    item: task.partial().required({ id: true }),
    at,
  }),
  z.object({
    kind: z.literal('set'),
    list: z.literal('lines'),
    item: line.partial().required({ id: true }),
    at,
  }),
  z.object({ kind: z.literal('remove'), list: z.enum(['phases', 'tasks', 'lines']), id }),
]);
export type Edit = z.infer<typeof editSchema>;

/** Drafts may hold anything. Unusable parts are left out, so that the rest can be shown and repaired. */
const lenient = z.object({
  start: fields.date.nullable().catch(null).default(null),
  currency: fields.currency.catch('EUR'),
  phases: usable(phase),
  tasks: usable(task.extend({ done: z.boolean().default(false), days: fields.day.default(1) })),
  lines: usable(line),
});

export function readPlan(context: unknown): Plan {
  const plan = lenient.safeParse(context).data ?? lenient.parse({});
  const phases = plan.phases.length > 0 ? plan.phases : [{ id: 'plan', title: 'Plan' }];
  const known = new Set(phases.map((one) => one.id));
  const [first] = phases;
  const tasks = plan.tasks.map((one) => (known.has(one.phase) ? one : { ...one, phase: first?.id ?? '' }));
  return { ...plan, phases, tasks };
}

function usable<Item extends z.ZodType<{ id: string }>>(item: Item) {
  return z
    .array(z.unknown())
    .catch([])
    .transform((all) => {
      const found = new Map<string, z.output<Item>>();
      for (const one of all.slice(0, limits.items)) {
        const parsed = item.safeParse(one);
        if (parsed.success && !found.has(parsed.data.id)) found.set(parsed.data.id, parsed.data);
      }
      return [...found.values()];
    });
}
