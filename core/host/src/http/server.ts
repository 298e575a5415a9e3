import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { errnoOf } from '@loggia/access';
import { getRequestListener } from '@hono/node-server';
import type { Logger } from '../logger.ts';
import { StartError } from '../start-error.ts';
import { refuse } from './refuse.ts';
import { sealed } from './request-body.ts';

export type RequestHandler = (
  request: Request,
  env: { readonly incoming: IncomingMessage },
) => Response | Promise<Response>;
export type UpgradeHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

export interface ServerOptions {
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  readonly logger: Pick<Logger, 'error'>;
  /** How long `close` waits for pending answers. */
  readonly drainMs?: number;
  /** How long the headers of a request may take. */
  readonly headersMs?: number;
  /** How long a client may neither send nor receive anything while it is its turn. */
  readonly idleMs?: number;
  /** The number of open connections without a request. Beyond it, the oldest are closed. */
  readonly maxSilent?: number;
  /** Answers some requests before there is a handler. */
  early?(request: Request): Response | undefined;
  /** How long requests wait for a handler at the start. */
  readonly startMs?: number;
}

export interface HttpServer {
  /** The actual port. */
  readonly port: number;
  /** The address on this machine, such as `http://127.0.0.1:5644`. */
  readonly origin: string;
  /** Earlier requests wait a while, and are then told to retry. */
  onRequest(handler: RequestHandler): void;
  /** The handler owns the socket; it must end it, or leave that to `close`. */
  onUpgrade(handler: UpgradeHandler): void;
  /** Accepts nothing new, waits for pending requests, and cuts off what isn't done in time. */
  close(): Promise<void>;
}

/**
 * The total for one port: beyond it, new connections are closed immediately, while there are still file descriptors for
 * the rest.
 */
const maxConnections = 10_000;
/** How long the rest of a body may take after the answer. */
const restWithinMs = 1_000;

const starting = 'The host is starting. Try again in a moment.';

/** Listens immediately, before there is a handler: the handler may need to know the port. */
export async function openServer({
  host,
  port,
  logger,
  drainMs = 5_000,
  headersMs = 10_000,
  idleMs = 60_000,
  maxSilent = 1_024,
  startMs = 20_000,
  early,
}: ServerOptions): Promise<HttpServer> {
  let begin: (handler: RequestHandler) => void = () => {};
  const begun = new Promise<RequestHandler>((resolve) => {
    begin = resolve;
  });
  // The host connects to its own MCP server as soon as it knows the port, while the rest is still opening.
  let handleRequest: RequestHandler = async (request, env) => {
    const answer = early?.(request);
    if (answer) return answer;
    const handler = await Promise.race([begun, sleep(startMs, undefined, { ref: false })]);
    if (handler) return handler(request, env);
    return Response.json({ error: starting }, { status: 503, headers: { 'Retry-After': '1' } });
  };
  let handleUpgrade: UpgradeHandler = (_, socket) => refuse(socket, '503 Service Unavailable', starting);
  /** Connections without a request; browsers open some in advance. */
  const silent = new Set<Duplex>();
  const upgraded = new Set<Duplex>();

  const listener = getRequestListener(
    (request, env) => handleRequest(sealed(request), env as { readonly incoming: IncomingMessage }),
    {
      overrideGlobalObjects: false,
      errorHandler: () =>
        Response.json({ error: 'The request cannot be understood. Correct it.' }, { status: 400 }),
    },
  );
  const server = createServer(
    {
      headersTimeout: headersMs,
      // A long upload isn't a slow one: progress counts, see below.
      requestTimeout: 0,
      keepAliveTimeout: 5_000,
      connectionsCheckingInterval: headersMs / 2,
      maxHeaderSize: 16 * 1024,
    },
    (request, response) => {
      silent.delete(request.socket);
      cutOffWhenIdle(request, response, idleMs);
      cutOffWhenAnswered(request, response);
      void listener(request, response);
    },
  );
  server.maxConnections = maxConnections;
  server.on('connection', (socket) => {
    silent.add(socket);
    socket.once('close', () => silent.delete(socket));
    // Connections without requests must not keep others from connecting.
    const [oldest] = silent;
    if (silent.size > maxSilent) oldest?.destroy();
  });
  server.on('clientError', answerClientError);
  server.on('upgrade', (request, socket, head) => {
    silent.delete(socket);
    upgraded.add(socket);
    socket.once('close', () => upgraded.delete(socket));
    // A vanished peer is an error of the socket, and an unhandled one ends the process.
    socket.on('error', () => socket.destroy());
    if (request.headers.upgrade?.toLowerCase() !== 'websocket') {
      refuse(socket, '400 Bad Request', 'Only WebSocket is spoken here. Leave out the Upgrade header.');
      return;
    }
    try {
      handleUpgrade(request, socket, head);
    } catch (error) {
      logger.error({ err: error }, 'An upgrade failed.');
      socket.destroy();
    }
  });

  await listen(server, host, port);
  const address = server.address() as AddressInfo;
  let closing: Promise<void> | undefined;
  return {
    port: address.port,
    origin: `http://${reachable(host)}:${address.port}`,
    onRequest(handler) {
      handleRequest = handler;
      begin(handler);
    },
    onUpgrade(handler) {
      handleUpgrade = handler;
    },
    close: () => (closing ??= drain({ server, silent, upgraded }, drainMs)),
  };
}

