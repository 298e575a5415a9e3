import type {
  CapabilityServer,
  HandlerAccess,
  HandlerCall,
  HandlerServer,
  HandlerStatus,
  McpResult,
} from '@loggia/artifacts';
import { apiMetaKey, parseMime, type ApiAccess, type CapabilityEntry } from '@loggia/content';
import { AuthNeeded, ServerFailure, type ServerConnection } from '@loggia/mcp';
import { workspaceUri } from '@loggia/protocol';
import type { Provider, Resolution } from '@loggia/registry';
import type { KeyRequest } from './key-ring.ts';
import type { WorkspaceRegistries } from './workspace-registries.ts';

export interface HandlerAccessPorts {
  readonly registry: WorkspaceRegistries;
  /** The address of the public API for servers on this machine. */
  readonly apiUrl: string;
  use(workspace: string): () => void;
  /** A short-lived key to one artifact. */
  issue(request: KeyRequest): ApiAccess;
}

/** How long a call waits for a starting server before it fails. */
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
    statusOf: (workspace, type) => handlerStatus(workspace, registry.of(workspace).resolve(type), registry),
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

function handlerStatus(
  workspace: string,
  resolution: Resolution,
  registry: WorkspaceRegistries,
): HandlerStatus {
  const { conflict, contract, provider, mime } = resolution;
  if (conflict) return { kind: 'disputed', reason: conflict.message };
  const isStandard = parseMime(mime)?.tree === 'standard';
  // A substitute for an absent vendor isn't the type's handler.
  if (!contract || (contract.mime !== mime && !isStandard)) return { kind: 'nobody' };
  // A server chosen to open a standard type isn't told of events of everybody's files.
  if (isStandard || provider?.kind !== 'server') {
    const providers = isStandard ? providersOf(workspace, resolution, registry) : [];
    return {
      kind: 'platform',
      capabilities: builtinsOf(resolution),
      ...(providers.length > 0 && { providers }),
    };
  }
  return {
    kind: 'server',
    ...serverOf(workspace, provider, registry),
    events: contract.behaviors.events,
    capabilities: { ...builtinsOf(resolution), ...contract.behaviors.capabilities },
    needs: contract.behaviors.needs,
  };
}

function builtinsOf({ capabilities }: Resolution): Record<string, CapabilityEntry> {
  return Object.fromEntries(
    [...capabilities].flatMap(([name, sources]) => {
      const own = sources.find(({ entry }) => 'builtin' in entry);
      return own ? [[name, own.entry]] : [];
    }),
  );
}

/** The servers that come before the platform for at least one capability of a standard type. */
function providersOf(
  workspace: string,
  { capabilities }: Resolution,
  registry: WorkspaceRegistries,
): readonly CapabilityServer[] {
  const found = new Map<string, CapabilityServer>();
  for (const [name, sources] of capabilities) {
    for (const { provider, entry } of sources) {
      if (provider.kind === 'builtin' || !('tool' in entry)) break;
      const known = found.get(provider.server) ?? {
        ...serverOf(workspace, provider, registry),
        capabilities: {},
      };
      if (Object.hasOwn(known.capabilities, name)) continue;
      const own = { ...known.capabilities, [name]: { tool: entry.tool } };
      found.set(provider.server, { ...known, capabilities: own });
    }
  }
  return [...found.values()];
}

function serverOf(
  workspace: string,
  { server, name }: Extract<Provider, { kind: 'server' }>,
  registry: WorkspaceRegistries,
): HandlerServer {
  const connection = registry.server(workspace, server)?.connection;
  const ready = connection?.state.kind === 'ready';
  return { server, name, ready, ...(!ready && { reason: notReady(name, connection) }) };
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
