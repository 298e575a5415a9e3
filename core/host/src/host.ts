import path from 'node:path';
import { createUpgradeGuard, loadLocalToken } from '@loggia/access';
import { openEngineOnDisk, type EngineOnDiskOptions } from './engine-on-disk.ts';
import { createApp } from './http/app.ts';
import { createDoors } from './http/doors.ts';
import { openServer, type HttpServer } from './http/server.ts';
import { defaultWireLimits } from './wire/limits.ts';
import { SocketServer } from './wire/socket-server.ts';

export type HostOptions = Omit<EngineOnDiskOptions, 'origin'>;

export interface RunningHost {
  readonly http: string;
  readonly ahp: string;
  readonly sandbox: string;
  readonly token: string;
  /** Takes nothing new, ends turns as ones that can be resumed, and stores what is left. */
  close(): Promise<void>;
}

const ahpPath = '/ahp';

/** The engine on the network. The caller holds the lock on the data directory. */
export async function startHost(options: HostOptions): Promise<RunningHost> {
  const { host, port } = options.config;
  const server = await openServer({ host, port, logger: options.logger });
  try {
    return await serve(server, options);
  } catch (error) {
    await server.close();
    throw error;
  }
}

async function serve(server: HttpServer, options: HostOptions): Promise<RunningHost> {
  const { config, logger, version } = options;
  const { dataDirectory, maxFrameBytes } = config;
  const token = await loadLocalToken(dataDirectory);
  const engine = await openEngineOnDisk({ ...options, origin: server.origin });
  const guard = createUpgradeGuard({
    token,
    delegations: engine.delegations,
    address: config.host,
    port: server.port,
    hosts: config.allowedHosts,
    origins: config.allowedOrigins,
  });
  const doors = createDoors({
    commands: engine.commands,
    artifacts: engine.artifacts,
    bytes: engine.content,
    maxUploadBytes: config.maxUploadBytes,
    serverInfo: { name: 'loggia', version, title: 'Loggia' },
    limits: { maxBytes: maxFrameBytes, maxDepth: defaultWireLimits.maxDepth, withinMs: 30_000 },
    admit: (request) => guard.checkRequest(request),
    report: (problem, error) => logger.error({ err: error }, problem),
  });
  const app = createApp({
    version,
    logger,
    endpointFile: path.join(dataDirectory, 'endpoint.json'),
    guard: (request) => guard.checkNames(request),
    health: () => engine.kernel.health,
    doors,
  });
  const sockets = new SocketServer({ wire: engine.wire, guard, path: ahpPath, maxFrameBytes });
  server.onRequest((request, env) => app.fetch(request, env));
  server.onUpgrade((request, socket, head) => sockets.upgrade(request, socket, head));
  let closing: Promise<unknown> | undefined;
  return {
    http: server.origin,
    ahp: `${server.origin.replace(/^http/, 'ws')}${ahpPath}`,
    sandbox: `http://*.localhost:${server.port}`,
    token,
    close: async () => {
      closing ??= Promise.all([doors.close(), server.close(), engine.stop()]);
      await closing;
    },
  };
}
