import {
  AhpClient,
  webSocketTransport,
  type AhpClientOptions,
  type Connect,
  type WebSocketConstructor,
} from '@loggia/client';
import type { ClientCapabilities } from '@loggia/protocol';
import { WebSocket } from 'ws';
import type { Endpoint } from './host-process.ts';

/** A client over real sockets that remembers how its connections were taken up again. */
export class TappedClient implements Disposable {
  readonly ahp: AhpClient;
  /** The answers to `reconnect`, oldest first: `replay`, `snapshot`, or `refused`. */
  readonly reconnects: string[] = [];
  readonly problems: string[] = [];

  /** The endpoint is read for each connection, because a restarted host listens on another port. */
  constructor(
    clientId: string,
    endpoint: () => Endpoint,
    capabilities?: ClientCapabilities,
    reducers?: AhpClientOptions['reducers'],
  ) {
    const connect: Connect = async () => {
      const { ahp, token } = endpoint();
      const constructor = WebSocket as unknown as WebSocketConstructor;
      return this.#tapped(await webSocketTransport(ahp, { WebSocket: constructor, token })());
    };
    this.ahp = new AhpClient({
      connect,
      clientId,
      ...(capabilities && { capabilities }),
      ...(reducers && { reducers }),
      backOff: { firstMs: 20, mostMs: 100 },
      onProblem: ({ message }) => this.problems.push(message),
    });
    void this.ahp.connect();
  }

  get isConnected(): boolean {
    return this.ahp.status.getSnapshot().phase === 'connected';
  }

  [Symbol.dispose](): void {
    this.ahp.close();
  }

  #tapped(transport: Awaited<ReturnType<Connect>>): Awaited<ReturnType<Connect>> {
    const asked = new Set<number>();
    return {
      close: (code, reason) => transport.close(code, reason),
      onClose: (listener) => transport.onClose(listener),
      send: (text) => {
        const { id, method } = JSON.parse(text) as { id?: number; method?: string };
        if (id !== undefined && method === 'reconnect') asked.add(id);
        transport.send(text);
      },
      onMessage: (listener) =>
        transport.onMessage((text) => {
          if (asked.size > 0) {
            const { id, result } = JSON.parse(text) as { id?: number; result?: { type: string } };
            if (id !== undefined && asked.delete(id)) this.reconnects.push(result?.type ?? 'refused');
          }
          listener(text);
        }),
    };
  }
}
