import { randomUUID } from 'node:crypto';
import {
  createMcpHandler,
  McpServer,
  WebStandardStreamableHTTPServerTransport,
  type McpHttpHandler,
} from '@modelcontextprotocol/server';
import type { AuthorizationServer } from './authorization-server.ts';
import { openLoopbackServer, type LoopbackServer } from './loopback-server.ts';

export interface ProtectedMcpServerOptions {
  readonly authorizationServer: AuthorizationServer;
  /** Required for every request. */
  readonly scopes?: readonly string[];
  /** Additional requirements of single tools. */
  readonly toolScopes?: Readonly<Record<string, readonly string[]>>;
  /** `session`: the client gets a session id and keeps it. */
  readonly state?: 'none' | 'session';
  /** In addition to the first one. */
  readonly moreIssuers?: readonly string[];
}

interface Session {
  readonly server: McpServer;
  readonly transport: WebStandardStreamableHTTPServerTransport;
}

/**
 * An MCP server over Streamable HTTP that requires a token. Its tools: `whoami` returns the caller, `write` answers
 * `written`, and `slow` answers when the test lets it.
 */
export class ProtectedMcpServer {
  /** The number of runs of each tool. */
  readonly calls: Record<'whoami' | 'write' | 'slow', number> = { whoami: 0, write: 0, slow: 0 };
  /** The number of responses with each status before any tool was reached. */
  readonly refusals: Record<401 | 403, number> = { 401: 0, 403: 0 };
  /** Every bearer token received, known or not. */
  readonly tokensSeen = new Set<string>();
  readonly #options: ProtectedMcpServerOptions;
  readonly #sessions = new Map<string, Session>();
  readonly #stateless: McpHttpHandler;
  #slowWaiting: (() => void)[] = [];
  #slowWatchers: (() => void)[] = [];
  #server: LoopbackServer | undefined;

  private constructor(options: ProtectedMcpServerOptions) {
    this.#options = options;
    this.#stateless = createMcpHandler(() => this.#newServer());
  }

  static async start(options: ProtectedMcpServerOptions): Promise<ProtectedMcpServer> {
    const started = new ProtectedMcpServer(options);
    started.#server = await openLoopbackServer((request) => started.#answer(request));
    return started;
  }

  get origin(): string {
    return this.#server?.origin ?? '';
  }

  /** The address of the endpoint, which is the resource that tokens are for. */
  get url(): string {
    return `${this.origin}/mcp`;
  }

  get metadata(): Readonly<Record<string, unknown>> {
    const { authorizationServer, moreIssuers = [], scopes } = this.#options;
    return {
      resource: this.url,
      resource_name: 'Protected',
      authorization_servers: [authorizationServer.issuer, ...moreIssuers],
      bearer_methods_supported: ['header'],
      ...(scopes && { scopes_supported: scopes }),
    };
  }

  /** Resolves when a call of `slow` is waiting. */
  async slowCalled(): Promise<void> {
    if (this.#slowWaiting.length > 0) return;
    await new Promise<void>((resolve) => this.#slowWatchers.push(resolve));
  }

  /** Completes every waiting call of `slow`. */
  finishSlow(): void {
    const waiting = this.#slowWaiting;
    this.#slowWaiting = [];
    for (const finish of waiting) finish();
  }

  async close(): Promise<void> {
    this.finishSlow();
    for (const { server } of this.#sessions.values()) await server.close();
    await this.#stateless.close();
    await this.#server?.close();
  }

  async #answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (pathname === '/.well-known/oauth-protected-resource/mcp') return Response.json(this.metadata);
    if (pathname !== '/mcp') return new Response('Nothing here', { status: 404 });

    const authorization = request.headers.get('authorization');
    if (authorization === null) return this.#refuse(401, { scope: this.#options.scopes?.join(' ') });
    const token = authorization.replace(/^Bearer /i, '');
    this.tokensSeen.add(token);
    const facts = await this.#introspect(token);
    // A token for another resource doesn't count.
    if (facts['active'] !== true || facts['aud'] !== this.url) {
      return this.#refuse(401, {
        error: 'invalid_token',
        error_description: 'The token is not good here, or not any more',
        scope: this.#options.scopes?.join(' '),
      });
    }

    const text = request.method === 'POST' ? await request.text() : undefined;
    const message = parse(text);
    const needed = this.#scopesFor(message);
    const { scope: granted } = facts;
    const has = typeof granted === 'string' ? granted.split(' ') : [];
    if (needed.some((scope) => !has.includes(scope))) {
      return this.#refuse(403, {
        error: 'insufficient_scope',
        error_description: `More access is needed: ${needed.join(', ')}`,
        scope: needed.join(' '),
      });
    }
    const again = new Request(request.url, {
      method: request.method,
      headers: request.headers,
      signal: request.signal,
      ...(text !== undefined && { body: text }),
    });
    if (this.#options.state !== 'session') return this.#stateless.fetch(again);
    return this.#inSession(again);
  }

  #scopesFor(message: Readonly<Record<string, unknown>>): readonly string[] {
    const { scopes = [], toolScopes = {} } = this.#options;
    const params = message['params'] as Readonly<Record<string, unknown>> | undefined;
    const tool = message['method'] === 'tools/call' ? params?.['name'] : undefined;
    return [...scopes, ...((typeof tool === 'string' && toolScopes[tool]) || [])];
  }

  async #introspect(token: string): Promise<Readonly<Record<string, unknown>>> {
    const { introspectionEndpoint, resourceServerSecret } = this.#options.authorizationServer;
    const answer = await fetch(introspectionEndpoint, {
      method: 'POST',
      headers: { authorization: `Bearer ${resourceServerSecret}` },
      body: new URLSearchParams({ token }),
    });
    return (await answer.json()) as Record<string, unknown>;
  }

  #refuse(status: 401 | 403, parameters: Readonly<Record<string, string | undefined>>): Response {
    this.refusals[status] += 1;
    const all = {
      resource_metadata: `${this.origin}/.well-known/oauth-protected-resource/mcp`,
      ...parameters,
    };
    const challenge = Object.entries(all)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => `${name}="${value}"`)
      .join(', ');
    return Response.json(
      { error: parameters['error'] ?? 'unauthorized' },
      { status, headers: { 'www-authenticate': `Bearer ${challenge}` } },
    );
  }

  async #inSession(request: Request): Promise<Response> {
    const id = request.headers.get('mcp-session-id');
    const known = id === null ? undefined : this.#sessions.get(id);
    if (known) return known.transport.handleRequest(request);
    if (id !== null) return Response.json({ error: 'There is no such session' }, { status: 404 });
    const server = this.#newServer();
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (session) => void this.#sessions.set(session, { server, transport }),
    });
    await server.connect(transport);
    return transport.handleRequest(request);
  }

  #newServer(): McpServer {
    const server = new McpServer({ name: 'protected', version: '1.0.0' });
    const text = (said: string) => ({ content: [{ type: 'text' as const, text: said }] });
    server.registerTool('whoami', { description: 'Says who calls.' }, () => {
      this.calls.whoami += 1;
      return text('you');
    });
    server.registerTool('write', { description: 'Writes something.' }, () => {
      this.calls.write += 1;
      return text('written');
    });
    server.registerTool('slow', { description: 'Takes its time.' }, async () => {
      this.calls.slow += 1;
      const finished = new Promise<void>((resolve) => this.#slowWaiting.push(resolve));
      for (const tell of this.#slowWatchers.splice(0)) tell();
      await finished;
      return text('at last');
    });
    return server;
  }
}

function parse(text: string | undefined): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
