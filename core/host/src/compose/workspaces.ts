import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { agentOf, localPrincipal, type Delegations, type Principal } from '@loggia/access';
import {
  artifactCaller,
  type Artifacts,
  type ContentStore,
  createArtifacts,
  createCapabilities,
  createContentStore,
  createDeliveries,
  createEmitter,
  Deriver,
  Dispatcher,
} from '@loggia/artifacts';
import type { ArtifactStore } from '@loggia/artifacts/store';
import { apiMetaKey } from '@loggia/content';
import type { EquipmentService } from '@loggia/customizations';
import type { Kernel } from '@loggia/kernel';
import { ProtocolError } from '@loggia/protocol';
import { readTypeFolder } from '@loggia/registry';
import { eventLoopScheduler, systemClock } from '@loggia/storage';
import {
  answersFor,
  createHandlerDesk,
  createTypeOperations,
  ensureFirstWorkspace,
  grantFor,
  KeyRing,
  knownTypes,
  lentPowers,
  LivingRegistry,
  OpenViews,
  TypePolicies,
  withTypesAwake,
  WorkspaceActions,
  WorkspaceAttendance,
} from '@loggia/workspaces';
import { workspaceChannels } from '../channels/workspace-channels.ts';
import { artifactCommands } from '../commands/artifacts.ts';
import { libraryCommands } from '../commands/library.ts';
import { searchCommands } from '../commands/search.ts';
import { typeCommands } from '../commands/types.ts';
import type { HostConfig } from '../config/host-config.ts';
import type { EngineParts } from './engine.ts';
import type { Logger } from '../logger.ts';
import type { Shipped } from '../shipped.ts';
import type { CommandDefinition } from '../commands/table.ts';

export interface WorkspacesOptions {
  readonly kernel: Kernel;
  readonly store: ArtifactStore;
  /** There once the sessions are open. */
  readonly equipment: () => EquipmentService;
  readonly delegations: Delegations;
  readonly config: HostConfig;
  readonly shipped: Shipped;
  readonly logger: Logger;
  /** Where servers on this machine reach this host. */
  readonly origin: string;
  /** Something was purged; what is left of it in files can be erased. */
  purged(): void;
}

/** Everything about workspaces, artifacts and types, composed. */
export interface Workspaces extends Required<
  Pick<EngineParts, 'start' | 'channels' | 'watched' | 'unwatched'>
> {
  readonly artifacts: Artifacts;
  readonly content: ContentStore;
  readonly table: Readonly<Record<string, CommandDefinition>>;
  /** A server was removed, and with it what was decided about it. */
  forgetServer(server: string): void;
  projectFor: NonNullable<EngineParts['projectFor']>;
  /** What a message of a View that was opened for an artifact takes along to its server. */
  metaFor(
    view: string,
    asked: { readonly server: string; readonly tool: string; readonly principal: Principal },
  ): Readonly<Record<string, unknown>> | undefined;
  /** What a call of an agent takes along, when it is about an artifact whose type that server answers for. */
  metaForCall(call: {
    readonly server: string;
    readonly input: Readonly<Record<string, unknown>>;
    /** Whether the call was let through as one that only reads. */
    readonly readOnly: boolean;
  }): Promise<Readonly<Record<string, unknown>> | undefined>;
  stop(): void;
}

const clock = systemClock;
const scheduler = eventLoopScheduler;

