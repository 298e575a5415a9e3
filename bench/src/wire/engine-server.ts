import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { createUpgradeGuard, Credentials } from '@loggia/access';
import { defaultWireLimits, type Engine, openEngine, SocketServer } from '@loggia/host';
import type { Harness } from '@loggia/sessions';
import { eventLoopScheduler, openSqliteStore, systemClock } from '@loggia/storage';

export interface EngineServer {
  readonly engine: Engine;
  readonly url: string;
}

/** The real host on SQLite and WebSocket, without its pages and its command line. */
export async function openEngineServer(
  file: string,
  harnesses: readonly Harness[] = [],
): Promise<EngineServer> {
  const engine = await openEngineOn(file, harnesses);
  const server = http.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const token = randomUUID();
  const sockets = new SocketServer({
    wire: engine.wire,
    guard: createUpgradeGuard({
      credentials: new Credentials(token),
      tokenInAddress: true,
      address: '127.0.0.1',
      port,
    }),
    path: '/ahp',
    maxFrameBytes: defaultWireLimits.maxFrameBytes,
  });
  server.on('upgrade', (request, socket, head) => sockets.upgrade(request, socket, head));
  return { engine, url: `ws://127.0.0.1:${port}/ahp?token=${token}` };
}

export function openEngineOn(file: string, harnesses: readonly Harness[]): Promise<Engine> {
  let ids = 0;
  return openEngine({
    store: openSqliteStore(file),
    clock: systemClock,
    scheduler: eventLoopScheduler,
    harnesses,
    serverInfo: { name: 'loggia-bench' },
    newId: () => String(++ids),
    report: (problem, error) => process.stderr.write(`${problem}: ${String(error)}\n`),
  });
}
