import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { type WebSocket, WebSocketServer } from 'ws';

export interface BareServer {
  readonly url: string;
  readonly sockets: ReadonlySet<WebSocket>;
}

/** `ws` and nothing else, configured like the host's. */
export async function openBareServer(connected?: (socket: WebSocket) => void): Promise<BareServer> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });
  if (connected) server.on('connection', connected);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `ws://127.0.0.1:${port}`, sockets: server.clients };
}
