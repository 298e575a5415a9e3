import type { InteractiveCalls } from './interactive-calls.ts';
import type { PlannedEntry, PlannedServer } from './planned.ts';
import type { ServerSlot } from './server-slot.ts';
import type { PlanServices } from './plan-services.ts';
import type { SessionPlan } from './session-plan.ts';

export interface OperationPorts {
  readonly services: PlanServices;
  /** The session's plan, or the host's. Its sources are read, and it stays open for a while. Throws SessionNotFound. */
  plan(session: string | undefined): Promise<SessionPlan>;
  /** Something that all plans share has changed. */
  refreshAll(): void;
  /** The entries of all sessions in use, and of the host. */
  entries(): Promise<readonly PlannedEntry[]>;
  /** A server is gone for good. */
  forget(server: string): Promise<void>;
  readonly calls: InteractiveCalls;
  /** Where sessions run the server with this definition. */
  runningSlots(server: PlannedServer): readonly ServerSlot[];
}
