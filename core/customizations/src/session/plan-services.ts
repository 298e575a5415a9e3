import type { AddedPlugins } from '../decisions/added-plugins.ts';
import type { AddedServers } from '../decisions/added-servers.ts';
import type { EnablementStore } from '../decisions/enablement-store.ts';
import type { Registrations } from '../decisions/registrations.ts';
import type { ToolMemory } from '../decisions/tool-memory.ts';
import type { TrustStore } from '../decisions/trust-store.ts';
import type { Approval } from './approval.ts';
import type { PlannedEntry, PlannedServer } from './planned.ts';
import type { EquipmentPorts, Timeouts } from './ports.ts';
import type { ServerSkills } from './server-skills.ts';
import type { ServerSlot } from './server-slot.ts';
import type { SourceCache } from './source-cache.ts';

/** The services that all plans share. */
export interface PlanServices {
  readonly ports: EquipmentPorts;
  readonly timeouts: Timeouts;
  readonly sourceCache: SourceCache;
  readonly trust: TrustStore;
  readonly enablement: EnablementStore;
  readonly added: AddedServers;
  readonly plugins: AddedPlugins;
  readonly registrations: Registrations;
  readonly toolMemory: ToolMemory;
  readonly skills: ServerSkills;
}

/** A server with what was decided about it. */
export interface ServerInPlan {
  readonly slot: ServerSlot;
  readonly server: PlannedServer;
  /** The entry at the top level that holds it, or the server itself. */
  readonly entry: PlannedEntry;
  readonly enabled: boolean;
  /** Undefined for what needs none. */
  readonly approval: Approval | undefined;
}
