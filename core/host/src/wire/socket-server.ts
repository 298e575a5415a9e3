import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { UpgradeGuard } from '@loggia/access';
import { WebSocketServer, type RawData, type WebSocket } from 'ws';
import type { Frame, Link } from './link.ts';
import type { Wire } from './wire.ts';

export interface SocketServerOptions {
  readonly wire: Wire;
  readonly guard: UpgradeGuard;
  readonly path: string;
  readonly maxFrameBytes: number;
}

const asText = { binary: false } as const;

class SocketLink implements Link {
  readonly #socket: WebSocket;

  constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  get backlog(): number {
    return this.#socket.bufferedAmount;
  }

  send(frame: Frame): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.send(frame, asText);
  }

  close(code: number, reason: string): void {
    // Somebody who does not read does not read the goodbye either; the line is cut if it stays unanswered.
    this.#socket.close(code, reason.slice(0, 123));
    setTimeout(() => this.#socket.terminate(), 2_000).unref();
  }

  pause(): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.pause();
  }

  resume(): void {
    if (this.#socket.readyState === this.#socket.OPEN) this.#socket.resume();
  }
}

/** WebSocket as a carrier of links. Who may come in is settled before a socket exists. */
export class SocketServer {
  readonly #options: SocketServerOptions;
  readonly #server: WebSocketServer;

  constructor(options: SocketServerOptions) {
    this.#options = options;
    this.#server = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      perMessageDeflate: false,
      maxPayload: options.maxFrameBytes,
    });
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { wire, guard, path } = this.#options;
    // The other side may vanish before the handshake is through.
    socket.on('error', () => socket.destroy());
    const checked = guard.check(request);
    if (!('principal' in checked)) return refuse(socket, checked.status, checked.message);
    if (pathOf(request) !== path) return refuse(socket, 404, `There is a WebSocket at ${path} only.`);
    if (wire.isFull)
      return refuse(socket, 503, 'This host has as many connections as it takes. Try again later.');
    this.#server.handleUpgrade(request, socket, head, (webSocket) => {
      const handler = wire.connect(new SocketLink(webSocket), checked.principal);
      webSocket.on('message', (data: RawData, isBinary: boolean) => {
        if (isBinary) handler.receivedBinary();
        else handler.received(textOf(data));
      });
      webSocket.on('close', () => handler.closed());
      // `close` follows, with 1009 for a frame over the limit and 1007 for text that is not UTF-8.
      webSocket.on('error', () => {});
    });
    return undefined;
  }
}

function pathOf({ url = '/' }: IncomingMessage): string {
  return /^[^?#]*/.exec(url)?.[0] ?? '/';
}

function textOf(data: RawData): string {
  return Array.isArray(data) ? Buffer.concat(data).toString() : Buffer.from(data as Buffer).toString();
}

const phrases: Readonly<Record<number, string>> = {
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  503: 'Service Unavailable',
};

function refuse(socket: Duplex, status: number, message: string): void {
  const body = Buffer.from(`${message}\n`);
  const head = [
    `HTTP/1.1 ${status} ${phrases[status]}`,
    'Connection: close',
    'Content-Type: text/plain; charset=utf-8',
    `Content-Length: ${body.length}`,
  ];
  socket.end(Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body]));
}
