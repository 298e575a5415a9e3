import { actsWithKey, agentOf, grantOf, type Delegate, type Principal, type Refusal } from '@loggia/access';
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
import { namedAgent } from '../../agent-name.ts';
import type { Caller, Commands } from '../../commands/table.ts';
import { toldToClients } from '../../wire/told-to-clients.ts';
import { failed, HttpRefusal, refused, type Report } from '../api/answer.ts';
import { refusalOf } from '../api/api.ts';
import { jsonBody, type BodyLimits } from '../request-body.ts';
import { isGone, namesOf, type ArrivedRequest, type Environment } from '../environment.ts';
import { artifactTemplate, listArtifactResources, readArtifactResource } from './resources.ts';
import { failedCall, offeredTools, succeeded } from './tools.ts';

export interface McpEndpointOptions {
  readonly commands: Commands;
  readonly serverInfo: Implementation;
  readonly limits: BodyLimits;
  readonly report: Report;
  /** Identifies the principal of a request; the guard's own rule for single requests. */
  admit(request: ArrivedRequest): { readonly principal: Principal } | Refusal;
}

const instructions =
  'Works with the artifacts of this host: find them with search or list_artifacts, read them with read_text and get_artifact, change them with update_artifact, and make a version of what is done with commit_artifacts. show_artifact shows one to the user. A change is a draft until it is committed. Send "ifRevision" with the revision you have seen, so that nobody else\'s change is lost.';

interface McpCaller {
  readonly principal: Delegate;
  /** Whether it is the host itself that calls, for one of its agents. */
  readonly isOwn: boolean;
}

export interface McpEndpoint {
  readonly routes: Hono<Environment>;
  /** Ends running requests. */
  close(): Promise<void>;
}

/** The host as a stateless MCP server: each request carries everything it needs. */
export function createMcpEndpoint(options: McpEndpointOptions): McpEndpoint {
  const { commands, serverInfo, limits, report, admit } = options;
  const tools = offeredTools(commands.definitions());
  const listed = [...tools.values()];
  const toRead = listed.filter(({ command }) => commands.definitions().get(command)?.grant === 'read');

  function serverFor({ principal, isOwn }: McpCaller): Server {
    const { name, version = '0', title } = serverInfo;
    const server = new Server(
      { name, version, ...(title !== undefined && { title }) },
      { capabilities: { tools: {}, resources: {} }, instructions },
    );
    const callerOf = (signal: AbortSignal, meta?: Readonly<Record<string, unknown>>): Caller => ({
      clientId: 'mcp',
      refusesUnknown: true,
      principal: isOwn ? namedAgent(principal, meta) : principal,
      signal,
      ask: () => Promise.reject(new Error("A client can't be asked back over MCP.")),
    });
    server.setRequestHandler('tools/list', () => {
      const allowed = grantOf(principal) === 'read' ? toRead : listed;
      return { tools: allowed.map(({ tool }) => tool) };
    });
    server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
      const offered = tools.get(params.name);
      if (!offered) {
        throw new McpError(
          ProtocolErrorCode.InvalidParams,
          'There is no such tool. tools/list has all of them.',
        );
      }
      const given = { ...params.arguments, channel: rootUri };
      try {
        const caller = callerOf(mcpReq.signal, mcpReq._meta);
        return succeeded(await commands.run(offered.command, given, caller), offered.shows);
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
    ({ authInfo }) => serverFor(authInfo?.extra?.['caller'] as McpCaller),
    { maxRequestBodySize: limits.maxBytes },
  );

  const endpoint = new Hono<Environment>();
  endpoint.all('/', async (context) => {
    try {
      const verdict = admit(namesOf(context));
      if (!('principal' in verdict)) throw refusalOf(verdict);
      const principal = agentOf(verdict.principal);
      const isOwn = verdict.principal.kind === 'delegate' && !actsWithKey(verdict.principal);
      const caller: McpCaller = { principal, isOwn };
      if (!principal.scope.everything) {
        throw new HttpRefusal(
          403,
          'PermissionDenied',
          'This token only works for single artifacts. Use it with POST /api/<command>.',
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
      // The guard has identified the principal; the token itself isn't passed on.
      const authInfo = { token: '', clientId: 'mcp', scopes: [], extra: { caller } };
      return await handler.fetch(request, { authInfo, ...(parsedBody !== undefined && { parsedBody }) });
    } catch (error) {
      return failed(error, isGone(context) ? () => undefined : report);
    }
  });
  endpoint.all('*', () =>
    refused(
      new HttpRefusal(404, 'MethodNotFound', 'There is nothing at this address. MCP is spoken at /mcp.'),
    ),
  );
  return { routes: endpoint, close: () => handler.close() };
}

/** Translates our errors to MCP. */
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
