import { TransportRefused, type Connect, type Transport, type TransportClose } from './transport.ts';

interface WebSocketEvents {
  open: object;
  message: { readonly data: unknown };
  close: { readonly code: number; readonly reason: string };
  error: { readonly message?: string };
}

/** The common part of the browser's WebSocket and that of the `ws` package. */
export interface WebSocketLike {
  send(text: string): void;
  close(code?: number, reason?: string): void;
  addEventListener<Name extends keyof WebSocketEvents>(
    type: Name,
    listener: (event: WebSocketEvents[Name]) => void,
  ): void;
}

export type WebSocketConstructor = new (url: string, protocols?: string[]) => WebSocketLike;

export interface WebSocketOptions {
  /** The browser's own when left out. A subclass of it may send headers, where the platform lets it. */
  readonly WebSocket?: WebSocketConstructor;
  /**
   * Sent as a subprotocol, because browsers can set no other header, and addresses end up in logs. Asked for at each
   * connection.
   */
  readonly token?: string | (() => string | Promise<string>);
  /** Fetches a ticket that opens one connection, and is therefore fit for its address. */
  readonly ticket?: (signal?: AbortSignal) => Promise<string>;
}

export function webSocketTransport(url: string, options: WebSocketOptions = {}): Connect {
  const Constructor = options.WebSocket ?? (globalThis.WebSocket as WebSocketConstructor | undefined);
  if (Constructor === undefined) {
    throw new Error('This platform has no WebSocket. Pass one, for example that of the package "ws".');
  }
  return async (signal) => {
    const token = typeof options.token === 'function' ? await options.token() : options.token;
    const ticket = options.ticket && (await options.ticket(signal));
    signal?.throwIfAborted();
    const address = ticket === undefined ? url : withTicket(url, ticket);
    const socket =
      token === undefined ? new Constructor(address) : new Constructor(address, ['ahp', `bearer.${token}`]);
    return open(socket, signal);
  };
}

function withTicket(url: string, ticket: string): string {
  const address = new URL(url);
  address.searchParams.set('ticket', ticket);
  return address.href;
}

function open(socket: WebSocketLike, signal: AbortSignal | undefined): Promise<Transport> {
  const transport = new WebSocketTransport(socket);
  return new Promise((resolve, reject) => {
    let trouble = '';
    const giveUp = (): void => socket.close();
    signal?.addEventListener('abort', giveUp);
    socket.addEventListener('open', () => {
      signal?.removeEventListener('abort', giveUp);
      resolve(transport);
    });
    socket.addEventListener('error', ({ message }) => {
      trouble = message ?? '';
    });
    // After "open" this comes too late to do anything.
    socket.addEventListener('close', ({ code, reason }) => {
      reject(refusal(trouble) ?? new Error(reason || trouble || `The host could not be reached (${code}).`));
    });
  });
}

/** Browsers hide why the host refused the upgrade; `ws` says so in the text of its error. */
function refusal(trouble: string): TransportRefused | undefined {
  const status = /Unexpected server response: (4\d\d)/.exec(trouble)?.[1];
  if (status === '401')
    return new TransportRefused('unauthorized', 'The host does not accept the token (401).');
  if (status === '403') return new TransportRefused('refused', 'The host refused this client (403).');
  return undefined;
}

class WebSocketTransport implements Transport {
  readonly #socket: WebSocketLike;
  #early: string[] = [];
  #hear: ((text: string) => void) | undefined;
  #closed: TransportClose | undefined;
  #hearClose: ((close: TransportClose) => void) | undefined;

  constructor(socket: WebSocketLike) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => {
      // Only text is allowed; anything else becomes text that can't be parsed, and is reported as such.
      const text = typeof data === 'string' ? data : String(data);
      if (this.#hear) this.#hear(text);
      else this.#early.push(text);
    });
    socket.addEventListener('close', ({ code, reason }) => {
      this.#closed = { code, reason };
      this.#hearClose?.(this.#closed);
    });
  }

  send(text: string): void {
    if (!this.#closed) this.#socket.send(text);
  }

  close(code = 1000, reason = ''): void {
    if (!this.#closed) this.#socket.close(code, reason);
  }

  onMessage(listener: (text: string) => void): void {
    this.#hear = listener;
    const early = this.#early;
    this.#early = [];
    for (const text of early) listener(text);
  }

  onClose(listener: (close: TransportClose) => void): void {
    this.#hearClose = listener;
    if (this.#closed) listener(this.#closed);
  }
}
