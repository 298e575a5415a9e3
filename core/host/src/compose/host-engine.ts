import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
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
import {
  artifactKinds,
  observeMessages,
  UntouchedDrafts,
  type Artifacts,
  type ContentStore,
} from '@loggia/artifacts';
import { changesetKind } from '@loggia/changes';
import { createResourceContext, fileFinder, workFiles } from '@loggia/files';
import type { Health } from '@loggia/kernel';
import { safeEnvironment } from '@loggia/mcp';
import type { Templates } from '@loggia/sandbox';
import { keptContentUri } from '@loggia/protocol';
import { platformMedium, readTypeFolder } from '@loggia/registry';
import { Allowances, ReviewedTools, type Harness } from '@loggia/sessions';
import { eventLoopScheduler, openSqliteStorage, systemClock } from '@loggia/storage';
import { terminalKind, Terminals } from '@loggia/terminals';
import { TypePolicies, WorkspaceSettings } from '@loggia/workspaces';
import { changesetChannels } from '../channels/changeset-channels.ts';
import { terminalChannels } from '../channels/terminal-channels.ts';
import { agentTokens, authenticateCommand, vaultStore, type TokenTaker } from '../commands/authenticate.ts';
import { changesCommands } from '../commands/changes.ts';
import { recordedActs } from '../commands/recorded-acts.ts';
import { folderCommands } from '../commands/folders.ts';
import { ResourceWatches } from '../commands/resource-watches.ts';
import { resourceCommands } from '../commands/resources.ts';
import { reviewCommands } from '../commands/reviews.ts';
import { terminalCommands } from '../commands/terminals.ts';
import { workspaceSettingsCommands } from '../commands/workspace-settings.ts';
import type { HostConfig } from '../config/host-config.ts';
import { observeCommits } from '../telemetry/observe-commits.ts';
import { observeLog } from '../telemetry/observe-log.ts';
import { observeRequests } from '../telemetry/observe-requests.ts';
import { observeTurns } from '../telemetry/observe-turns.ts';
import { Telemetry } from '../telemetry/telemetry.ts';
import { auditCalls } from '../host-tools/audit-calls.ts';
import { agentPrograms } from '../host-tools/agent-programs.ts';
import { commandTool } from '../host-tools/command-tool.ts';
import type { Logger } from '../logger.ts';
import type { AgentOrigin } from '../models/agent-origin.ts';
import type { Shipped } from '../shipped.ts';
import { hostChores, sessionChore } from '../upkeep/chores.ts';
import { Upkeep } from '../upkeep/upkeep.ts';
import { openAccess, type HostAccess } from './access.ts';
import { attachedFiles } from './attached-files.ts';
import { openBase } from './base.ts';
import { CallMeta } from './call-meta.ts';
import { openChanges } from './changes.ts';
import { startEngine, type Engine } from './engine.ts';
import { metricsOf } from './metrics.ts';
import { openModels } from './models.ts';
import { sessionFileTools } from './session-file-tools.ts';
import { storageTable } from './storage-table.ts';
import { openServers } from './servers.ts';
import { openTemplates, viewTable, type ViewHosting, type ViewsOptions } from './views.ts';
import { openWorkspaces } from './workspaces.ts';

export interface HostEngineOptions {
  readonly config: HostConfig;
  /** Agents of the configuration and the environment; users connect more while the host runs. */
  readonly harnesses: readonly Harness[];
  /** The origin of each of them; built in by default. */
  readonly origins?: ReadonlyMap<string, AgentOrigin>;
  readonly logger: Logger;
  readonly version: string;
  readonly shipped: Shipped;
  /** The file mode creation mask that this process was started with: its own is narrower, the servers' isn't. */
  readonly umask?: number;
  /** The address of this host on this machine. */
  readonly origin: string;
  readonly views: ViewHosting;
  /** The host's token, from its file. */
  readonly token: string;
  /** The token was replaced: files that announce it must be rewritten. */
  tokenRotated?(token: string): Promise<void>;
  /** The addresses from which browsers load content. */
  readonly links: ViewsOptions['links'];
  /** The host can't continue; only a restart helps. */
  failed(error: unknown): void;
}

export interface HostEngine extends Engine {
  readonly artifacts: Artifacts;
  readonly content: ContentStore;
  readonly delegations: Delegations;
  readonly access: Pick<HostAccess, 'credentials' | 'browsers'>;
  readonly templates: Pick<Templates, 'html'>;
  /** Whether the host works; if not, why. */
  health(): Health;
  /** In the text format of Prometheus. */
  metrics(): Promise<string>;
}

