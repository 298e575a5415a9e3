import type { Enablement } from '@loggia/protocol';

/** The decisions about one customization, by scope. */
export interface Decisions {
  readonly session: boolean | undefined;
  readonly workspace: boolean | undefined;
  readonly global: boolean | undefined;
}

export interface Resolution extends Decisions {
  /** The primary working directory; without one there is no such scope. */
  readonly directory: string | undefined;
  /** The setting of the client that published it. */
  readonly published?: readonly Enablement[] | undefined;
  /** The default that applies everywhere unless someone decides otherwise. */
  readonly byDefault?: boolean | undefined;
}

/** Every decision that holds, sorted session, workspace, global: the first one counts. */
export function resolveEnablement(resolution: Resolution): Enablement[] {
  const { session, directory, published } = resolution;
  const workspace = resolution.workspace ?? publishedWorkspace(published, directory);
  const decided = published
    ? published.find((decision) => decision.kind === 'global')?.enabled
    : resolution.global;
  const global = decided ?? resolution.byDefault;
  const resolved: Enablement[] = [];
  if (session !== undefined) resolved.push({ kind: 'session', enabled: session });
  if (workspace !== undefined && directory !== undefined)
    resolved.push({ kind: 'workspace', uri: directory, enabled: workspace });
  if (global !== undefined) resolved.push({ kind: 'global', enabled: global });
  return resolved;
}

function publishedWorkspace(
  published: readonly Enablement[] | undefined,
  directory: string | undefined,
): boolean | undefined {
  for (const decision of published ?? []) {
    if (decision.kind === 'workspace' && decision.uri === directory) return decision.enabled;
  }
  return undefined;
}

export function isEnabled(enablement: readonly Enablement[]): boolean {
  return enablement[0]?.enabled ?? true;
}

/** The meaning of a client's toggle, which replaces all earlier decisions. */
export function decisionsIn(enablement: readonly Enablement[]): Decisions {
  const of = (kind: Enablement['kind']) => enablement.find((decision) => decision.kind === kind)?.enabled;
  return { session: of('session'), workspace: of('workspace'), global: of('global') };
}
