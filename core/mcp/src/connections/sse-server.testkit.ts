import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Message {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: { readonly name?: string; readonly protocolVersion?: string };
}

export interface SseServer {
  readonly url: string;
  /** The number of calls that wait for an answer that never comes. */
  readonly waiting: number;
  /** Interrupts the streams; the server stays. */
  cut(): void;
  close(): Promise<void>;
}

/** A server of the older HTTP+SSE transport, which doesn't accept a POST to its own address. */
export async function openSseServer(): Promise<SseServer> {
  const streams = new Map<string, ServerResponse>();
  let opened = 0;
  let waiting = 0;
  const answer = ({ method, params }: Message): unknown => {
    if (method === 'initialize')
      return {
        protocolVersion: params?.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: 'old', version: '0.1.0' },
      };
    if (method === 'tools/list') return { tools: [{ name: 'echo', inputSchema: { type: 'object' } }] };
    if (params?.name !== 'wait') return { content: [{ type: 'text', text: 'heard' }] };
    waiting += 1;
    return undefined;
  };
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/sse' && request.method === 'GET') {
      const session = String(++opened);
      streams.set(session, response);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(`event: endpoint\ndata: /messages?session=${session}\n\n`);
      return;
    }
    const stream = streams.get(searchParams.get('session') ?? '');
    if (pathname !== '/messages' || stream === undefined) {
      response.writeHead(404).end('Cannot POST here');
      return;
    }
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString('utf8')));
    request.on('end', () => {
      response.writeHead(202).end('Accepted');
      const message = JSON.parse(body) as Message;
      const result = message.id === undefined ? undefined : answer(message);
      if (result !== undefined)
        stream.write(`data: ${JSON.stringify({ jsonrpc: '2.0', id: message.id, result })}\n\n`);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/sse`,
    get waiting() {
      return waiting;
    },
    cut: () => {
      for (const stream of streams.values()) stream.destroy();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
