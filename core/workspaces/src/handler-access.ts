import type { HandlerCall, HandlerAccess, McpResult, HandlerStatus } from '@loggia/artifacts';
import { apiMetaKey, parseMime, type ApiAccess, type CapabilityEntry } from '@loggia/content';
import { AuthNeeded, ServerFailure, type ServerConnection } from '@loggia/mcp';
import { workspaceUri } from '@loggia/protocol';
import type { Resolution } from '@loggia/registry';
import type { KeyRequest } from './key-ring.ts';
import type { WorkspaceRegistries } from './workspace-registries.ts';

export interface HandlerAccessPorts {
  readonly registry: WorkspaceRegistries;
  /** Where the public API is, as servers on this machine reach it. */
  readonly apiUrl: string;
  use(workspace: string): () => void;
  /** A key to one artifact, for a short time. */
  issue(request: KeyRequest): ApiAccess;
}

/** How long a server that starts is waited for, before a call to it fails. */
const startWithinMs = 15_000;

export function createHandlerAccess(ports: HandlerAccessPorts): HandlerAccess {
  const { registry, apiUrl } = ports;

  async function connect(
    workspace: string,
    id: string,
  ): Promise<{ connection: ServerConnection; name: string }> {
    await registry.awake(workspace);
    const server = registry.server(workspace, id);
    if (!server?.connection)
      throw new Error(`The server "${server?.name ?? id}" does not run in this workspace. Start it.`);
    const { connection, name } = server;
    if (connection.state.kind === 'starting')
      await connection.settled(AbortSignal.timeout(startWithinMs)).catch(() => {});
    if (connection.state.kind !== 'ready') throw new Error(notReady(name, connection));
    return { connection, name };
  }

  async function call(request: HandlerCall): Promise<McpResult> {
    const { workspace, server, tool, about, timeoutMs, signal } = request;
    const release = ports.use(workspace);
    try {
      const { connection, name } = await connect(workspace, server);
      const { artifact, grant, permissions } = about;
      const access = ports.issue({ workspace, server, artifact, grant, permissions });
      const caller = { by: 'handler', principal: about.by, clientId: 'host' } as const;
      try {
        return await connection.callTool(
          { name: tool, arguments: request.arguments, _meta: { [apiMetaKey]: access } },
          { caller, session: workspaceUri(workspace), timeoutMs, ...(signal && { signal }) },
        );
      } catch (error) {
        throw saidOf(name, error);
      }
    } finally {
      release();
    }
  }

  return {
    statusOf: (workspace, type) => standingOf(workspace, registry.of(workspace).resolve(type), registry),
    use: (workspace) => ports.use(workspace),
    call,
    onChange: (listener) => registry.onChange(listener),
    contentUrl: (artifact, version) =>
      `${apiUrl}/artifacts/${artifact}/content${version === undefined ? '' : `?version=${version}`}`,
  };
}

function saidOf(name: string, error: unknown): unknown {
  if (error instanceof AuthNeeded)
    return new Error(`"${name}" asks for a sign-in. Sign in to it and try again.`, { cause: error });
  return error instanceof ServerFailure ? new Error(`${name}: ${error.message}`, { cause: error }) : error;
}

function standingOf(workspace: string, resolution: Resolution, registry: WorkspaceRegistries): HandlerStatus {
  const { conflict, contract, provider, mime } = resolution;
  if (conflict) return { kind: 'disputed', reason: conflict.message };
  const isStandard = parseMime(mime)?.tree === 'standard';
  // What serves the type of a vendor in its owner's absence does not answer for it.
  if (!contract || (contract.mime !== mime && !isStandard)) return { kind: 'nobody' };
  // Whoever was chosen to open a standard type is not told what becomes of everybody's files.
  if (isStandard || provider?.kind !== 'server')
    return { kind: 'platform', capabilities: builtinsOf(resolution) };
  const server = registry.server(workspace, provider.server);
  const ready = server?.connection?.state.kind === 'ready';
  return {
    kind: 'server',
    server: provider.server,
    name: provider.name,
    ready,
    ...(!ready && { reason: notReady(provider.name, server?.connection) }),
    events: contract.behaviors.events,
    capabilities: { ...builtinsOf(resolution), ...contract.behaviors.capabilities },
    needs: contract.behaviors.needs,
  };
}

function builtinsOf({ capabilities }: Resolution): Record<string, CapabilityEntry> {
  return Object.fromEntries(
    [...capabilities].flatMap(([name, { entry }]) => ('builtin' in entry ? [[name, entry]] : [])),
  );
}

function notReady(name: string, connection: ServerConnection | undefined): string {
  if (!connection) return `"${name}" does not run. Start it.`;
  const { state } = connection;
  switch (state.kind) {
    case 'error':
      return `"${name}" is down: ${state.error.message}`;
    case 'authRequired':
      return `"${name}" asks for a sign-in. Sign in to it.`;
    case 'starting':
      return `"${name}" is starting.`;
    default:
      return `"${name}" is stopped. Start it.`;
  }
}
