import { InMemoryTransport, type JSONRPCMessage, type McpServer } from '@modelcontextprotocol/server';
import { onTestFinished } from 'vitest';

type Json = Readonly<Record<string, any>>; // oxlint-disable-line typescript/no-explicit-any -- answers are looked into by tests

/** A client that speaks raw JSON-RPC, so that a test sees the messages on the wire. */
export class Peer {
  readonly #transport: InMemoryTransport;
  readonly #waiting = new Map<number, (message: Json) => void>();
  #last = 0;

  private constructor(transport: InMemoryTransport) {
    this.#transport = transport;
    // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a transport is not an event target
    transport.onmessage = (message: JSONRPCMessage) => {
      const answer = message as Json;
      this.#waiting.get(Number(answer['id']))?.(answer);
    };
  }

  static async connect(server: McpServer): Promise<Peer> {
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    const peer = new Peer(ours);
    await server.connect(theirs);
    await ours.start();
    onTestFinished(() => server.close());
    await peer.request('initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    });
    await ours.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    return peer;
  }

  /** The result; a protocol error throws. */
  async request(method: string, params: Json = {}): Promise<Json> {
    this.#last += 1;
    const id = this.#last;
    const answer = new Promise<Json>((resolve) => this.#waiting.set(id, resolve));
    await this.#transport.send({ jsonrpc: '2.0', id, method, params });
    const { result, error } = await answer;
    if (error !== undefined) throw new Error(error.message);
    return result;
  }

  callTool(name: string, args: Json, meta: Json = {}): Promise<Json> {
    return this.request('tools/call', { name, arguments: args, _meta: meta });
  }

  async readText(uri: string): Promise<string> {
    return (await this.request('resources/read', { uri }))['contents'][0].text;
  }
}
