import { randomUUID } from 'node:crypto';
import {
  createMcpHandler,
  inputRequired,
  isLegacyRequest,
  Server,
  WebStandardStreamableHTTPServerTransport,
  type CallToolResult,
  type McpHttpHandler,
  type Tool,
} from '@modelcontextprotocol/server';
import { openLoopbackServer, type LoopbackServer } from '../oauth/loopback-server.ts';

const question = {
  message: 'Which color?',
  requestedSchema: { type: 'object' as const, properties: { color: { type: 'string' as const } } },
};

/**
 * A server on the SDK over Streamable HTTP: modern without sessions, or of the older era with them. Its tools: `echo`;
 * `ask`, which elicits; `wait`, which never answers; `by-region`, whose argument is also sent as a header.
 */
export class SdkMcpServer {
  readonly #extra: string[] = [];
  readonly #sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();
  readonly #servers = new Set<Server>();
  #modern: McpHttpHandler;
  readonly #only: 'modern' | 'legacy';
  /** The method and headers of each request. */
  readonly requests: { readonly method: string; readonly headers: Headers }[] = [];
  #http: LoopbackServer | undefined;

  private constructor(only: 'modern' | 'legacy') {
    this.#only = only;
    this.#modern = this.#newHandler();
  }

  #newHandler(): McpHttpHandler {
    return createMcpHandler(() => this.#newServer(), { legacy: 'reject' });
  }

  /** Ends the streams for change notifications; everything else goes on. */
  async endStreams(): Promise<void> {
    const before = this.#modern;
    this.#modern = this.#newHandler();
    await before.close();
  }

  static async open(only: 'modern' | 'legacy'): Promise<SdkMcpServer> {
    const server = new SdkMcpServer(only);
    server.#http = await openLoopbackServer((request) => server.#serve(request));
    return server;
  }

  get url(): string {
    return `${this.#http?.origin}/mcp`;
  }

  addTool(name: string): void {
    this.#extra.push(name);
    this.#modern.notify.toolsChanged();
    for (const server of this.#servers) void server.sendToolListChanged().catch(() => {});
  }

  /** As after a restart: existing sessions are gone. */
  forgetSessions(): void {
    this.#sessions.clear();
  }

  async close(): Promise<void> {
    await this.#http?.close();
    await this.#modern.close();
  }

  async #serve(request: Request): Promise<Response> {
    this.requests.push({ method: request.method, headers: request.headers });
    const isLegacy = request.method !== 'POST' || (await isLegacyRequest(request.clone() as Request));
    if (!isLegacy && this.#only === 'modern') return this.#modern.fetch(request);
    if (!isLegacy) return new Response('Unknown.', { status: 400 });
    if (this.#only === 'modern') return this.#modern.fetch(request);
    const id = request.headers.get('mcp-session-id');
    const session = id === null ? await this.#newSession() : this.#sessions.get(id);
    return session?.handleRequest(request) ?? new Response('Session not found', { status: 404 });
  }

  async #newSession(): Promise<WebStandardStreamableHTTPServerTransport> {
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (id) => void this.#sessions.set(id, transport),
      onsessionclosed: (id) => void this.#sessions.delete(id),
    });
    await this.#newServer().connect(transport);
    return transport;
  }

  #newServer(): Server {
    const server = new Server(
      { name: 'sdk', version: '1.0.0' },
      { capabilities: { tools: { listChanged: true } }, instructions: 'Be kind.' },
    );
    this.#servers.add(server);
    server.setRequestHandler('tools/list', () => ({
      tools: [...['echo', 'ask', 'wait'], ...this.#extra]
        .map((name): Tool => ({ name, inputSchema: { type: 'object' } }))
        .concat({
          name: 'by-region',
          inputSchema: {
            type: 'object',
            properties: { region: { type: 'string', 'x-mcp-header': 'Region' } },
          },
        }),
    }));
    server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
      if (params.name === 'wait')
        await new Promise<void>((resolve) => mcpReq.signal.addEventListener('abort', () => resolve()));
      if (params.name !== 'ask')
        return textOf({ ...params.arguments, meta: params._meta?.['example.org/mark'] });
      if (this.#only === 'legacy')
        return textOf(await server.elicitInput(question, { relatedRequestId: mcpReq.id }));
      const answer = mcpReq.inputResponses?.['color'];
      if (answer !== undefined) return textOf(answer);
      return inputRequired({ inputRequests: { color: inputRequired.elicit(question) } });
    });
    return server;
  }
}

function textOf(value: unknown): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(value) }] };
}
