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
  wordsInFile,
  type Artifacts,
  type ContentStore,
  type UntouchedDrafts,
} from '@loggia/artifacts';
import type { ArtifactStore } from '@loggia/artifacts/store';
import type { EquipmentService } from '@loggia/customizations';
import type { MediumOf } from '@loggia/protocol';
import { platformExtraction, type TypeFolder } from '@loggia/registry';
import type { Files } from '@loggia/sessions';
import {
  artifactToAttach,
  CallKeys,
  createHandlerAccess,
  createTypeOperations,
  ensureFirstWorkspace,
  KeyRing,
  knownTypes,
  WorkspaceRegistries,
  OpenViews,
  projectOf,
  ShownArtifacts,
  typeViews,
  withTypesAwake,
  WorkspaceActions,
  WorkspaceUse,
  type WorkspaceSettings,
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
import { libraryOf } from './library.ts';
import type { Logger } from '../logger.ts';
import type { Shipped } from '../shipped.ts';
import type { CommandDefinition } from '../commands/table.ts';

export interface WorkspacesOptions {
  readonly base: EngineBase;
  readonly store: ArtifactStore;
  readonly equipment: EquipmentService;
  readonly policies: TypePolicies;
  readonly settings: WorkspaceSettings;
  readonly delegations: Delegations;
  readonly untouched: UntouchedDrafts;
  readonly config: HostConfig;
  readonly shipped: Shipped;
  /** The platform's own definitions. */
  readonly types: TypeFolder;
  readonly mediumOf: MediumOf;
  readonly logger: Logger;
  /** The address of this host for servers on this machine. */
  readonly origin: string;
  /** Something was purged; its leftovers in files can be erased. */
  purged(): void;
}

/** Composes everything about workspaces, artifacts and types. */
export interface Workspaces extends Required<
  Pick<EngineParts, 'start' | 'channels' | 'watched' | 'unwatched'>
> {
  readonly artifacts: Artifacts;
  readonly content: ContentStore;
  readonly table: Readonly<Record<string, CommandDefinition>>;
  readonly projectFor: NonNullable<EngineParts['projectFor']>;
  readonly libraryFor: NonNullable<EngineParts['libraryFor']>;
  readonly readArtifact: NonNullable<EngineParts['readArtifact']>;
  /** Where the bytes of attached files are. */
  readonly files: Omit<Files, 'take'>;
  /** The type of a file of this machine. */
  readonly typeForFile: (fileName: string, head: Uint8Array) => string;
  readonly callKeys: CallKeys;
  /** Moves drafts to the trash that were left over by clients that are gone. */
  discardLeftOver(): Promise<unknown>;
  stop(): void;
}

export async function openWorkspaces(options: WorkspacesOptions): Promise<Workspaces> {
  const { base, store, equipment, policies, delegations, untouched, config, shipped, logger, origin } =
    options;
  const { kernel, clock, scheduler, connected } = base;
  const report = (problem: string, error?: unknown): void => logger.warn({ err: error }, problem);
  const inUse = new WorkspaceUse({ kernel, equipment, report });
  const use = (workspace: string) => inUse.use(workspace);
  const { contracts: builtins, problems: builtinProblems } = options.types;
  // Files at messages are read by the host alone: no server was asked to look at them.
  const extractionOf = platformExtraction(builtins);
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
  const known = knownTypes(registry);
  const artifacts = createArtifacts({
    kernel,
    store,
    content,
    clock,
    types: known,
    untouched,
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
  const shown = new ShownArtifacts();
  const isHere = (clientId: string) => connected.has(clientId);
  const types = createTypeOperations({
    artifacts,
    registry,
    policies,
    definitionOf: equipment.definitionOf,
    handlers,
    views,
    shown,
    isHere,
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
      options.settings.forget(params.workspace);
      await equipment.forgetWorkspace(params.workspace);
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
    libraryFor: libraryOf({
      artifacts,
      mediumOf: options.mediumOf,
      typesOf: async (workspace) => typeViews(await registry.awake(workspace)),
      serverName: (workspace, server) => registry.server(workspace, server)?.name,
    }),
    readArtifact: (id) =>
      artifactToAttach(
        {
          ...{ artifacts, capabilities, content, mediumOf: options.mediumOf },
          awake: (workspace) => registry.awake(workspace),
        },
        id,
      ),
    files: {
      holding: (hashes, work) => artifacts.holding(hashes, work),
      size: (hash) => content.size(hash),
      read: (hash, length) => content.read(hash, 0, length),
      wordsIn: async (file) => {
        const key = extractionOf(file.contentType);
        return key === undefined ? undefined : wordsInFile(key, file, content);
      },
      keep: (bytes) => artifacts.upload(bytes),
      typeOf: (file) => artifacts.typeOfFile(file),
    },
    // Files of the machine are in no workspace, so only the platform's own types count.
    typeForFile: (fileName, head) => known.typeForFile('', fileName, head),
    channels: { ...workspaceChannels(new WorkspaceActions({ kernel, equipment })) },
    watched: (channel) => inUse.watched(channel),
    unwatched: (channel) => inUse.unwatched(channel),
    callKeys: new CallKeys({ views, registry, keys, artifacts, used: (id) => untouched.used(id) }),
    discardLeftOver: () => {
      shown.keepOnly(isHere);
      return artifacts.discardLeftOver((id) => shown.isShown(id));
    },
    start: async () => {
      await policies.load();
      await options.settings.load();
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
