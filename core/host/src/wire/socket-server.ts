import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { UpgradeGuard } from '@loggia/access';
import { WebSocketServer, type RawData } from 'ws';
import { SocketLink } from './socket-link.ts';
import { TextFrames } from './text-frame.ts';
import { refuse } from '../http/refuse.ts';
import type { Wire } from './wire.ts';

/** Who has vanished without a word is asked for after this, by the system, and missed some seconds later. */
const askAfterMs = 30_000;

export interface SocketServerOptions {
  readonly wire: Wire;
  readonly guard: UpgradeGuard;
  readonly path: string;
  readonly maxFrameBytes: number;
}

/** WebSocket as a carrier of links. Who may come in is settled before a socket exists. */
export class SocketServer {
  readonly #options: SocketServerOptions;
  readonly #server: WebSocketServer;
  readonly #frames = new TextFrames();

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
    if (socket instanceof Socket) socket.setKeepAlive(true, askAfterMs);
    const checked = guard.check(request);
    if (!('principal' in checked)) {
      return refuse(socket, checked.status === 401 ? '401 Unauthorized' : '403 Forbidden', checked.message);
    }
    if (pathOf(request) !== path)
      return refuse(socket, '404 Not Found', `There is a WebSocket at ${path} only.`);
    if (wire.isFull)
      return refuse(
        socket,
        '503 Service Unavailable',
        'This host has as many connections as it takes. Try again later.',
      );
    this.#server.handleUpgrade(request, socket, head, (webSocket) => {
      const handler = wire.connect(new SocketLink(webSocket, socket, this.#frames), checked.principal);
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
  if (Buffer.isBuffer(data)) return data.toString();
  return Array.isArray(data) ? Buffer.concat(data).toString() : Buffer.from(data).toString();
}
