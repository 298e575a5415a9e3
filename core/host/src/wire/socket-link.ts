import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Frame, Link } from './link.ts';
import type { TextFrames } from './text-frame.ts';

/**
 * A link on a WebSocket.
 *
 * Frames go straight to the stream below: `ws` would create a header for each client, and would write once for each
 * message. Without compression it passes its own frames on immediately, so the order stays.
 */
export class SocketLink implements Link {
  readonly #socket: WebSocket;
  readonly #stream: Duplex;
  readonly #frames: TextFrames;

  constructor(socket: WebSocket, stream: Duplex, frames: TextFrames) {
    this.#socket = socket;
    this.#stream = stream;
    this.#frames = frames;
  }

  get backlog(): number {
    return this.#stream.writableLength;
  }

  send(frame: Frame): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    if (this.#stream.writableCorked === 0) cork(this.#stream);
    this.#stream.write(this.#frames.of(frame));
  }

  close(code: number, reason: string): void {
    // A client that doesn't read doesn't answer the close frame either; the connection is cut if there is no answer.
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

let corked: Duplex[] = [];

/** Everything written until the current callback returns is sent as one write. */
function cork(stream: Duplex): void {
  stream.cork();
  if (corked.push(stream) === 1) process.nextTick(uncork);
}

function uncork(): void {
  const streams = corked;
  corked = [];
  for (const stream of streams) stream.uncork();
}
