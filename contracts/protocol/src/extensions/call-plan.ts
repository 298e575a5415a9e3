import { z } from 'zod';

type Meta = Readonly<Record<string, unknown>>;

const key = 'loggia.plan';
/** A longer plan is a document, not something to follow. */
const mostSteps = 200;
const longestStep = 500;

const stepSchema = z.object({
  text: z.string(),
  state: z.enum(['waiting', 'running', 'done']).catch('waiting'),
});

export interface PlanStep {
  readonly text: string;
  readonly state: 'waiting' | 'running' | 'done';
}

/** AHP has no field for it: a plan is a call, with its steps in `_meta`. */
export function planMark(steps: readonly PlanStep[]): Record<string, unknown> {
  return { [key]: steps.slice(0, mostSteps).map(shortened) };
}

/**
 * The steps of a call that is an agent's plan; undefined for any other call. A call that has an owner isn't one,
 * whatever its metadata says, because a server can write some of that.
 */
export function planOf({
  contributor,
  _meta,
}: {
  readonly contributor?: unknown;
  readonly _meta?: Meta | undefined;
}): readonly PlanStep[] | undefined {
  const given = _meta?.[key];
  if (!Array.isArray(given) || contributor !== undefined) return undefined;
  return given.slice(0, mostSteps).flatMap((each) => {
    const read = stepSchema.safeParse(each);
    return read.success ? [shortened(read.data)] : [];
  });
}

const marks = { waiting: ' ', running: '~', done: 'x' } as const;

/** The plan as a list in Markdown. */
export function planText(steps: readonly PlanStep[]): string {
  return steps.map(({ text, state }) => `- [${marks[state]}] ${text}`).join('\n');
}

/** How far the plan is, and the step that is under way: `1 of 3 done, now: Run the tests`. */
export function planProgress(steps: readonly PlanStep[]): string {
  const done = steps.filter(({ state }) => state === 'done').length;
  const now = steps.find(({ state }) => state === 'running');
  return `${done} of ${steps.length} done${now ? `, now: ${now.text}` : ''}`;
}

/** On one line each. */
function shortened({ text, state }: PlanStep): PlanStep {
  return { text: text.replaceAll(/\s+/g, ' ').trim().slice(0, longestStep), state };
}