/** The engine on a data directory, with the files of this machine. The caller holds the lock on the directory. */
export async function openHostEngine(options: HostEngineOptions): Promise<HostEngine> {
  const { config, logger, version, shipped, origin } = options;
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
  // Chats of earlier versions name results in this folder.
  const earlierResults = path.join(dataDirectory, 'results');
  if (existsSync(earlierResults)) await roots.add(earlierResults, 'read');
  const key = await loadVaultKey(dataDirectory, process.env);
  const storage = openSqliteStorage(path.join(dataDirectory, 'loggia.db'), (damage) =>
    logger.error({ err: damage }, damage.message),
  );

  // The kernel
  const telemetry = new Telemetry({ clock, scheduler, service: serverInfo });
  observeRequests(telemetry, clock);
  observeLog(logger, telemetry);
  const untouched = new UntouchedDrafts(() => base.kernel);
  const endsWithSession = {
    appended: () => undefined,
    removed: (uri: string) => {
      terminals.sessionRemoved(uri);
      changes.sessionRemoved(uri);
    },
  };
  const base = await openBase({
    store: observeCommits(storage.store, telemetry),
    kinds: [...artifactKinds, terminalKind, changesetKind],
    observers: (opened) => [
      observeMessages(opened, clock),
      untouched.observer,
      endsWithSession,
      observeTurns(telemetry, clock),
    ],
    clock,
    scheduler,
    // A model that streams would otherwise have the host wait for the disk half of its time.
    kernelLimits: { retainActions: config.retainActions, collectMs: 4 },
    report: (problem, error) => logger.error({ err: error }, problem),
    failed: options.failed,
  });
  const { kernel, clients, connected } = base;
  const terminals = new Terminals({
    ...{ kernel, clock, scheduler, roots, report: base.report },
    env: safeEnvironment(process.env, {}),
    defaultFolder: pathToFileURL(workspace).href,
  });

  // Credentials, and stored decisions
  const delegations = createDelegations({ clock });
  const vault = openVault({ store: vaultStore(kernel), key, clock });
  const access = await openAccess({
    ...{ kernel, dataDirectory, clock, scheduler, logger },
    token: options.token,
    rotated: async (token) => options.tokenRotated?.(token),
  });
  const models = await openModels({ ...options, base, key, workspace, terminals });
  const { harnesses } = models;
  const allowances = new Allowances({ kernel, clock, user: 'local' });
  const reviewed = new ReviewedTools({ kernel, user: 'local', configured: config.reviewResults });
  const typePolicies = new TypePolicies(kernel);
  const workspaceSettings = new WorkspaceSettings(kernel);
  const views = openTemplates(base);

  const types =
    shipped.types === undefined ? { contracts: [], problems: [] } : await readTypeFolder(shipped.types);
  const mediumOf = platformMedium(types.contracts);

  // The gateway and equipment
  const callMeta = new CallMeta();
  const servers = await openServers({
    ...{ base, config, vault, key, logger, telemetry },
    clientInfo: serverInfo,
    env: process.env,
    ...(options.umask !== undefined && { umask: options.umask }),
    plugins: config.handlers && shipped.handlers !== undefined ? [shipped.handlers] : [],
    itself: config.hostTools ? ownAccess(delegations, origin) : undefined,
    harnesses,
    templates: views.templates,
    viewPolicies: views.policies,
    callMeta,
    allowances,
    mediumOf,
    // The content store opens with the workspaces, which need the servers.
    uploaded: (hash) => workspaces.content.open(hash),
    keep: async (bytes) => keptContentUri((await workspaces.artifacts.upload(bytes)).hash),
    forgotten: async (server) => {
      delegations.revoke(server);
      typePolicies.forget(server);
      views.policies.forget(server);
      await allowances.forgetServer(server);
      await reviewed.forgetServer(server);
    },
  });
  const { equipment, audit } = servers;

  // Workspaces come before sessions, which ask them for the project of a new session
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
    settings: workspaceSettings,
    delegations,
    untouched,
    config,
    shipped,
    types,
    mediumOf,
    logger,
    origin,
    purged: () => upkeep.soon(),
  });
  const { artifacts, content } = workspaces;
  callMeta.comesFrom(workspaces.callKeys);
  const { discardLeftOver } = workspaces;
  const { retention } = config;
  upkeep.add(
    ...hostChores({
      ...{ kernel, storage, artifacts, audit, discardLeftOver, retention, clock },
      pruneClients: (before) => clients.prune((clientId) => connected.has(clientId), before),
    }),
  );

  // The commands besides those of sessions
  const watches = new ResourceWatches({ kernel, roots, scheduler, newId: randomUUID });
  const ofServers: TokenTaker = {
    take: (principal, token) => servers.gateway.authenticate(principal, token),
  };
  const ofAgents = agentTokens(vault, () =>
    harnesses.all().flatMap(({ describe }) => describe.protectedResources ?? []),
  );
  const resources = createResourceContext({
    roots,
    kept: (hash, length) => content.read(hash, 0, length),
    typeOf: workspaces.typeForFile,
  });
  const findFiles = fileFinder(roots, () => clock.now());
  const changes = openChanges({
    ...{ base, resources, content, dataDirectory, defaultFolder: pathToFileURL(workspace).href },
    keep: async (bytes) => (await artifacts.upload(bytes)).hash,
  });
  const table = {
    ...resourceCommands(resources),
    ...changesCommands(changes),
    ...folderCommands(roots),
    ...watches.commands(),
    ...terminalCommands(terminals),
    ...reviewCommands(reviewed),
    ...workspaceSettingsCommands({
      settings: workspaceSettings,
      harnesses,
      confirm: config.confirm,
      toolBudget: config.toolBudget,
      pinnedTools: config.pinnedTools,
      assertWorkspace: async (id) => void (await workspaces.projectFor({ workspace: id })),
    }),
    ...authenticateCommand([ofServers, ofAgents]),
    ...access.table,
    ...models.table,
    ...servers.table,
    ...workspaces.table,
    ...viewTable({ base, servers, equipment, artifacts, links: options.links, ...views, ...options.views }),
    ...storageTable({ dataDirectory, version, storage, content, upkeep, clock, retention }),
  };

  // Sessions and the wire
  const engine = await startEngine(
    base,
    {
      table,
      acts: recordedActs(audit, clock),
      workspaceOf: async (artifact) => (await artifacts.row(artifact))?.workspace,
      equipment: config.hostTools
        ? {
            ...equipment,
            terminals: agentPrograms({ terminals, clock, newId: randomUUID, record: auditCalls(audit) }),
          }
        : equipment,
      ...(config.hostTools && {
        hostTools: [
          commandTool({ terminals, newId: randomUUID }),
          ...sessionFileTools({ kernel, resources, harnesses, findFiles, workspaces }),
        ],
        hostToolRan: auditCalls(audit),
        delegation: config.delegation,
      }),
      allowances,
      reviewed,
      sideChannels: servers.sideChannels,
      mediumOf,
      tokenFor: async (resource) => (await vault.get(localPrincipal, { resource }))?.secret.reveal(),
      projectFor: workspaces.projectFor,
      settingsIn: (project) => {
        const own = workspaceSettings.inProject(project);
        const pinnedTools = [...config.pinnedTools, ...(own.pinnedTools ?? [])];
        return { toolBudget: config.toolBudget, ...own, pinnedTools };
      },
      libraryFor: workspaces.libraryFor,
      readArtifact: workspaces.readArtifact,
      files: attachedFiles({ workspaces, resources, findFiles }),
      findFiles,
      filesIn: (folders) =>
        workFiles(resources, folders.length > 0 ? folders : [pathToFileURL(workspace).href]),
      links: options.links,
      followTurn: (open, turnId) => changes.begin(open, turnId),
      channels: {
        ...workspaces.channels,
        ...terminalChannels(terminals),
        ...changesetChannels(changes),
      },
      telemetry,
      watched: workspaces.watched,
      unwatched: workspaces.unwatched,
      unsubscribed: (channel) => watches.unsubscribed(channel),
      start: async () => {
        await watches.forgetOld();
        await terminals.start();
        await changes.start();
        await views.load();
        await workspaces.start();
        upkeep.start();
      },
      stop: async () => {
        access.close();
        telemetry.stop();
        await upkeep.stop();
        watches.stop();
        await terminals.stop();
        await changes.settled();
        workspaces.stop();
        await servers.stop();
        models.stop();
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
  upkeep.add(sessionChore(engine.sessions, retention, clock));
  const health = (): Health =>
    storage.damage ? { ok: false, reason: storage.damage.message, waiting: 0 } : kernel.health;
  const metrics = metricsOf(telemetry, { ...{ version, health, servers, storage }, ...engine });
  return { ...engine, artifacts, content, delegations, access, templates: views.templates, health, metrics };
}

/** Valid for this process only, like every key; the next one issues its own. */
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
