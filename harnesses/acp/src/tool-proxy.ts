import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { HarnessTool } from '@loggia/sessions/harness';
import { createMcpHandler, Server, type CallToolResult, type Tool } from '@modelcontextprotocol/server';
import { proxyName } from './call-matching.ts';
import { ListeningSessions } from './listening-sessions.ts';

/** Clients give up after a minute of silence, however long the user takes to decide. */
const progressMs = 5_000;
const sessionHeader = 'mcp-session-id';
const mostBytes = 16 * 1024 * 1024;
/** Some agents hide tools behind a search of their own unless they are told not to. */
const mostShown = 50;

export interface ProxyCall {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** The agent's own id for the call, where it passes one. */
  readonly id: string | undefined;
  /** The agent gave the call up. */
  readonly signal: AbortSignal;
}

/** The session behind one door. */
export interface ProxiedSession {
  tools(): readonly HarnessTool[];
  call(call: ProxyCall): Promise<CallToolResult>;
}

export interface Door {
  readonly url: string;
  readonly token: string;
  /** Tells the agent that its tools have changed. False if it doesn't listen. */
  toolsChanged(): boolean;
  /** From now on nobody gets in. */
  close(): void;
}

interface OpenDoor {
  readonly session: ProxiedSession;
  readonly token: Buffer;
  /** By MCP session and request: clients count their requests independently. */
  readonly running: Map<string, AbortController>;
  readonly sessions: ListeningSessions;
  /** The agent has a stream on which it hears of changes. */
  isListening: boolean;
}

/**
 * An MCP server on this machine's loopback address, with one door per conversation: its own address and token, which
 * end with it. It answers with what a model reads and nothing else.
 */
export class ToolProxy {
  readonly #doors = new Map<string, OpenDoor>();
  readonly #handler = createMcpHandler(({ authInfo }) => serverFor(authInfo?.extra?.['door'] as OpenDoor), {
    responseMode: 'sse',
    keepAliveMs: progressMs,
    maxRequestBodySize: mostBytes,
  });
  #listening: Promise<HttpServer> | undefined;

  async open(session: ProxiedSession): Promise<Door> {
    const server = await (this.#listening ??= this.#listen());
    const id = randomBytes(12).toString('hex');
    const token = randomBytes(32).toString('hex');
    const door: OpenDoor = {
      ...{ session, token: Buffer.from(token), running: new Map(), isListening: false },
      sessions: new ListeningSessions({
        keepAliveMs: progressMs,
        maxRequestBodySize: mostBytes,
        create: () => serverFor(door),
      }),
    };
    this.#doors.set(id, door);
    const { port } = server.address() as AddressInfo;
    return {
      ...{ url: `http://127.0.0.1:${port}/${id}`, token },
      toolsChanged: () => {
        door.sessions.toolsChanged();
        // Those of other doors list again, too, which does no harm.
        this.#handler.notify.toolsChanged();
        return door.isListening;
      },
      close: () => this.#shut(id),
    };
  }

  async close(): Promise<void> {
    for (const id of this.#doors.keys()) this.#shut(id);
    const server = await this.#listening?.catch(() => undefined);
    await this.#handler.close();
    if (!server) return;
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
  }

  #shut(id: string): void {
    const door = this.#doors.get(id);
    this.#doors.delete(id);
    for (const call of door?.running.values() ?? []) call.abort();
    door?.sessions.close();
  }

  async #listen(): Promise<HttpServer> {
    const listener = getRequestListener((request) => this.#answer(request), { overrideGlobalObjects: false });
    const server = createServer((request, response) => void listener(request, response));
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ host: '127.0.0.1', port: 0 }, resolve);
    });
    // An agent must not keep the host from stopping.
    server.unref();
    return server;
  }

  async #answer(request: Request): Promise<Response> {
    const door = this.#doors.get(new URL(request.url).pathname.slice(1));
    if (!door || !isFor(door, request)) return refusal(401, 'This address needs the token of its session.');
    if (Number(request.headers.get('content-length')) > mostBytes)
      return refusal(413, 'Send less at a time.');
    let parsedBody: unknown;
    if (request.method === 'POST') {
      try {
        parsedBody = JSON.parse(await request.text());
      } catch {
        return refusal(400, 'The body must be JSON.');
      }
    }
    const canceled = canceledBy(parsedBody);
    if (canceled !== undefined) {
      door.running.get(keyOf(request.headers.get(sessionHeader), canceled))?.abort();
      return new Response(undefined, { status: 202 });
    }
    follow(door, request, parsedBody);
    const { url, method, headers, signal } = request;
    const passedOn = new Request(url, {
      ...{ method, headers, signal },
      ...(parsedBody !== undefined && { body: JSON.stringify(parsedBody) }),
    });
    const inSession = await door.sessions.answer(passedOn, parsedBody);
    if (inSession) return inSession;
    const authInfo = { token: '', clientId: 'agent', scopes: [], extra: { door } };
    return this.#handler.fetch(passedOn, { authInfo, ...(parsedBody !== undefined && { parsedBody }) });
  }
}

