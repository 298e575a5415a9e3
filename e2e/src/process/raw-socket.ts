import { WebSocket, type ClientOptions } from 'ws';
import type { Endpoint } from './host-process.ts';
import { until } from './until.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- frames as a stranger reads them
type Json = Record<string, any>;

/** A client by hand: what it sends is exactly what the test says. */
export class RawSocket implements Disposable {
  readonly socket: WebSocket;
  readonly received: Json[] = [];
  closed: { readonly code: number; readonly reason: string } | undefined;
  #nextId = 1;

  private constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on('message', (data: Buffer) => this.received.push(JSON.parse(data.toString()) as Json));
    socket.on('close', (code, reason) => {
      this.closed = { code, reason: reason.toString() };
    });
    socket.on('error', () => undefined);
  }

  static async open({ ahp, token }: Endpoint, options: ClientOptions = {}): Promise<RawSocket> {
    const headers = { ...options.headers, authorization: `Bearer ${token}` };
    const raw = new RawSocket(new WebSocket(ahp, { ...options, headers }));
    await until('the socket is open', () => raw.socket.readyState === WebSocket.OPEN || raw.closed);
    return raw;
  }

  get isOpen(): boolean {
    return this.socket.readyState === WebSocket.OPEN;
  }

  send(frame: string | Buffer, options: { binary: boolean } = { binary: false }): void {
    this.socket.send(frame, options);
  }

  json(message: unknown): void {
    this.send(JSON.stringify(message));
  }

  notify(method: string, params: Json): void {
    this.json({ jsonrpc: '2.0', method, params });
  }

  /** The whole answer: with a result, or with an error. */
  async ask(method: string, params: Json = {}): Promise<Json> {
    const id = this.#nextId++;
    this.json({ jsonrpc: '2.0', id, method, params });
    return this.answer(id);
  }

  async answer(id: number | string | null): Promise<Json> {
    return until(`${id} is answered`, () =>
      this.received.find((message) => message['id'] === id && !('method' in message)),
    );
  }

  /** The first answer to something that had no id one could answer to. */
  async complaint(): Promise<Json> {
    const answer = await this.answer(null);
    this.received.length = 0;
    return answer['error'] as Json;
  }

  async echo(clientSeq: number): Promise<Json> {
    const message = await until(`${clientSeq} comes back`, () =>
      this.received.find(
        ({ method, params }) => method === 'action' && params.origin?.clientSeq === clientSeq,
      ),
    );
    return message['params'] as Json;
  }

  async hello(clientId: string, more: Json = {}): Promise<Json> {
    const params = { channel: 'ahp-root://', protocolVersions: ['1.0.0'], clientId, ...more };
    return (await this.ask('initialize', params))['result'] as Json;
  }

  /** A new session and its first chat, both watched. */
  async session(uri: string): Promise<{ session: string; chat: string }> {
    await this.ask('createSession', { channel: uri });
    const { result } = await this.ask('subscribe', { channel: uri });
    const chat = result.snapshot.state.defaultChat as string;
    await this.ask('subscribe', { channel: chat });
    return { session: uri, chat };
  }

  async closing(): Promise<{ readonly code: number; readonly reason: string }> {
    return until('the connection is closed', () => this.closed);
  }

  [Symbol.dispose](): void {
    this.socket.terminate();
  }
}
