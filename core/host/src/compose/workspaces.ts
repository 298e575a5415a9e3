import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { localPrincipal, type Delegations } from '@loggia/access';
import {
  artifactCaller,
  createArtifacts,
  createCapabilities,
  createContentStore,
  createDeliveries,
  createEmitter,
  Deriver,
  Dispatcher,
  type Artifacts,
  type ContentStore,
} from '@loggia/artifacts';
import type { ArtifactStore } from '@loggia/artifacts/store';
import type { EquipmentService } from '@loggia/customizations';
import type { TypeFolder } from '@loggia/registry';
import {
  CallKeys,
  createHandlerAccess,
  createTypeOperations,
  ensureFirstWorkspace,
  KeyRing,
  knownTypes,
  WorkspaceRegistries,
  OpenViews,
  projectOf,
  withTypesAwake,
  WorkspaceActions,
  WorkspaceUse,
  type TypePolicies,
} from '@loggia/workspaces';
import { workspaceChannels } from '../channels/workspace-channels.ts';
import { artifactCommands } from '../commands/artifacts.ts';
import { libraryCommands } from '../commands/library.ts';
import { searchCommands } from '../commands/search.ts';
import { typeCommands } from '../commands/types.ts';
import type { HostConfig } from '../config/host-config.ts';
import type { EngineBase } from './base.ts';
import type { EngineParts } from './engine.ts';
import type { Logger } from '../logger.ts';
import type { Shipped } from '../shipped.ts';
import type { CommandDefinition } from '../commands/table.ts';

export interface WorkspacesOptions {
  readonly base: EngineBase;
  readonly store: ArtifactStore;
  readonly equipment: EquipmentService;
  readonly policies: TypePolicies;
  readonly delegations: Delegations;
  readonly config: HostConfig;
  readonly shipped: Shipped;
  /** The platform's own definitions. */
  readonly types: TypeFolder;
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
  readonly projectFor: NonNullable<EngineParts['projectFor']>;
  readonly callKeys: CallKeys;
  stop(): void;
}

export async function openWorkspaces(options: WorkspacesOptions): Promise<Workspaces> {
  const { base, store, equipment, policies, delegations, config, shipped, logger, origin } = options;
  const { kernel, clock, scheduler } = base;
  const report = (problem: string, error?: unknown): void => logger.warn({ err: error }, problem);
  const inUse = new WorkspaceUse({ kernel, equipment, report });
  const use = (workspace: string) => inUse.use(workspace);
  const { contracts: builtins, problems: builtinProblems } = options.types;
  const platformSources = new Set(
    shipped.handlers === undefined ? [] : [pathToFileURL(shipped.handlers).href],
  );
  const registry = new WorkspaceRegistries({
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
  const handlers = createHandlerAccess({
    registry,
    apiUrl,
    use,
    issue: (request) => keys.issue(request),
  });
  const random = Math.random;
  const dispatcher = new Dispatcher({ kernel, store, handlers, clock, scheduler, random, report });
  const capabilities = createCapabilities({ kernel, store, content, handlers, clock, scheduler });
  const artifacts = createArtifacts({
    kernel,
    store,
    content,
    clock,
    types: knownTypes(registry),
    newId: randomUUID,
    emit: createEmitter({ clock, random }),
    changed: (ids) => {
      dispatcher.poke();
      deriver.poke(ids);
    },
    purged: options.purged,
    report,
  });
  const deriver = new Deriver({
    kernel,
    store,
    capabilities,
    upload: (bytes) => artifacts.upload(bytes),
    handlers,
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
    definitionOf: equipment.definitionOf,
    handlers,
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
      inUse.disposed(params.workspace);
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
    projectFor: (wanted) => projectOf(artifacts, wanted['workspace']),
    channels: { ...workspaceChannels(new WorkspaceActions({ kernel, equipment })) },
    watched: (channel) => inUse.watched(channel),
    unwatched: (channel) => inUse.unwatched(channel),
    callKeys: new CallKeys({ views, registry, keys, artifacts }),
    start: async () => {
      await policies.load();
      await registry.start();
      await artifacts.ensureLibrary();
      await inUse.start();
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
      inUse.stop();
    },
  };
}
