import type { PlanServices } from './session-plan.ts';
import { planEntries } from './plan.ts';
import type { PlannedEntry } from './planned.ts';
import { SessionSources, type RequestedSources } from './session-sources.ts';

/** The plan of a session that does not exist yet, as far as its sources can be read while somebody waits. */
export function previewPlan(services: PlanServices, requested: RequestedSources): Promise<PlannedEntry[]> {
  return new Promise((resolve) => {
    const finish = (): void => {
      const plan = planEntries(sources.collect(requested));
      sources.close();
      cancel();
      resolve(plan);
    };
    const look = (): void => {
      // Sources that a workspace names can be read only after the workspace itself.
      sources.collect(requested);
      if (!sources.isLoading) finish();
    };
    const sources = new SessionSources({ ...services, hostSources: services.ports.hostSources }, look);
    const cancel = services.ports.scheduler.after(services.timeouts.turn, finish);
    look();
  });
}
