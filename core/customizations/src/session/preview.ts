import type { PlanServices } from './plan-services.ts';
import { planEntries } from './plan.ts';
import { childrenOf, type PlannedContainer, type PlannedEntry } from './planned.ts';
import type { PluginInEffect, ServerInEffect } from './session-config.ts';
import { SessionSources, type RequestedSources } from './session-sources.ts';

/** The plan of a session that doesn't exist yet, as far as its sources can be read in time. */
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

/** The servers and plugins of a plan, for people who are about to create a session with it. */
export function effectIn(plan: readonly PlannedEntry[]): {
  readonly servers: readonly ServerInEffect[];
  readonly plugins: readonly PluginInEffect[];
} {
  const servers = plan
    .flatMap((entry) => (entry.type === 'mcpServer' ? [entry] : childrenOf(entry)))
    .flatMap((part) => (part.type === 'mcpServer' ? [{ name: part.name, source: part.uri }] : []));
  const plugins = plan.flatMap((entry) => (entry.type === 'mcpServer' ? [] : [pluginIn(entry)]));
  return { servers, plugins };
}

function pluginIn(entry: PlannedContainer): PluginInEffect {
  const { name, uri: source, load } = entry;
  const parts: Record<string, number> = {};
  for (const child of childrenOf(entry)) {
    const kind = child.type === 'leaf' ? child.declared.type : child.type;
    parts[kind] = (parts[kind] ?? 0) + 1;
  }
  return { name, source, parts, ...(load.kind === 'error' && { problem: load.message }) };
}
