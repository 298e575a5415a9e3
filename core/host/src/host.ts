import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createRoots, createUpgradeGuard, loadLocalToken, loadVaultKey, openVault } from '@loggia/access';
import type { Harness } from '@loggia/sessions';
import { eventLoopScheduler, openSqliteStore, systemClock } from '@loggia/storage';
import { authenticateCommand, vaultStore } from './commands/authenticate.ts';
import { resourceCommands } from './commands/resources.ts';
import { ResourceWatches } from './commands/resource-watches.ts';
import type { HostConfig } from './config/host-config.ts';
import { openEngine, type Engine } from './engine.ts';
import { createApp } from './http/app.ts';
import { openServer } from './http/server.ts';
import type { Logger } from './logger.ts';
import { createResourceContext } from './resources/context.ts';
import { SocketServer } from './wire/socket-server.ts';

export interface HostOptions {
  readonly config: HostConfig;
  readonly harnesses: readonly Harness[];
  readonly logger: Logger;
  readonly version: string;
  /** The host can do no more; only a new start helps then. */
  failed(error: unknown): void;
}

export interface RunningHost {
  readonly http: string;
  readonly ahp: string;
  readonly sandbox: string;
  readonly token: string;
  /** Takes nothing new, ends turns as ones that can be resumed, and stores what is left. */
  close(): Promise<void>;
}

const ahpPath = '/ahp';

/** The one place where everything meets. The caller holds the lock on the data directory. */
export async function startHost(options: HostOptions): Promise<RunningHost> {
  const { config, logger, version } = options;
  let closing: Promise<void> | undefined;
  const server = await openServer({ host: config.host, port: config.port, logger });
  try {
    const token = await loadLocalToken(config.dataDirectory);
    const guard = createUpgradeGuard({
      token,
      address: config.host,
      port: server.port,
      hosts: config.allowedHosts,
      origins: config.allowedOrigins,
    });
    const engine = await openOnDisk(options);
    const sockets = new SocketServer({
      wire: engine.wire,
      guard,
      path: ahpPath,
      maxFrameBytes: config.maxFrameBytes,
    });
    const ahp = `${server.origin.replace(/^http/, 'ws')}${ahpPath}`;
    const app = createApp({
      version,
      logger,
      endpointFile: path.join(config.dataDirectory, 'endpoint.json'),
      guard: (request) => guard.checkNames(request),
      health: () => engine.kernel.health,
    });
    server.onRequest((request, env) => app.fetch(request, env));
    server.onUpgrade((request, socket, head) => sockets.upgrade(request, socket, head));
    return {
      http: server.origin,
      ahp,
      sandbox: `http://*.localhost:${server.port}`,
      token,
      close: () => (closing ??= close(engine)),
    };
  } catch (error) {
    await server.close();
    throw error;
  }

  async function close(engine: Engine): Promise<void> {
    const drained = server.close();
    await engine.stop();
    await drained;
  }

  async function openOnDisk({ harnesses }: HostOptions): Promise<Engine> {
    const workspace = path.join(config.dataDirectory, 'workspace');
    await mkdir(workspace, { recursive: true, mode: 0o700 });
    const roots = createRoots();
    await roots.add(workspace, 'write');
    for (const { path: directory, access } of config.roots) await roots.add(directory, access);
    const key = await loadVaultKey(config.dataDirectory, process.env);
    return openEngine({
      store: openSqliteStore(path.join(config.dataDirectory, 'loggia.db')),
      clock: systemClock,
      scheduler: eventLoopScheduler,
      harnesses,
      serverInfo: { name: 'loggia', version, title: 'Loggia' },
      defaultDirectory: pathToFileURL(workspace).href,
      graceMs: config.graceSeconds * 1000,
      kernelLimits: { retainActions: config.retainActions },
      wireLimits: { maxFrameBytes: config.maxFrameBytes },
      newId: randomUUID,
      report: (problem, error) => logger.error({ err: error }, problem),
      failed: (error) => options.failed(error),
      commands: (kernel) => {
        const watches = new ResourceWatches({
          kernel,
          roots,
          scheduler: eventLoopScheduler,
          newId: randomUUID,
        });
        const vault = openVault({ store: vaultStore(kernel), key, clock: systemClock });
        const context = createResourceContext({ roots });
        return {
          table: { ...resourceCommands(context), ...watches.commands(), ...authenticateCommand(vault) },
          start: () => watches.forgetOld(),
          unsubscribed: (channel) => watches.unsubscribed(channel),
          stop: () => watches.stop(),
        };
      },
    });
  }
}
