import { ProtocolError, type RequestId } from '@loggia/protocol';
import { Disconnected, HostError } from '../errors.ts';
import type { Report } from '../problem.ts';
import type { Transport, TransportClose } from '../transport/transport.ts';
import type { Call } from './call.ts';
import { readMessage, type Incoming, type RawParams } from './read-message.ts';

export interface PeerListener {
  notified(method: string, params: RawParams): void;
  /** The host sent a request. A `ProtocolError` goes back unchanged, anything else as an internal error. */
  asked(method: string, params: RawParams): Promise<unknown>;
  /** The other side or the network ended it. Not called when `close` did. */
  closed(close: TransportClose): void;
}

/** JSON-RPC 2.0 over one transport, and over with it. */
export class Peer {
  readonly #transport: Transport;
  readonly #listener: PeerListener;
  readonly #report: Report;
  readonly #calls = new Map<number, Call>();
  #lastId = 0;
  #closed: TransportClose | undefined;

  constructor(transport: Transport, listener: PeerListener, report: Report) {
    this.#transport = transport;
    this.#listener = listener;
    this.#report = report;
    transport.onClose((close) => this.#end(close, () => listener.closed(close)));
    transport.onMessage((text) => this.#receive(text));
  }

  /** The reason for its end; undefined while it is open. */
  get closed(): TransportClose | undefined {
    return this.#closed;
  }

  send(call: Call): void {
    if (call.settled) return;
    if (this.#closed) {
      call.reject(new Disconnected(this.#closed));
      return;
    }
    const id = ++this.#lastId;
    this.#calls.set(id, call);
    call.finally(() => this.#calls.delete(id));
    this.#write({ id, method: call.method, params: call.params });
  }

  notify(method: string, params: RawParams): void {
    this.#write({ method, params });
  }

  close(code: number, reason: string): void {
    this.#end({ code, reason }, () => this.#transport.close(code, reason));
  }

  #write(message: Record<string, unknown>): void {
    if (!this.#closed) this.#transport.send(JSON.stringify({ jsonrpc: '2.0', ...message }));
  }

  #end(close: TransportClose, tell: () => void): void {
    if (this.#closed) return;
    this.#closed = close;
    for (const call of [...this.#calls.values()]) call.reject(new Disconnected(close));
    tell();
  }

  #receive(text: string): void {
    if (!this.#closed) this.#handle(readMessage(text), text);
  }

  #handle(message: Incoming, text: string): void {
    switch (message.kind) {
      case 'malformed':
        this.#reportMalformed(message.why, text);
        return;
      case 'notification':
        this.#listener.notified(message.method, message.params);
        return;
      case 'request':
        void this.#answer(message.id, message.method, message.params);
        return;
      case 'success':
        // Without a waiting call, it timed out or was canceled.
        this.#calls.get(message.id)?.resolve(message.result);
        return;
      case 'failure':
        if (message.id === undefined) this.#reportMalformed(`the host says: ${message.error.message}`, text);
        else this.#calls.get(message.id)?.reject(new HostError(message.error));
    }
  }

  async #answer(id: RequestId, method: string, params: RawParams): Promise<void> {
    try {
      const result = await this.#listener.asked(method, params);
      this.#write({ id, result: result ?? null });
    } catch (error) {
      const known = error instanceof ProtocolError ? error : undefined;
      // Details of our own failure go to our log, not to the other side.
      if (!known) this.#report({ kind: 'listener', message: `The handler of ${method} threw.`, error });
      this.#write({
        id,
        error: known ?? new ProtocolError('InternalError', `${method} failed in the client.`),
      });
    }
  }

  #reportMalformed(why: string, text: string): void {
    const excerpt = text.length > 200 ? `${text.slice(0, 200)}…` : text;
    this.#report({ kind: 'malformed', message: `A message was left out because ${why}: ${excerpt}` });
  }
}
