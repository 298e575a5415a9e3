import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { bearerProtocol, type CredentialId, type UpgradeGuard } from '@loggia/access';
import { WebSocketServer, type RawData } from 'ws';
import { closings } from '../wire/link.ts';
import { SocketLink } from '../wire/socket-link.ts';
import { TextFrames } from '../wire/text-frame.ts';
import { refuse } from './refuse.ts';
import type { Wire } from '../wire/wire.ts';

/** TCP keep-alive: probe idle peers after this time. */
const askAfterMs = 30_000;

/** The request that revoked a credential may have come over the connection that it closes: its answer goes first. */
const answerFirstMs = 200;

interface OpenSocket {
  readonly link: SocketLink;
  readonly credential: CredentialId;
  /** Further input is ignored. */
  isRevoked: boolean;
}

export interface SocketServerOptions {
  readonly wire: Wire;
  readonly guard: UpgradeGuard;
  readonly path: string;
  readonly maxFrameBytes: number;
  /** Called for each message. */
  used?(credential: CredentialId): void;
}

/** WebSocket as a transport for links. Access is decided before a socket exists. */
export class SocketServer {
  readonly #options: SocketServerOptions;
  readonly #server: WebSocketServer;
  readonly #frames = new TextFrames();
  readonly #open = new Set<OpenSocket>();

  constructor(options: SocketServerOptions) {
    this.#options = options;
    this.#server = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      perMessageDeflate: false,
      maxPayload: options.maxFrameBytes,
      handleProtocols: chosenProtocol,
    });
  }

  /** Ends all connections whose credential the predicate no longer accepts. */
  keepOnly(isValid: (credential: CredentialId) => boolean): void {
    for (const open of this.#open) {
      if (open.isRevoked || isValid(open.credential)) continue;
      open.isRevoked = true;
      const { code, reason } = closings.revoked;
      setTimeout(() => open.link.close(code, reason), answerFirstMs).unref();
    }
  }

  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const { wire, guard, path } = this.#options;
    // The other side may disappear before the handshake is complete.
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
        'This host has reached its limit of connections. Try again later.',
      );
    this.#server.handleUpgrade(request, socket, head, (webSocket) => {
      const link = new SocketLink(webSocket, socket, this.#frames);
      const open: OpenSocket = { link, credential: checked.credential, isRevoked: false };
      this.#open.add(open);
      const handler = wire.connect(link, checked.principal);
      webSocket.on('message', (data: RawData, isBinary: boolean) => {
        if (open.isRevoked) return;
        this.#options.used?.(open.credential);
        if (isBinary) handler.receivedBinary();
        else handler.received(textOf(data));
      });
      webSocket.on('close', () => {
        this.#open.delete(open);
        handler.closed();
      });
      // `close` follows, with 1009 for a frame over the limit and 1007 for text that isn't UTF-8.
      webSocket.on('error', () => {});
    });
    return undefined;
  }
}

/** Never the one with a credential: the answer repeats it. */
function chosenProtocol(offered: ReadonlySet<string>): string | false {
  return [...offered].find((protocol) => !protocol.startsWith(bearerProtocol)) ?? false;
}

function pathOf({ url = '/' }: IncomingMessage): string {
  return /^[^?#]*/.exec(url)?.[0] ?? '/';
}

function textOf(data: RawData): string {
  if (Buffer.isBuffer(data)) return data.toString();
  return Array.isArray(data) ? Buffer.concat(data).toString() : Buffer.from(data).toString();
}
