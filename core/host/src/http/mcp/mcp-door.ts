import { agentOf, type IncomingRequest, type Principal, type Refusal } from '@loggia/access';
import { errorTable, ProtocolError, rootUri, type Implementation } from '@loggia/protocol';
import {
  createMcpHandler,
  ProtocolError as McpError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
  type McpHttpHandler,
} from '@modelcontextprotocol/server';
import { Hono } from 'hono';
import type { Caller, Commands } from '../../commands/table.ts';
import { toldToClients } from '../../wire/told-to-clients.ts';
import { failed, HttpRefusal, refused, type Report } from '../api/answer.ts';
import { refusalOf } from '../api/api-door.ts';
import { jsonBody, type BodyLimits } from '../request-body.ts';
import { isGone, namesOf, type Environment } from '../environment.ts';
import { artifactTemplate, listArtifactResources, readArtifactResource } from './resources.ts';
import { failedCall, offeredTools, succeeded } from './tools.ts';

export interface McpDoorOptions {
  readonly commands: Commands;
  readonly serverInfo: Implementation;
  readonly limits: BodyLimits;
  readonly report: Report;
  /** Who is behind a request; the guard's own rule for single requests. */
  admit(request: IncomingRequest): { readonly principal: Principal } | Refusal;
}

const instructions =
  'Works with the artifacts of this host: find them with search or list_artifacts, read them with get_artifact and read_content, change them with update_artifact, and make a version of what is done with commit_artifacts. A change is a draft until it is committed. Send "ifRevision" with the revision you have seen, so that nobody else\'s change is lost.';

export interface McpDoor {
  readonly routes: Hono<Environment>;
  /** Ends what is under way. */
  close(): Promise<void>;
}

/** The host as an MCP server, without sessions: what a request needs to know comes with it. */
export function createMcpDoor(options: McpDoorOptions): McpDoor {
  const { commands, serverInfo, limits, report, admit } = options;
  const tools = offeredTools(commands.definitions());
  const listed = [...tools.values()].map(({ tool }) => tool);

  function serverFor(principal: Principal): Server {
    const { name, version = '0', title } = serverInfo;
    const server = new Server(
      { name, version, ...(title !== undefined && { title }) },
      { capabilities: { tools: {}, resources: {} }, instructions },
    );
    const callerOf = (signal: AbortSignal): Caller => ({
      clientId: 'mcp',
      principal,
      signal,
      ask: () => Promise.reject(new Error('Over MCP nobody can be asked back.')),
    });
    server.setRequestHandler('tools/list', () => ({ tools: listed }));
    server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
      const offered = tools.get(params.name);
      if (!offered) {
        throw new McpError(
          ProtocolErrorCode.InvalidParams,
          'There is no such tool. tools/list has all there are.',
        );
      }
      const given = { ...params.arguments, channel: rootUri };
      try {
        return succeeded(await commands.run(offered.command, given, callerOf(mcpReq.signal)));
      } catch (error) {
        return failedCall(error, report);
      }
    });
    server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [artifactTemplate] }));
    server.setRequestHandler('resources/list', ({ params }, { mcpReq }) =>
      inWords(report, undefined, () =>
        listArtifactResources(commands, params?.cursor, callerOf(mcpReq.signal)),
      ),
    );
    server.setRequestHandler('resources/read', ({ params }, { mcpReq }) =>
      inWords(report, params.uri, () => readArtifactResource(commands, params.uri, callerOf(mcpReq.signal))),
    );
    return server;
  }

  const handler: McpHttpHandler = createMcpHandler(
    ({ authInfo }) => serverFor(authInfo?.extra?.['principal'] as Principal),
    { maxRequestBodySize: limits.maxBytes },
  );

  const door = new Hono<Environment>();
  door.all('/', async (context) => {
    try {
      const verdict = admit(namesOf(context));
      if (!('principal' in verdict)) throw refusalOf(verdict);
      const principal = agentOf(verdict.principal);
      if (!principal.scope.everything) {
        throw new HttpRefusal(
          403,
          'PermissionDenied',
          'This token is good for single artifacts only. Use it with POST /api/<command>.',
        );
      }
      const { method, headers, url, signal } = context.req.raw;
      const parsedBody = method === 'POST' ? await jsonBody(context, limits) : undefined;
      const request = new Request(url, {
        method,
        headers,
        signal,
        ...(parsedBody !== undefined && { body: JSON.stringify(parsedBody) }),
      });
      // Who acts was settled by the guard; the token itself goes no further.
      const authInfo = { token: '', clientId: 'mcp', scopes: [], extra: { principal } };
      return await handler.fetch(request, { authInfo, ...(parsedBody !== undefined && { parsedBody }) });
    } catch (error) {
      return failed(error, isGone(context) ? () => undefined : report);
    }
  });
  door.all('*', () =>
    refused(
      new HttpRefusal(404, 'MethodNotFound', 'There is nothing at this address. MCP is spoken at /mcp.'),
    ),
  );
  return { routes: door, close: () => handler.close() };
}

/** Errors of ours in the words of MCP. */
async function inWords<Result>(
  report: Report,
  uri: string | undefined,
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    const told = toldToClients(error);
    if (!told) report('A resource of the host could not be read', error);
    if (!told) throw new McpError(ProtocolErrorCode.InternalError, errorTable.InternalError.say);
    const isMissing = told instanceof ProtocolError && told.kind === 'NotFound';
    if (isMissing && uri !== undefined) throw new ResourceNotFoundError(uri, told.message);
    throw new McpError(ProtocolErrorCode.InvalidParams, told.message);
  }
}
