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
import type { Harness } from '@loggia/sessions';
import { eventLoopScheduler, openSqliteStorage, systemClock } from '@loggia/storage';
import { withWorkspaces } from '@loggia/workspaces';
import { openAccess, type HostAccess } from './access.ts';
import { agentTokens, authenticateCommand, vaultStore, type TokenTaker } from '../commands/authenticate.ts';
import { storageCommands } from '../commands/storage.ts';
import { resourceCommands } from '../commands/resources.ts';
import { ResourceWatches } from '../commands/resource-watches.ts';
import type { HostConfig } from '../config/host-config.ts';
import { backUp } from '../data/back-up.ts';
import { checkStorage } from '../data/check-storage.ts';
import { openEngine, type Engine } from './engine.ts';
import type { Logger } from '../logger.ts';
import { openSpilledResults } from '../results/spilled-results.ts';
import { openServers } from './servers.ts';
import type { ViewService } from '../commands/views.ts';
import type { Shipped } from '../shipped.ts';
import { hostChores } from '../upkeep/chores.ts';
import { Upkeep } from '../upkeep/upkeep.ts';
import { openViews, type ViewHosting, type Views } from './views.ts';
import { delegatedActs } from '../commands/delegated-acts.ts';
import { openWorkspaces, type Workspaces } from './workspaces.ts';

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
  /** What opens this host, from its file. */
  readonly token: string;
  /** The token was replaced: what tells it to others has to be written anew. */
  tokenRotated?(token: string): Promise<void>;
  /** Makes addresses from which a browser loads content. */
  readonly linkContent: ViewService['linkContent'];
  /** The host can do no more; only a new start helps then. */
  failed(error: unknown): void;
}

export interface HostEngine extends Engine {
  readonly artifacts: Artifacts;
  readonly content: ContentStore;
  readonly delegations: Delegations;
  readonly access: Pick<HostAccess, 'credentials' | 'browsers'>;
  readonly templates: Views['templates'];
  /** Whether the host can do its work; where not, why. */
  health(): Health;
}

/** The engine on a data directory, with the files of this machine. The caller holds the lock on the directory. */
export async function openHostEngine(options: HostEngineOptions): Promise<HostEngine> {
  const { config, harnesses, logger, version, shipped, origin } = options;
  const workspace = path.join(config.dataDirectory, 'workspace');
  await mkdir(workspace, { recursive: true, mode: 0o700 });
  const roots = createRoots();
  await roots.add(workspace, 'write');
  for (const { path: directory, access } of config.roots) await roots.add(directory, access);
  const results = await openSpilledResults(config.dataDirectory);
  await roots.add(results.directory, 'read');
  const key = await loadVaultKey(config.dataDirectory, process.env);
  const serverInfo = { name: 'loggia', version, title: 'Loggia' };
  const delegations = createDelegations({ clock: systemClock });
  const storage = openSqliteStorage(path.join(config.dataDirectory, 'loggia.db'), (damage) =>
    logger.error({ err: damage }, damage.message),
  );
  let opened: Workspaces | undefined;
  const workspaces = (): Workspaces => {
    if (!opened) throw new Error('The workspaces are not open yet.');
    return opened;
  };
  let access: HostAccess | undefined;
  let upkeep: Upkeep;
  let shown: Views | undefined;
  const views = (): Views => {
    if (!shown) throw new Error('The Views are not open yet.');
    return shown;
  };
  const engine: Engine = await openEngine({
    store: storage.store,
    kinds: artifactKinds,
    witness: messageIndexer,
    clock: systemClock,
    scheduler: eventLoopScheduler,
    harnesses,
    serverInfo,
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
      access = await openAccess({
        kernel,
        dataDirectory: config.dataDirectory,
        token: options.token,
        clock: systemClock,
        rotated: async (token) => options.tokenRotated?.(token),
      });
      const vault = openVault({ store: vaultStore(kernel), key, clock: systemClock });
      const servers = await openServers({
        context,
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
        sessions: () => engine.sessions,
        metaFor: (view, asked) => workspaces().metaFor(view, asked),
        metaForCall: (call) => workspaces().metaForCall(call),
        followTemplates: (source) => views().follow(source),
        forgotten: async (server) => {
          delegations.revoke(server);
          workspaces().forgetServer(server);
          views().forgetServer(server);
          await engine.sessions.allowances.forgetServer(server);
        },
      });
      const { audit, recorder } = servers;
      opened = await openWorkspaces({
        kernel,
        store: storage.artifacts,
        equipment: servers.service,
        delegations,
        config,
        shipped,
        logger,
        origin,
        purged: () => upkeep.soon(),
      });
      upkeep = new Upkeep({
        kernel,
        clock: systemClock,
        scheduler: eventLoopScheduler,
        chores: hostChores({ kernel, storage, artifacts: opened.artifacts, wire: () => engine.wire }),
        report: (problem, error) => logger.warn({ err: error }, problem),
      });
      shown = openViews({
        ...options.views,
        kernel,
        audit,
        recorder,
        channels: servers.sideChannels,
        clock: systemClock,
        scheduler: eventLoopScheduler,
        linkContent: options.linkContent,
        definitionOf: (server) => servers.service().definitionOf(server),
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
          ...access.table,
          ...servers.table,
          ...workspaces().table,
          ...views().table,
          ...storageCommands({
            backUp: (wanted) =>
              backUp(
                {
                  ...{ dataDirectory: config.dataDirectory, version, storage, content: workspaces().content },
                  alone: (work) => upkeep.alone(work),
                  now: () => systemClock.now(),
                },
                wanted,
              ),
            checkStorage: async () => ({
              findings: await checkStorage({
                examine: () => storage.examine(),
                store: storage.artifacts,
                content: workspaces().content,
              }),
            }),
          }),
        },
        acts: delegatedActs(audit, systemClock),
        equipment: (desk) => servers.equipment(withWorkspaces(desk, kernel)),
        sideChannels: servers.sideChannels,
        tokenFor: async (resource) => (await vault.get(localPrincipal, { resource }))?.secret.reveal(),
        start: async () => {
          await watches.forgetOld();
          await views().start();
          await workspaces().start();
          upkeep.start();
        },
        projectFor: (wanted) => workspaces().projectFor(wanted),
        channels: workspaces().channels,
        watched: (channel) => workspaces().watched(channel),
        unwatched: (channel) => workspaces().unwatched(channel),
        unsubscribed: (channel) => watches.unsubscribed(channel),
        stop: async () => {
          await upkeep.stop();
          watches.stop();
          workspaces().stop();
          await servers.stop();
        },
      };
    },
  });
  const { artifacts, content } = workspaces();
  if (!access) throw new Error('Nobody can be let in yet.');
  const health = (): Health =>
    storage.damage ? { ok: false, reason: storage.damage.message, waiting: 0 } : engine.kernel.health;
  return { ...engine, artifacts, content, delegations, access, templates: views().templates, health };
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
