import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';

export type Answer = (request: Request) => Response | Promise<Response>;

/** An HTTP server on a free loopback port that uses web requests and responses. */
export interface LoopbackServer {
  readonly origin: string;
  /** Cuts off pending requests. */
  close(): Promise<void>;
}

export async function openLoopbackServer(answer: Answer): Promise<LoopbackServer> {
  const server = createServer((incoming, outgoing) => void serve(answer, incoming, outgoing));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function serve(answer: Answer, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const gone = new AbortController();
  outgoing.once('close', () => gone.abort());
  try {
    const response = await answer(requestOf(incoming, gone.signal));
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    if (response.body === null) {
      outgoing.end();
      return;
    }
    // A reader of a stream wants to know immediately that it is open.
    outgoing.flushHeaders();
    for await (const chunk of response.body) outgoing.write(chunk);
    outgoing.end();
  } catch (error) {
    if (gone.signal.aborted) return;
    if (!outgoing.headersSent) outgoing.writeHead(500);
    outgoing.end(String(error));
  }
}

function requestOf(incoming: IncomingMessage, signal: AbortSignal): Request {
  const { method = 'GET', url = '/', rawHeaders } = incoming;
  const headers = new Headers();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
  }
  const body = method === 'GET' || method === 'HEAD' ? null : Readable.toWeb(incoming);
  return new Request(new URL(url, `http://${incoming.headers.host ?? '127.0.0.1'}`), {
    method,
    headers,
    signal,
    ...(body && { body: body as ReadableStream<Uint8Array>, duplex: 'half' }),
  } as RequestInit);
}
