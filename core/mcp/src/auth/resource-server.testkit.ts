import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly token: string | undefined;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: string;
}

type Handler = (request: SeenRequest, response: http.ServerResponse) => void;

const metadataPath = '/.well-known/oauth-protected-resource';

/** A server with an MCP endpoint at `/mcp` that requires a token. Its behavior can be changed while it runs. */
export class ResourceServer {
  origin = '';
  readonly seen: SeenRequest[] = [];
  readonly accepts = new Set<string>();
  /** By path; undefined returns 404. Strings are sent as they are. */
  readonly metadata = new Map<string, unknown>();
  /** Parameters of the challenge, such as `error="…"`. */
  challenge = '';
  /** Undefined: the header is missing. */
  scheme: string | undefined = 'Bearer';
  refuses: 401 | 403 = 401;
  onMcp: Handler = (_request, response) => response.end('{}');
  /** Sees every request first; true means that it has answered. */
  first: (request: SeenRequest, response: http.ServerResponse) => boolean = () => false;
  /** Whether this request needs a token at all. */
  guards: (request: SeenRequest) => boolean = () => true;
  readonly #server = http.createServer((request, response) => this.#take(request, response));

  static async start(): Promise<ResourceServer> {
    const server = new ResourceServer();
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve));
    server.origin = `http://127.0.0.1:${(server.#server.address() as AddressInfo).port}`;
    onTestFinished(() => server.stop());
    return server;
  }

  stop(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  get url(): string {
    return `${this.origin}/mcp`;
  }

  /** Publishes metadata for the endpoint at the standard path. */
  describe(metadata: Readonly<Record<string, unknown>> = {}): void {
    this.metadata.set(`${metadataPath}/mcp`, {
      resource: this.url,
      authorization_servers: ['https://login.example'],
      ...metadata,
    });
  }

  get mcpRequests(): readonly SeenRequest[] {
    return this.seen.filter(({ url }) => url.startsWith('/mcp'));
  }

  get metadataRequests(): readonly SeenRequest[] {
    return this.seen.filter(({ url }) => !url.startsWith('/mcp'));
  }

  get tokensSeen(): readonly (string | undefined)[] {
    return this.mcpRequests.map(({ token }) => token);
  }

  #take(incoming: http.IncomingMessage, response: http.ServerResponse): void {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const { method = '', url = '', headers } = incoming;
      const token = /^Bearer (.*)$/.exec(headers.authorization ?? '')?.[1];
      const request = { method, url, token, headers, body: Buffer.concat(chunks).toString() };
      this.seen.push(request);
      if (this.first(request, response)) return;
      if (url.startsWith('/mcp')) this.#mcp(request, response);
      else this.#describe(url, response);
    });
  }

  #mcp(request: SeenRequest, response: http.ServerResponse): void {
    if (!this.guards(request) || this.accepts.has(request.token ?? '')) return this.onMcp(request, response);
    if (this.scheme !== undefined) response.setHeader('www-authenticate', `${this.scheme} ${this.challenge}`);
    response.writeHead(this.refuses).end('no');
  }

  #describe(url: string, response: http.ServerResponse): void {
    const metadata = this.metadata.get(url);
    if (metadata === undefined) return void response.writeHead(404).end();
    response.end(typeof metadata === 'string' ? metadata : JSON.stringify(metadata));
  }
}
