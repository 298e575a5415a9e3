import type { Workshop } from './outfit.ts';
import { planEntries } from './plan.ts';
import type { PlannedEntry } from './planned.ts';
import { SourceRack, type Wishes } from './source-rack.ts';

/** The plan of a session that does not exist yet, as far as its sources can be read while somebody waits. */
export function previewPlan(workshop: Workshop, wishes: Wishes): Promise<PlannedEntry[]> {
  return new Promise((resolve) => {
    const finish = (): void => {
      const plan = planEntries(rack.collect(wishes));
      rack.close();
      cancel();
      resolve(plan);
    };
    const look = (): void => {
      // Sources that a workspace names can be read only after the workspace itself.
      rack.collect(wishes);
      if (!rack.isLoading) finish();
    };
    const rack = new SourceRack({ ...workshop, hostSources: workshop.ports.hostSources }, look);
    const cancel = workshop.ports.scheduler.after(workshop.patience.turn, finish);
    look();
  });
}
