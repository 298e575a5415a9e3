import { ConflictError, type Api, type Artifact } from '@loggia/kit';
import { applyEdit } from './plan/edits.ts';
import { contextOf, type Plan } from './plan/plan.ts';
import { readPlan, type Edit } from './plan/plan-schema.ts';

const attempts = 4;

/**
 * Applies edits to the plan as it is now; again from the start when somebody else was faster.
 * @param editsFor is given the current plan, and may throw what the caller is told
 */
export async function changePlan(
  api: Api,
  artifact: string,
  editsFor: (plan: Plan) => readonly Edit[],
): Promise<{ readonly artifact: Artifact; readonly plan: Plan }> {
  for (let attempt = 1; ; attempt += 1) {
    const before = await api.getArtifact(artifact);
    const plan = readPlan(before.context);
    const next = editsFor(plan).reduce(applyEdit, plan);
    if (next === plan) return { artifact: before, plan };
    try {
      // Keys that this version doesn't know stay.
      const context = { ...before.context, ...contextOf(next) };
      const after = await api.updateArtifact(artifact, { ifRevision: before.revision, context });
      return { artifact: after, plan: next };
    } catch (error) {
      if (!(error instanceof ConflictError) || attempt === attempts) throw error;
    }
  }
}