/** A client that must send or receive has to make progress from time to time. */
function cutOffWhenIdle(request: IncomingMessage, response: ServerResponse, idleMs: number): void {
  response.setTimeout(idleMs, () => {
    const { socket } = request;
    const owesBytes = !request.complete && request.readableLength === 0;
    const takesNothing = socket.writableLength > 0;
    if (takesNothing) socket.destroy();
    else if (owesBytes) giveUpOn(request, response);
    // It is our turn: an answer may take long, and received data may wait for the disk.
    else socket.setTimeout(idleMs);
  });
}

/** A body that nobody reads must not keep the connection busy indefinitely. */
function cutOffWhenAnswered(request: IncomingMessage, response: ServerResponse): void {
  response.once('finish', () => {
    if (request.complete) return;
    setTimeout(() => {
      if (!request.complete) request.socket.destroySoon();
    }, restWithinMs).unref();
  });
}

function giveUpOn({ socket }: IncomingMessage, response: ServerResponse): void {
  if (response.headersSent) socket.destroy();
  else refuse(socket, '408 Request Timeout', 'Nothing was received for too long. Send it again.');
}

/** A wildcard address can't be connected to. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}

async function listen(server: Server, host: string, port: number): Promise<void> {
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ host, port }, resolve);
    });
  } catch (error) {
    throw new StartError(1, cannotListen(error, host, port), { cause: error });
  }
  server.removeAllListeners('error');
  // Running out of file descriptors is an error of the server; it accepts again once there are some.
  server.on('error', () => undefined);
}

function cannotListen(error: unknown, host: string, port: number): string {
  switch (errnoOf(error)) {
    case 'EADDRINUSE':
      return `Port ${port} of ${host} is taken by another program; stop that one, or choose another port with --port (0 picks a free one).`;
    case 'EACCES':
      return `You may not listen at port ${port} of ${host}; choose a port from 1024 up with --port.`;
    case 'EADDRNOTAVAIL':
      return `${host} is not an address of this machine; choose another with --host, such as 127.0.0.1.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `No address is known for ${host}; choose another with --host, such as 127.0.0.1.`;
    default:
      return `The host cannot listen at port ${port} of ${host} (${String(error)}); choose others with --port and --host.`;
  }
}

interface Connections {
  readonly server: Server;
  readonly silent: ReadonlySet<Duplex>;
  readonly upgraded: ReadonlySet<Duplex>;
}

async function drain({ server, silent, upgraded }: Connections, drainMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  // Node doesn't count these as idle.
  for (const socket of silent) socket.destroy();
  // A keep-alive connection becomes idle after its answer, and would otherwise stay.
  const sweep = setInterval(() => server.closeIdleConnections(), 20);
  const deadline = setTimeout(() => {
    server.closeAllConnections();
    for (const socket of upgraded) socket.destroy();
  }, drainMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(deadline);
}

function answerClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  switch (error.code) {
    case 'HPE_HEADER_OVERFLOW':
      refuse(
        socket,
        '431 Request Header Fields Too Large',
        'The headers are too long. Send fewer or shorter ones.',
      );
      break;
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      refuse(socket, '408 Request Timeout', 'The request took too long to arrive. Send it again.');
      break;
    default:
      refuse(socket, '400 Bad Request', 'This is not a valid HTTP request. Correct it.');
  }
}
