import type { ServerTransport } from '@loggia/mcp';
import type { Enablement, ServerReport } from '@loggia/protocol';
import { withoutCredentials } from './kept-secrets.ts';
import type { ServerInPlan } from './plan-services.ts';

/** The public description of a server, without its environment and headers, which may be secret. */
export function reportOf(
  place: ServerInPlan,
  known: {
    readonly users: number | undefined;
    readonly signedIn: boolean | undefined;
    /** The artifact on whose behalf it was added. */
    readonly artifact: string | undefined;
    readonly enablement: readonly Enablement[];
    /** Nothing uses it now, and nobody stopped it. */
    readonly idle: boolean;
  },
): ServerReport {
  const { server, slot } = place;
  const { connection } = slot;
  const facts = connection?.facts;
  const { users, signedIn, artifact, enablement, idle } = known;
  return {
    id: server.id,
    name: server.name,
    source: { ...server.source, ...(artifact !== undefined && { artifact }) },
    transport: transportOf(server.definition?.transport),
    enabled: place.enabled,
    ...(enablement.length > 0 && { enablement: [...enablement] }),
    trusted: (place.approval?.decision ?? 'trusted') === 'trusted',
    ...approvalIn(place),
    state: slot.status(false).state,
    ...(idle && { idle }),
    ...installationIn(place),
    ...(signedIn !== undefined && { signedIn }),
    ...(facts && { protocolVersion: facts.protocolVersion }),
    ...(facts?.title !== undefined && { title: facts.title }),
    ...(facts?.version !== undefined && { version: facts.version }),
    ...(connection && facts && { tools: connection.tools.length }),
    ...(connection?.pid !== undefined && { pid: connection.pid }),
    ...(connection && { restarts: connection.restarts }),
    ...(users !== undefined && { users }),
  };
}

function installationIn({ slot: { connection } }: ServerInPlan): Pick<ServerReport, 'installing'> {
  if (connection?.installing === undefined) return {};
  const said = connection.logs.read().entries.findLast(({ from }) => from === 'stderr')?.text;
  return { installing: { by: connection.installing, ...(said !== undefined && { said }) } };
}

function approvalIn({ approval, entry }: ServerInPlan): Pick<ServerReport, 'approval'> {
  if (!approval || approval.decision === 'trusted') return {};
  return {
    approval: {
      source: entry.trust ?? entry.uri,
      decision: approval.decision === 'denied' ? 'declined' : 'waiting',
      ...(approval.changed && { changed: true }),
    },
  };
}

function transportOf(transport: ServerTransport | undefined): ServerReport['transport'] {
  if (!transport) return { kind: 'stdio', command: '', args: [] };
  if (transport.kind !== 'stdio') return { kind: transport.kind, url: withoutCredentials(transport.url) };
  const { command, args, cwd, env, sandbox } = transport;
  return {
    kind: 'stdio',
    command,
    args: [...args],
    ...(cwd !== undefined && { cwd }),
    env: Object.keys(env).sort(),
    ...(sandbox && { sandbox: { ...sandbox, folders: sandbox.folders.map((folder) => ({ ...folder })) } }),
  };
}