export async function openWorkspaces(options: WorkspacesOptions): Promise<Workspaces> {
  const { kernel, store, delegations, config, shipped, logger, origin } = options;
  const report = (problem: string, error?: unknown): void => logger.warn({ err: error }, problem);
  const equipment = equipmentOf(options.equipment);
  const attendance = new WorkspaceAttendance({ kernel, equipment, report });
  const use = (workspace: string) => attendance.use(workspace);
  const policies = new TypePolicies(kernel);
  const { contracts: builtins, problems: builtinProblems } =
    shipped.types === undefined ? { contracts: [], problems: [] } : await readTypeFolder(shipped.types);
  const platformSources = new Set(
    shipped.handlers === undefined ? [] : [pathToFileURL(shipped.handlers).href],
  );
  const registry = new LivingRegistry({
    kernel,
    equipment,
    policies,
    builtins,
    builtinProblems,
    platformSources,
    use,
    report,
  });
  const content = await createContentStore(path.join(config.dataDirectory, 'content'), (hash) =>
    report(`The content ${hash} is damaged. Restore it from a backup, or save the same content again.`),
  );
  const apiUrl = `${origin}/api`;
  const keys = new KeyRing({ delegations, registry, policies, apiUrl });
  const desk = createHandlerDesk({
    registry,
    apiUrl,
    use,
    issue: (request) => keys.issue(request),
  });
  const random = Math.random;
  const dispatcher = new Dispatcher({ kernel, store, desk, clock, scheduler, random, report });
  const capabilities = createCapabilities({ kernel, store, content, desk, clock, scheduler });
  const artifacts = createArtifacts({
    kernel,
    store,
    content,
    clock,
    types: knownTypes(() => registry),
    newId: () => randomUUID(),
    emit: createEmitter({ clock, random }),
    changed: (ids) => {
      dispatcher.poke();
      deriver.poke(ids);
    },
    purged: () => options.purged(),
    report,
  });
  const deriver = new Deriver({
    kernel,
    store,
    capabilities,
    upload: (bytes) => artifacts.upload(bytes),
    desk,
    clock,
    scheduler,
    random,
    changed: (ids) => artifacts.announce(ids),
    report,
  });
  const views = new OpenViews();
  const types = createTypeOperations({
    artifacts,
    registry,
    policies,
    definitionOf: (server) => equipment.definitionOf(server),
    desk,
    views,
    deliveries: createDeliveries({ store, clock, dispatcher }),
    capabilities,
    revokeKeys: (server) => delegations.revoke(server),
  });
  const awake: Artifacts = {
    ...withTypesAwake(artifacts, {
      wake: (workspace) => registry.awake(workspace),
      isKnown: (workspace, type) => registry.isKnown(workspace, type),
    }),
    deleteWorkspace: async (params, caller) => {
      const result = await artifacts.deleteWorkspace(params, caller);
      attendance.disposed(params.workspace);
      registry.disposed(params.workspace);
      return result;
    },
  };

  return {
    artifacts: awake,
    content,
    table: {
      ...artifactCommands(awake),
      ...libraryCommands(awake),
      ...searchCommands(awake),
      ...typeCommands(types),
    },
    forgetServer: (server) => policies.forget(server),
    projectFor: (wanted) => projectOf(artifacts, wanted['workspace']),
    channels: { ...workspaceChannels(new WorkspaceActions({ kernel, equipment })) },
    watched: (channel) => attendance.watched(channel),
    unwatched: (channel) => attendance.unwatched(channel),
    metaFor: (view, asked) => {
      const open = views.find(view, asked);
      if (!open) return undefined;
      const { artifact, workspace, server } = open;
      const resolution = registry.of(workspace).resolve(open.type);
      const tool = registry
        .server(workspace, server)
        ?.connection?.tools.find(({ name }) => name === asked.tool);
      const grant = open.grant === 'read' ? 'read' : grantFor(tool);
      const permissions = lentPowers(resolution, server, [open.principal, asked.principal]);
      return { [apiMetaKey]: keys.issue({ workspace, server, artifact, grant, permissions }) };
    },
    metaForCall: async ({ server, input, readOnly }) => {
      const id = input['artifact'];
      const row = typeof id === 'string' ? await artifacts.row(id) : undefined;
      if (!row || row.deletedAt !== undefined) return undefined;
      const { id: artifact, workspace } = row;
      const resolution = (await registry.awake(workspace)).resolve(row.type);
      if (!answersFor(resolution, server)) return undefined;
      const grant = readOnly ? 'read' : 'write';
      const permissions = lentPowers(resolution, server, [agentOf(localPrincipal)]);
      return { [apiMetaKey]: keys.issue({ workspace, server, artifact, grant, permissions }) };
    },
    start: async () => {
      await policies.load();
      await registry.start();
      await artifacts.ensureLibrary();
      await attendance.start();
      await ensureFirstWorkspace({
        kernel,
        artifacts,
        caller: artifactCaller(localPrincipal),
        welcome: config.welcome ? shipped.welcome : undefined,
        report,
      });
      dispatcher.start();
      deriver.start();
    },
    stop: () => {
      dispatcher.stop();
      deriver.stop();
      registry.stop();
      attendance.stop();
    },
  };
}

/** Equipment is made with the sessions, and they with the table that this is a part of. */
function equipmentOf(
  service: () => EquipmentService,
): Pick<
  EquipmentService,
  'use' | 'idle' | 'disposed' | 'refuse' | 'followed' | 'servers' | 'definitionOf' | 'onServersChanged'
> {
  return {
    use: (uri) => service().use(uri),
    idle: (uri) => service().idle(uri),
    disposed: (uri) => service().disposed(uri),
    refuse: (uri, state, action) => service().refuse(uri, state, action),
    followed: (uri, action, clientId) => service().followed(uri, action, clientId),
    servers: (uri) => service().servers(uri),
    definitionOf: (server) => service().definitionOf(server),
    onServersChanged: (listener) => service().onServersChanged(listener),
  };
}

/** Sessions belong to the workspace that their creator names, by id or channel, and else to the first one. */
async function projectOf(
  artifacts: Artifacts,
  wanted: unknown,
): Promise<{ uri: string; displayName: string } | undefined> {
  const { workspaces } = await artifacts.listWorkspaces({}, artifactCaller(localPrincipal));
  const found =
    wanted === undefined
      ? workspaces[0]
      : workspaces.find(({ id, channel }) => id === wanted || channel === wanted);
  if (!found && wanted !== undefined)
    throw new ProtocolError(
      'NotFound',
      `There is no workspace ${JSON.stringify(wanted)}. List the workspaces.`,
    );
  return found && { uri: found.channel, displayName: found.title };
}
