import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  createDelegations,
  createRoots,
  loadVaultKey,
  localPrincipal,
  openVault,
  type Delegations,
} from '@loggia/access';
import { artifactKinds, messageIndexer, type Artifacts, type ContentStore } from '@loggia/artifacts';
import { createResourceContext } from '@loggia/files';
import type { Health } from '@loggia/kernel';
import type { Templates } from '@loggia/sandbox';
import { platformMedium, readTypeFolder } from '@loggia/registry';
import { Allowances, type Harness } from '@loggia/sessions';
import { eventLoopScheduler, openSqliteStorage, systemClock } from '@loggia/storage';
import { TypePolicies } from '@loggia/workspaces';
import { agentTokens, authenticateCommand, vaultStore, type TokenTaker } from '../commands/authenticate.ts';
import { delegatedActs } from '../commands/delegated-acts.ts';
import { ResourceWatches } from '../commands/resource-watches.ts';
import { resourceCommands } from '../commands/resources.ts';
import { storageCommands } from '../commands/storage.ts';
import type { HostConfig } from '../config/host-config.ts';
import { backUp } from '../data/back-up.ts';
import { checkStorage } from '../data/check-storage.ts';
import type { Logger } from '../logger.ts';
import { openSpilledResults } from '../results/spilled-results.ts';
import type { Shipped } from '../shipped.ts';
import { hostChores } from '../upkeep/chores.ts';
import { Upkeep } from '../upkeep/upkeep.ts';
import { openAccess, type HostAccess } from './access.ts';
import { openBase } from './base.ts';
import { CallMeta } from './call-meta.ts';
import { startEngine, type Engine } from './engine.ts';
import { openServers } from './servers.ts';
import { openTemplates, viewTable, type ViewHosting, type ViewsOptions } from './views.ts';
import { openWorkspaces } from './workspaces.ts';

export interface HostEngineOptions {
  readonly config: HostConfig;
  readonly harnesses: readonly Harness[];
  readonly logger: Logger;
  readonly version: string;
  readonly shipped: Shipped;
  /** The file mode creation mask that this process was started with: its own is narrower, that of servers is not. */
  readonly umask?: number;
  /** Where this host is reached on this machine. */
  readonly origin: string;
  readonly views: ViewHosting;
  /** The host's token, from its file. */
  readonly token: string;
  /** The token was replaced: files that announce it must be rewritten. */
  tokenRotated?(token: string): Promise<void>;
  /** The addresses from which browsers load content. */
  readonly links: ViewsOptions['links'];
  /** The host can do no more; only a new start helps then. */
  failed(error: unknown): void;
}

export interface HostEngine extends Engine {
  readonly artifacts: Artifacts;
  readonly content: ContentStore;
  readonly delegations: Delegations;
  readonly access: Pick<HostAccess, 'credentials' | 'browsers'>;
  readonly templates: Pick<Templates, 'html'>;
  /** Whether the host can do its work; where not, why. */
  health(): Health;
}

