import {
  AuthNeeded,
  ForeignError,
  ServerFailure,
  type McpToolResult,
  type ServerConnection,
} from '@loggia/mcp';
import { ProtocolError } from '@loggia/protocol';
import { definitionOf } from './offered-tools.ts';
import type { OperationPorts } from './operation-ports.ts';
import { placeNamed } from './place-named.ts';
import { ServerAccess } from './server-access.ts';
import type { ToolOperations } from './service.ts';

export function createToolOperations(operationPorts: OperationPorts): ToolOperations {
  const { services, plan } = operationPorts;
  const { ports } = services;
  const access = new ServerAccess(operationPorts);

  return {
    async listTools({ server, session }) {
      const worn = await plan(session);
      const places = server === undefined ? worn.places : [placeNamed(worn.places, server)];
      const wanted = places.filter((place) => server !== undefined || place.enabled);
      const found = await Promise.all(
        wanted.map(async (place) => {
          const named = { server: place.server.id, serverName: place.server.name };
          const connection = await access.bringUp(worn, place);
          if (typeof connection === 'string') return { missing: { ...named, reason: connection } };
          const tools = connection.tools.map((tool) => ({
            ...named,
            tool: definitionOf({ name: tool.name, tool }),
          }));
          return { tools };
        }),
      );
      return {
        tools: found.flatMap(({ tools }) => tools ?? []),
        missing: found.flatMap(({ missing }) => missing ?? []),
      };
    },

    async callTool({ tool, arguments: input = {}, call: callId, ...params }, caller, signal) {
      const request = { name: tool, arguments: input };
      const { session } = params;
      let named = { server: params.server, serverName: params.server };
      const connect = async (): Promise<ServerConnection> => {
        const { worn, place } = await access.find(params);
        named = { server: place.server.id, serverName: place.server.name };
        const connection = await access.bringUp(worn, place);
        if (typeof connection !== 'string') return connection;
        const { state } = place.slot;
        if (state.kind === 'authRequired') throw authRequired(new AuthNeeded(state));
        throw new ProtocolError('Unavailable', connection);
      };
      const connection = await connect().catch((error: unknown) => {
        ports.gateway.missed(
          { ...named, session, caller, method: 'tools/call', target: tool, request },
          'failed',
          error,
        );
        throw error;
      });
      const { sampling } = connection.definition;
      const sample = session === undefined ? undefined : ports.samplerOf?.(session);
      const { clientId } = caller;
      const begun = operationPorts.calls.begin({
        ...named,
        clientId,
        id: callId,
        tool,
        by: 'person',
        sampling,
        sample,
      });
      const signals = [begun.canceled, ...(signal ? [signal] : [])];
      const context = { caller, ...(session !== undefined && { session }), ...begun.hooks };
      try {
        return await call(
          () => connection.callTool(request, { ...context, signal: AbortSignal.any(signals) }),
          named.serverName,
        );
      } finally {
        begun.end();
      }
    },
  };
}

async function call(work: () => Promise<McpToolResult>, serverName: string): Promise<McpToolResult> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AuthNeeded) throw authRequired(error);
    if (!(error instanceof ServerFailure)) throw error;
    if (error.kind === 'refused') throw new ForeignError(error.code ?? -32603, error.message, error.data);
    throw new ProtocolError('Unavailable', `${serverName}: ${error.message}`);
  }
}

function authRequired({ challenge, message }: AuthNeeded): ProtocolError {
  const { resource, reason, requiredScopes } = challenge;
  return new ProtocolError('AuthRequired', message, {
    resources: [resource],
    reason,
    ...(requiredScopes && { requiredScopes }),
  });
}