/**
 * Notices streams for changes, and calls whose connection ends: in a session that doesn't end the call by itself, and
 * some agents give a call up only that way.
 */
function follow(door: OpenDoor, { method: verb, signal, headers }: Request, body: unknown): void {
  const { id, method } = (body ?? {}) as { readonly id?: string | number; readonly method?: unknown };
  const session = headers.get(sessionHeader);
  if (verb === 'GET' && session !== null) door.isListening = true;
  if (method === 'subscriptions/listen') door.isListening = true;
  if (method === 'tools/call' && id !== undefined)
    signal.addEventListener('abort', () => door.running.get(keyOf(session, id))?.abort(), { once: true });
}

function keyOf(session: string | null | undefined, request: string | number): string {
  return JSON.stringify([session ?? null, request]);
}

function isFor({ token }: OpenDoor, { headers }: Request): boolean {
  const given = Buffer.from((headers.get('authorization') ?? '').replace(/^Bearer /i, ''));
  // A page in a browser has no business here, whatever it knows.
  return headers.get('origin') === null && given.length === token.length && timingSafeEqual(given, token);
}

function refusal(status: number, error: string): Response {
  return Response.json({ error }, { status });
}

/** Each request has a server of its own, so a notification about another request has to be found here. */
function canceledBy(body: unknown): string | number | undefined {
  const { method, params } = (body ?? {}) as { method?: unknown; params?: { requestId?: unknown } };
  if (method !== 'notifications/cancelled') return undefined;
  const id = params?.requestId;
  return typeof id === 'string' || typeof id === 'number' ? id : '';
}

function serverFor({ session, running }: OpenDoor): Server {
  const server = new Server(
    { name: proxyName, version: '0.1.0' },
    { capabilities: { tools: { listChanged: true } } },
  );
  server.setRequestHandler('tools/list', () => {
    const tools = session.tools();
    return { tools: tools.map((tool) => listed(tool, tools.length <= mostShown)) };
  });
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq, sessionId }) => {
    const given = new AbortController();
    const key = keyOf(sessionId, mcpReq.id);
    running.set(key, given);
    const meta: Readonly<Record<string, unknown>> = mcpReq._meta ?? {};
    const { progressToken } = meta;
    let progress = 0;
    const beat = setInterval(() => {
      if (typeof progressToken !== 'string' && typeof progressToken !== 'number') return;
      const told = { progressToken, progress: ++progress };
      mcpReq.notify({ method: 'notifications/progress', params: told }).catch(() => undefined);
    }, progressMs);
    try {
      return await session.call({
        name: params.name,
        input: params.arguments ?? {},
        id: idIn(meta),
        signal: AbortSignal.any([mcpReq.signal, given.signal]),
      });
    } finally {
      clearInterval(beat);
      running.delete(key);
    }
  });
  return server;
}

/** The agents that pass their id for a call, by the name under which they do. */
function idIn(meta: Readonly<Record<string, unknown>>): string | undefined {
  const id = meta['callId'] ?? meta['claudecode/toolUseId'];
  return typeof id === 'string' ? id : undefined;
}

function listed(tool: HarnessTool, isShown: boolean): Tool {
  const { name, title, description, inputSchema, readOnly, destructive } = tool;
  const schema = { ...inputSchema, type: 'object' } as Tool['inputSchema'];
  return {
    name,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    inputSchema: schema,
    annotations: {
      ...(readOnly !== undefined && { readOnlyHint: readOnly }),
      ...(destructive !== undefined && { destructiveHint: destructive }),
    },
    ...(isShown && { _meta: { 'anthropic/alwaysLoad': true } }),
  };
}
