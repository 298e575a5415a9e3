import { tool, type Artifact, type ToolDefinition } from '@loggia/kit';
import { z } from 'zod';
import { changePlan } from './change-plan.ts';
import type { Plan } from './plan/plan.ts';
import { editSchema, readPlan } from './plan/plan-schema.ts';

const artifact = z.string().min(1);

/** The tools for the View alone. */
export const viewTools: Readonly<Record<string, ToolDefinition>> = {
  load_planner: tool({
    title: 'Load the planner',
    description: 'The plan as it is now.',
    input: { artifact },
    visibility: ['app'],
    annotations: { readOnlyHint: true },
    run: async (args, { api }) => {
      const found = await api.getArtifact(args.artifact);
      return { structuredContent: shown(found, readPlan(found.context)) };
    },
  }),

  edit_planner: tool({
    title: 'Edit the planner',
    description: 'Applies edits to the plan as it is now, and returns what came out of it.',
    input: { artifact, edits: z.array(editSchema).min(1).max(200) },
    visibility: ['app'],
    annotations: { idempotentHint: true },
    run: async (args, { api }) => {
      const changed = await changePlan(api, args.artifact, () => args.edits);
      return { structuredContent: shown(changed.artifact, changed.plan) };
    },
  }),
};

/** The data that the View shows. */
export function shown({ id, title, revision, state }: Artifact, plan: Plan) {
  return { id, title, revision, isReadOnly: state === 'archived', plan };
}
