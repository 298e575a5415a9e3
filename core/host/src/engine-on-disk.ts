import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createRoots, loadVaultKey, localPrincipal, openVault } from '@loggia/access';
import type { Harness } from '@loggia/sessions';
import { eventLoopScheduler, openSqliteStore, systemClock } from '@loggia/storage';
import { agentTokens, authenticateCommand, vaultStore, type TokenTaker } from './commands/authenticate.ts';
import { resourceCommands } from './commands/resources.ts';
import { ResourceWatches } from './commands/resource-watches.ts';
import type { HostConfig } from './config/host-config.ts';
import { openEngine, type Engine } from './engine.ts';
import type { Logger } from './logger.ts';
import { createResourceContext } from './resources/context.ts';
import { openSpilledResults } from './results/spilled-results.ts';
import { openServers } from './servers-on-disk.ts';

export interface EngineOnDiskOptions {
  readonly config: HostConfig;
  readonly harnesses: readonly Harness[];
  readonly logger: Logger;
  readonly version: string;
  /** The host can do no more; only a new start helps then. */
  failed(error: unknown): void;
}

/** The engine on a data directory, with the files of this machine. The caller holds the lock on the directory. */
export async function openEngineOnDisk(options: EngineOnDiskOptions): Promise<Engine> {
  const { config, harnesses, logger, version } = options;
  const workspace = path.join(config.dataDirectory, 'workspace');
  await mkdir(workspace, { recursive: true, mode: 0o700 });
  const roots = createRoots();
  await roots.add(workspace, 'write');
  for (const { path: directory, access } of config.roots) await roots.add(directory, access);
  const results = await openSpilledResults(config.dataDirectory);
  await roots.add(results.directory, 'read');
  const key = await loadVaultKey(config.dataDirectory, process.env);
  const engine: Engine = await openEngine({
    store: openSqliteStore(path.join(config.dataDirectory, 'loggia.db')),
    clock: systemClock,
    scheduler: eventLoopScheduler,
    harnesses,
    serverInfo: { name: 'loggia', version, title: 'Loggia' },
    defaultDirectory: pathToFileURL(workspace).href,
    graceMs: config.graceSeconds * 1000,
    confirm: config.confirm,
    kernelLimits: { retainActions: config.retainActions },
    wireLimits: { maxFrameBytes: config.maxFrameBytes },
    newId: randomUUID,
    report: (problem, error) => logger.error({ err: error }, problem),
    failed: (error) => options.failed(error),
    parts: async (context) => {
      const { kernel } = context;
      const watches = new ResourceWatches({
        kernel,
        roots,
        scheduler: eventLoopScheduler,
        newId: randomUUID,
      });
      const vault = openVault({ store: vaultStore(kernel), key, clock: systemClock });
      const servers = await openServers({
        context,
        config,
        vault,
        key,
        results,
        logger,
        clientInfo: { name: 'loggia', version, title: 'Loggia' },
        env: process.env,
        sessions: () => engine.sessions,
      });
      const ofAgents = agentTokens(vault, () =>
        harnesses.flatMap(({ describe }) => describe.protectedResources ?? []),
      );
      const ofServers: TokenTaker = {
        take: (principal, token) => servers.gateway.authenticate(principal, token),
      };
      return {
        table: {
          ...resourceCommands(createResourceContext({ roots })),
          ...watches.commands(),
          ...authenticateCommand([ofServers, ofAgents]),
          ...servers.table,
        },
        equipment: (desk) => servers.equipment(desk),
        sideChannels: servers.sideChannels,
        tokenFor: async (resource) => (await vault.get(localPrincipal, { resource }))?.secret.reveal(),
        start: () => watches.forgetOld(),
        unsubscribed: (channel) => watches.unsubscribed(channel),
        stop: async () => {
          watches.stop();
          await servers.stop();
        },
      };
    },
  });
  return engine;
}
