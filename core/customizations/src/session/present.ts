import type {
  ChildCustomization,
  Customization,
  Enablement,
  Icon,
  LoadState,
  McpServerCustomization,
  McpServerState,
} from '@loggia/protocol';
import type { TrustDecision } from '../decisions/trust-book.ts';
import { isEnabled } from './enablement.ts';
import type {
  PlannedChild,
  PlannedContainer,
  PlannedEntry,
  PlannedLeaf,
  PlannedPart,
  PlannedServer,
} from './planned.ts';

/** What a server's process does, as far as it is shown. */
export interface ServerStanding {
  readonly state: McpServerState;
  readonly channel?: string | undefined;
  readonly icons?: readonly Icon[] | undefined;
  readonly capabilities?: NonNullable<McpServerCustomization['mcpApp']>['capabilities'] | undefined;
  /** Somebody stopped it; remembered with the session. */
  readonly stopped?: boolean;
}

/** What was decided about a plan, and what has become of its servers. */
export interface Standing {
  enablement(part: PlannedPart): Enablement[];
  trust(source: string): TrustDecision;
  server(id: string): ServerStanding;
}

/** Decisions about leaves and directories, of which the protocol shows only the one that holds. */
export const enablementMeta = 'loggia.enablement';
const trustMeta = 'loggia.trust';
export const stoppedMeta = 'loggia.stopped';

/** The tree as a session shows it. */
export function present(entries: readonly PlannedEntry[], standing: Standing): Customization[] {
  return entries.map((entry) =>
    entry.type === 'mcpServer' ? presentServer(entry, standing) : presentContainer(entry, standing),
  );
}

function presentServer(server: PlannedServer, standing: Standing): McpServerCustomization {
  const { id, uri, name, range } = server;
  const enablement = standing.enablement(server);
  const { state, channel, icons, capabilities, stopped } = standing.server(id);
  return {
    type: 'mcpServer',
    id,
    uri,
    name,
    ...(icons && icons.length > 0 && { icons: [...icons] }),
    ...(range && { range }),
    ...(enablement.length > 0 && { enablement }),
    state,
    ...(channel !== undefined && { channel }),
    ...(capabilities && { mcpApp: { capabilities } }),
    ...(stopped && { _meta: { [stoppedMeta]: true } }),
  };
}

function presentContainer(entry: PlannedContainer, standing: Standing): Customization {
  const enablement = standing.enablement(entry);
  const decision = entry.trust === undefined ? undefined : standing.trust(entry.trust);
  const children = entry.children?.map((child) => presentChild(child, standing));
  const meta: Record<string, unknown> = {};
  if (decision !== undefined) meta[trustMeta] = { source: entry.trust, decision };
  if (entry.type === 'directory' && enablement.length > 0) meta[enablementMeta] = enablement;
  const shared = {
    id: entry.id,
    uri: entry.uri,
    name: entry.name,
    ...(entry.icons && { icons: entry.icons }),
    load: trustedLoad(entry, decision),
    ...(children && { children }),
    ...(Object.keys(meta).length > 0 && { _meta: meta }),
  };
  if (entry.type === 'directory') {
    const { contents } = entry;
    return { type: 'directory', ...shared, enabled: isEnabled(enablement), contents, writable: false };
  }
  return {
    type: 'plugin',
    ...shared,
    ...(entry.clientId !== undefined && { clientId: entry.clientId }),
    ...(entry.version !== undefined && { version: entry.version }),
    ...(enablement.length > 0 && { enablement }),
  };
}

function presentChild(child: PlannedChild, standing: Standing): ChildCustomization {
  return child.type === 'mcpServer' ? presentServer(child, standing) : presentLeaf(child, standing);
}

function presentLeaf(leaf: PlannedLeaf, standing: Standing): ChildCustomization {
  const { file: _where, ...declared } = leaf.declared;
  const enablement = standing.enablement(leaf);
  const meta = { ...declared._meta, ...(enablement.length > 0 && { [enablementMeta]: enablement }) };
  return {
    ...declared,
    id: leaf.id,
    enabled: isEnabled(enablement),
    ...(Object.keys(meta).length > 0 && { _meta: meta }),
  } as ChildCustomization;
}

function trustedLoad(entry: PlannedContainer, decision: TrustDecision | undefined): LoadState {
  const { load } = entry;
  if (decision === undefined || decision === 'trusted' || load.kind === 'loading') return load;
  const why = untrustedSentence(entry.name, entry.trust ?? entry.uri, decision);
  if (load.kind === 'error') return { kind: 'error', message: `${load.message}\n${why}` };
  return { kind: 'degraded', message: load.kind === 'degraded' ? `${why}\n${load.message}` : why };
}

export function untrustedSentence(name: string, source: string, decision: TrustDecision): string {
  return decision === 'denied'
    ? `Nothing of "${name}" runs, because you decided not to trust ${source}. Trust it if you have changed your mind.`
    : `Nothing of "${name}" runs before you trust ${source}. Do so only if you know where it comes from.`;
}
