import { randomUUID } from 'node:crypto';
import { WebStandardStreamableHTTPServerTransport, type Server } from '@modelcontextprotocol/server';

export interface ListeningSessionOptions {
  readonly keepAliveMs: number;
  readonly maxRequestBodySize: number;
  /** A server for one session. */
  create(): Server;
}

/** A client that opens this many has lost count of them. */
const mostSessions = 16;

/**
 * The MCP sessions of one door: clients of the revisions before 2026-07-28 hear of changed tools on a stream of such a
 * session. Their requests outside of one are none of this class's business.
 */
export class ListeningSessions {
  readonly #options: ListeningSessionOptions;
  readonly #open = new Map<string, { server: Server; transport: WebStandardStreamableHTTPServerTransport }>();

  constructor(options: ListeningSessionOptions) {
    this.#options = options;
  }

  /** Undefined if the request neither begins a session nor belongs to one. */
  async answer(request: Request, parsedBody: unknown): Promise<Response | undefined> {
    const id = request.headers.get('mcp-session-id');
    if (id === null && !isInitialize(parsedBody)) return undefined;
    const transport = id === null ? await this.#begin() : this.#open.get(id)?.transport;
    if (!transport)
      return Response.json({ error: 'This session has ended. Initialize again.' }, { status: 404 });
    return transport.handleRequest(request, parsedBody === undefined ? {} : { parsedBody });
  }

  toolsChanged(): void {
    for (const { server } of this.#open.values()) server.sendToolListChanged().catch(() => undefined);
  }

  close(): void {
    for (const { server } of this.#open.values()) server.close().catch(() => undefined);
    this.#open.clear();
  }

  async #begin(): Promise<WebStandardStreamableHTTPServerTransport> {
    const { keepAliveMs, maxRequestBodySize, create } = this.#options;
    const server = create();
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      keepAliveMs,
      maxRequestBodySize,
      onsessioninitialized: (id) => void this.#open.set(id, { server, transport }),
      onsessionclosed: (id) => void this.#open.delete(id),
    });
    await server.connect(transport);
    const [oldest] = this.#open;
    if (oldest && this.#open.size >= mostSessions) {
      this.#open.delete(oldest[0]);
      await oldest[1].server.close();
    }
    return transport;
  }
}

function isInitialize(body: unknown): boolean {
  return (body as { readonly method?: unknown } | undefined)?.method === 'initialize';
}