/** The engine on a data directory, with the files of this machine. The caller holds the lock on the directory. */
export async function openHostEngine(options: HostEngineOptions): Promise<HostEngine> {
  const { config, harnesses, logger, version, shipped, origin } = options;
  const { dataDirectory } = config;
  const clock = systemClock;
  const scheduler = eventLoopScheduler;
  const serverInfo = { name: 'loggia', version, title: 'Loggia' };

  // The data directory
  const workspace = path.join(dataDirectory, 'workspace');
  await mkdir(workspace, { recursive: true, mode: 0o700 });
  const roots = createRoots();
  await roots.add(workspace, 'write');
  for (const { path: directory, access } of config.roots) await roots.add(directory, access);
  const results = await openSpilledResults(dataDirectory);
  await roots.add(results.directory, 'read');
  const key = await loadVaultKey(dataDirectory, process.env);
  const storage = openSqliteStorage(path.join(dataDirectory, 'loggia.db'), (damage) =>
    logger.error({ err: damage }, damage.message),
  );

  // The kernel
  const base = await openBase({
    store: storage.store,
    kinds: artifactKinds,
    observer: messageIndexer,
    clock,
    scheduler,
    kernelLimits: { retainActions: config.retainActions },
    report: (problem, error) => logger.error({ err: error }, problem),
    failed: options.failed,
  });
  const { kernel, clients, connected } = base;

  // Who gets in, and what was decided
  const delegations = createDelegations({ clock });
  const vault = openVault({ store: vaultStore(kernel), key, clock });
  const access = await openAccess({
    kernel,
    dataDirectory,
    token: options.token,
    clock,
    rotated: async (token) => options.tokenRotated?.(token),
  });
  const allowances = new Allowances({ kernel, clock, user: 'local' });
  const typePolicies = new TypePolicies(kernel);
  const views = openTemplates(base);

  const types =
    shipped.types === undefined ? { contracts: [], problems: [] } : await readTypeFolder(shipped.types);
  const mediumOf = platformMedium(types.contracts);

  // The gateway and what equips sessions
  const callMeta = new CallMeta();
  const servers = await openServers({
    base,
    config,
    vault,
    key,
    results,
    logger,
    clientInfo: serverInfo,
    env: process.env,
    ...(options.umask !== undefined && { umask: options.umask }),
    plugins: config.handlers && shipped.handlers !== undefined ? [shipped.handlers] : [],
    itself: config.hostTools ? ownAccess(delegations, origin) : undefined,
    harnesses,
    templates: views.templates,
    callMeta,
    mediumOf,
    forgotten: async (server) => {
      delegations.revoke(server);
      typePolicies.forget(server);
      views.policies.forget(server);
      await allowances.forgetServer(server);
    },
  });
  const { equipment, audit } = servers;

  // Workspaces come before sessions, which ask them what project a new session belongs to
  const upkeep = new Upkeep({
    kernel,
    clock,
    scheduler,
    report: (problem, error) => logger.warn({ err: error }, problem),
  });
  const workspaces = await openWorkspaces({
    base,
    store: storage.artifacts,
    equipment,
    policies: typePolicies,
    delegations,
    config,
    shipped,
    types,
    logger,
    origin,
    purged: () => upkeep.soon(),
  });
  const { artifacts, content } = workspaces;
  callMeta.comesFrom(workspaces.callKeys);
  const pruneClients = () => clients.prune((clientId) => connected.has(clientId));
  upkeep.add(...hostChores({ kernel, storage, artifacts, pruneClients }));

  // The commands beside those of sessions
  const watches = new ResourceWatches({ kernel, roots, scheduler, newId: randomUUID });
  const ofServers: TokenTaker = {
    take: (principal, token) => servers.gateway.authenticate(principal, token),
  };
  const ofAgents = agentTokens(vault, () =>
    harnesses.flatMap(({ describe }) => describe.protectedResources ?? []),
  );
  const table = {
    ...resourceCommands(createResourceContext({ roots })),
    ...watches.commands(),
    ...authenticateCommand([ofServers, ofAgents]),
    ...access.table,
    ...servers.table,
    ...workspaces.table,
    ...viewTable({ base, servers, equipment, artifacts, links: options.links, ...views, ...options.views }),
    ...storageCommands({
      backUp: (wanted) =>
        backUp(
          {
            ...{ dataDirectory, version, storage, content },
            alone: (work) => upkeep.alone(work),
            now: () => clock.now(),
          },
          wanted,
        ),
      checkStorage: async () => ({
        findings: await checkStorage({
          examine: () => storage.examine(),
          store: storage.artifacts,
          content,
        }),
      }),
    }),
  };

  // Sessions and the wire
  const engine = await startEngine(
    base,
    {
      table,
      acts: delegatedActs(audit, clock),
      equipment,
      allowances,
      sideChannels: servers.sideChannels,
      mediumOf,
      tokenFor: async (resource) => (await vault.get(localPrincipal, { resource }))?.secret.reveal(),
      projectFor: workspaces.projectFor,
      channels: workspaces.channels,
      watched: workspaces.watched,
      unwatched: workspaces.unwatched,
      unsubscribed: (channel) => watches.unsubscribed(channel),
      start: async () => {
        await watches.forgetOld();
        await views.load();
        await workspaces.start();
        upkeep.start();
      },
      stop: async () => {
        await upkeep.stop();
        watches.stop();
        workspaces.stop();
        await servers.stop();
      },
    },
    {
      harnesses,
      serverInfo,
      defaultDirectory: pathToFileURL(workspace).href,
      graceMs: config.graceSeconds * 1000,
      confirm: config.confirm,
      wireLimits: { maxFrameBytes: config.maxFrameBytes },
      newId: randomUUID,
    },
  );
  const health = (): Health =>
    storage.damage ? { ok: false, reason: storage.damage.message, waiting: 0 } : kernel.health;
  return { ...engine, artifacts, content, delegations, access, templates: views.templates, health };
}

/** Ends with this process, as every key does; the next one makes a key of its own. */
function ownAccess(delegations: Delegations, origin: string): { url: string; token: string } {
  const { token } = delegations.issue({
    by: localPrincipal,
    actor: { kind: 'agent' },
    everything: true,
    grant: 'write',
    permissions: [],
    lifetimeMs: 365 * 24 * 60 * 60_000,
  });
  return { url: `${origin}/mcp`, token };
}
