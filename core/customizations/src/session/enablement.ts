import type { Enablement } from '@loggia/protocol';

/** What was decided about one customization, by scope. */
export interface Decisions {
  readonly session: boolean | undefined;
  readonly workspace: boolean | undefined;
  readonly global: boolean | undefined;
}

export interface Resolution extends Decisions {
  /** The primary working directory; without one there is no such scope. */
  readonly directory: string | undefined;
  /** What the client says that published it. */
  readonly published?: readonly Enablement[] | undefined;
  /** What holds everywhere as long as nobody decides otherwise. */
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

/** What a client's toggle says, which replaces everything that was decided before. */
export function decisionsIn(enablement: readonly Enablement[]): Decisions {
  const of = (kind: Enablement['kind']) => enablement.find((decision) => decision.kind === kind)?.enabled;
  return { session: of('session'), workspace: of('workspace'), global: of('global') };
}
