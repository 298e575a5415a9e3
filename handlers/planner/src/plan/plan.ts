/** A plan as the `context` of an artifact holds it. Days are counted from the start, so one date moves them all. */
export interface Plan {
  /** The date of day 1, `2027-05-01`. Null while it is undecided. */
  readonly start: string | null;
  /** An ISO 4217 code such as `EUR`. */
  readonly currency: string;
  readonly phases: readonly Phase[];
  readonly tasks: readonly Task[];
  /** The lines of the budget. */
  readonly lines: readonly Line[];
}

export interface Phase {
  readonly id: string;
  readonly title: string;
}

export interface Task {
  readonly id: string;
  readonly phase: string;
  readonly title: string;
  /** The first day, counted from 1. */
  readonly day: number;
  /** How many days it takes. */
  readonly days: number;
  readonly done: boolean;
}

export interface Line {
  readonly id: string;
  readonly title: string;
  readonly planned: number;
  readonly spent: number;
}

export const limits = { items: 500, title: 200, day: 1_000, amount: 1_000_000_000 } as const;

/** A timeline of fewer days looks like a mistake. */
const fewestDays = 7;
const msPerDay = 86_400_000;

export function lengthOf({ tasks }: Plan): number {
  return Math.max(fewestDays, ...tasks.map(({ day, days }) => day + days - 1));
}

export function tasksIn({ tasks }: Plan, phase: string): readonly Task[] {
  return tasks.filter((task) => task.phase === phase).toSorted((one, other) => one.day - other.day);
}

export function totalOf({ lines }: Plan): { readonly planned: number; readonly spent: number } {
  return lines.reduce(
    (sum, { planned, spent }) => ({ planned: sum.planned + planned, spent: sum.spent + spent }),
    { planned: 0, spent: 0 },
  );
}

/** The date of a day of the plan, in UTC; undefined while the plan has no start. */
export function dateOf({ start }: Plan, day: number): Date | undefined {
  return start === null ? undefined : new Date(Date.parse(start) + (day - 1) * msPerDay);
}

/** “Day 3”, or its date. */
export function dayName(plan: Plan, day: number, locale = 'en-US'): string {
  const date = dateOf(plan, day);
  if (date === undefined) return `Day ${day}`;
  return new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  }).format(date);
}

export function money(amount: number, currency: string, locale = 'en-US'): string {
  return new Intl.NumberFormat(locale, { style: 'currency', currency, maximumFractionDigits: 0 }).format(
    amount,
  );
}

/** The value for `context`: the plan, with the numbers that a card on the desk shows. */
export function contextOf(plan: Plan): Record<string, unknown> {
  const done = plan.tasks.filter((task) => task.done).length;
  return { ...plan, progress: { done, total: plan.tasks.length } };
}
