import type {
  ChildCustomization,
  Customization,
  Enablement,
  Icon,
  LoadState,
  McpServerCustomization,
  McpServerState,
} from '@loggia/protocol';
import type { Approval } from './approval.ts';
import { isEnabled } from './enablement.ts';
import type {
  PlannedChild,
  PlannedContainer,
  PlannedEntry,
  PlannedLeaf,
  PlannedPart,
  PlannedServer,
} from './planned.ts';

/** The visible state of a server's process. */
export interface ServerStatus {
  readonly state: McpServerState;
  readonly channel?: string | undefined;
  readonly icons?: readonly Icon[] | undefined;
  readonly capabilities?: NonNullable<McpServerCustomization['mcpApp']>['capabilities'] | undefined;
  /** Somebody stopped it; remembered with the session. */
  readonly stopped?: boolean;
}

/** The decisions about a plan and the state of its servers. */
export interface PlanStatus {
  enablement(part: PlannedPart): Enablement[];
  /** The approval of one part of an entry, or of the whole entry; undefined if it needs none. */
  approval(entry: PlannedEntry, part?: PlannedChild): Approval | undefined;
  server(id: string): ServerStatus;
}

/** Decisions about leaves and directories, of which the protocol shows only the one that holds. */
export const enablementMeta = 'loggia.enablement';
const trustMeta = 'loggia.trust';
/** The definition of a server that was turned on for the session. */
export const turnedOnMeta = 'loggia.turnedOn';
export const stoppedMeta = 'loggia.stopped';

/** The tree as a session shows it. */
export function present(entries: readonly PlannedEntry[], status: PlanStatus): Customization[] {
  return entries.map((entry) =>
    entry.type === 'mcpServer' ? presentServer(entry, entry, status) : presentContainer(entry, status),
  );
}

function presentServer(
  server: PlannedServer,
  entry: PlannedEntry,
  status: PlanStatus,
): McpServerCustomization {
  const { id, uri, name, range } = server;
  const enablement = status.enablement(server);
  const { state, channel, icons, capabilities, stopped } = status.server(id);
  const approval = status.approval(entry, server);
  // The entry that holds it says so for all that is in it, unless some of that goes on.
  const waits = approval?.decision !== 'trusted' && (entry === server || approval?.changed);
  const isTurnedOn = enablement.some(({ kind, enabled }) => kind === 'session' && enabled);
  const meta = {
    ...(stopped && { [stoppedMeta]: true }),
    ...(isTurnedOn && { [turnedOnMeta]: server.written.fingerprint }),
    ...(approval && waits && { [trustMeta]: trustNote(entry, approval) }),
  };
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
    ...(Object.keys(meta).length > 0 && { _meta: meta }),
  };
}

function trustNote({ trust, uri }: PlannedEntry, { decision, changed }: Approval): Record<string, unknown> {
  return { source: trust ?? uri, decision, ...(changed && { changed }) };
}

function presentContainer(entry: PlannedContainer, status: PlanStatus): Customization {
  const enablement = status.enablement(entry);
  const approval = status.approval(entry);
  const children = entry.children?.map((child) => presentChild(child, entry, status));
  const meta: Record<string, unknown> = {};
  if (approval) meta[trustMeta] = trustNote(entry, approval);
  if (entry.type === 'directory' && enablement.length > 0) meta[enablementMeta] = enablement;
  const shared = {
    id: entry.id,
    uri: entry.uri,
    name: entry.name,
    ...(entry.icons && { icons: entry.icons }),
    load: trustedLoad(entry, approval),
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

function presentChild(child: PlannedChild, entry: PlannedEntry, status: PlanStatus): ChildCustomization {
  return child.type === 'mcpServer' ? presentServer(child, entry, status) : presentLeaf(child, status);
}

function presentLeaf(leaf: PlannedLeaf, status: PlanStatus): ChildCustomization {
  const { file: _where, commands: _commands, hook: _hook, ...declared } = leaf.declared;
  const enablement = status.enablement(leaf);
  const meta = { ...declared._meta, ...(enablement.length > 0 && { [enablementMeta]: enablement }) };
  return {
    ...declared,
    id: leaf.id,
    enabled: isEnabled(enablement),
    ...(Object.keys(meta).length > 0 && { _meta: meta }),
  } as ChildCustomization;
}

function trustedLoad(entry: PlannedContainer, approval: Approval | undefined): LoadState {
  const { load } = entry;
  if (!approval || approval.decision === 'trusted' || load.kind === 'loading') return load;
  const why = untrustedSentence(entry, approval);
  if (load.kind === 'error') return { kind: 'error', message: `${load.message}\n${why}` };
  return { kind: 'degraded', message: load.kind === 'degraded' ? `${why}\n${load.message}` : why };
}

/** Why something that was not approved doesn't run. */
export function untrustedSentence(entry: PlannedEntry, { decision, changed }: Approval): string {
  const { name } = entry;
  if (entry.type === 'mcpServer')
    return decision === 'denied'
      ? `You declined to run "${name}". Approve it if you have changed your mind.`
      : `"${name}" is waiting for your approval. Review what it would start, then approve or decline it.`;
  const { trust = entry.uri } = entry;
  // Where the host keeps what it fetched says nothing to anybody.
  const source = trust.startsWith('x-loggia-plugin:') ? 'it' : trust;
  if (decision === 'denied')
    return `Nothing of "${name}" runs, because you decided not to trust ${source}. Trust it if you have changed your mind.`;
  return changed
    ? `"${name}" has changed since you trusted ${source}, and what changed doesn't run. Review the changes, then decide again.`
    : `Nothing of "${name}" runs before you trust ${source}. Do so only if you know where it comes from.`;
}
