import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that no View may reach unless it declares it: it notes every way in which somebody tried. */
export class Stranger implements AsyncDisposable {
  readonly port: number;
  readonly origin: string;
  readonly requests: string[] = [];
  connections = 0;
  datagrams = 0;
  readonly #server: Server;
  readonly #udp: Socket;

  private constructor(server: Server, udp: Socket) {
    this.#server = server;
    this.#udp = udp;
    this.port = (server.address() as AddressInfo).port;
    this.origin = `http://127.0.0.1:${this.port}`;
    server.on('connection', () => (this.connections += 1));
    server.on('request', (request, response) => {
      this.requests.push(`${request.method} ${request.url}`);
      response.setHeader('access-control-allow-origin', '*');
      response.end('reached');
    });
    server.on('upgrade', (request, socket) => {
      this.requests.push(`UPGRADE ${request.url}`);
      socket.destroy();
    });
    udp.on('message', () => (this.datagrams += 1));
  }

  static async open(): Promise<Stranger> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const udp = createSocket('udp4');
    udp.bind((server.address() as AddressInfo).port, '127.0.0.1');
    await once(udp, 'listening');
    return new Stranger(server, udp);
  }

  /** As if nobody had tried anything yet. */
  forget(): void {
    this.requests.length = 0;
    this.connections = 0;
    this.datagrams = 0;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#udp.close();
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
