import type { Enablement } from '@loggia/protocol';

/** A workspace, by its URI, and the decision for it. */
export interface WorkspaceDecision {
  readonly uri: string;
  readonly enabled: boolean | undefined;
}

/** The decisions about one customization, by scope. */
export interface Resolution {
  readonly session: boolean | undefined;
  /** The narrowest first: the primary working directory, then the workspace that the session belongs to. */
  readonly workspaces: readonly WorkspaceDecision[];
  readonly global: boolean | undefined;
  /** The setting of the client that published it. */
  readonly published?: readonly Enablement[] | undefined;
  /** The default that applies everywhere unless someone decides otherwise. */
  readonly byDefault?: boolean | undefined;
}

/**
 * The decisions that apply, sorted by session, workspace, global: the first one wins. The protocol has room for one
 * workspace, so a decision for the folder hides the one for the workspace around it.
 */
export function resolveEnablement(resolution: Resolution): Enablement[] {
  const { session, workspaces, published } = resolution;
  const decided = published
    ? published.find((decision) => decision.kind === 'global')?.enabled
    : resolution.global;
  const global = decided ?? resolution.byDefault;
  const resolved: Enablement[] = [];
  if (session !== undefined) resolved.push({ kind: 'session', enabled: session });
  for (const { uri, enabled } of workspaces) {
    const workspace = enabled ?? publishedFor(published, uri);
    if (workspace === undefined) continue;
    resolved.push({ kind: 'workspace', uri, enabled: workspace });
    break;
  }
  if (global !== undefined) resolved.push({ kind: 'global', enabled: global });
  return resolved;
}

function publishedFor(published: readonly Enablement[] | undefined, uri: string): boolean | undefined {
  return published && workspaceIn(published, uri);
}

/** The decision for one workspace in a client's list. */
export function workspaceIn(enablement: readonly Enablement[], uri: string): boolean | undefined {
  return enablement.find((decision) => decision.kind === 'workspace' && decision.uri === uri)?.enabled;
}

export function isEnabled(enablement: readonly Enablement[]): boolean {
  return enablement[0]?.enabled ?? true;
}

/** The decision for the session, or for everywhere, in a client's list. */
export function decisionIn(
  enablement: readonly Enablement[],
  kind: 'session' | 'global',
): boolean | undefined {
  return enablement.find((decision) => decision.kind === kind)?.enabled;
}
