import type { Kernel } from '@loggia/kernel';
import type { SideChannels } from '@loggia/mcp';
import type { Implementation, MediumOf } from '@loggia/protocol';
import { Sessions, type Allowances, type ReviewedTools, type SessionsOptions } from '@loggia/sessions';
import type { Equipment } from '@loggia/sessions/equipment';
import { ChannelTable, type ChannelRows } from '../channels/channel-table.ts';
import { sessionChannels } from '../channels/session-channels.ts';
import { Answers } from '../commands/answers.ts';
import type { ContentLinks } from '../commands/link-content.ts';
import { sessionCommands } from '../commands/sessions.ts';
import { Commands, type CommandDefinition, type CommandPorts } from '../commands/table.ts';
import { defaultWireLimits, type WireLimits } from '../wire/limits.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';
import { SnapshotTexts } from '../wire/snapshots.ts';
import { Wire } from '../wire/wire.ts';
import { openBase, type BaseOptions, type EngineBase } from './base.ts';

export interface ServingOptions {
  readonly harnesses: SessionsOptions['harnesses'];
  readonly serverInfo: Implementation;
  readonly defaultDirectory?: string | undefined;
  readonly graceMs?: number | undefined;
  /** The servers' tools that an agent can use without asking. */
  readonly confirm?: 'writes' | 'always' | 'never';
  readonly wireLimits?: Partial<WireLimits>;
  newId(): string;
}

export interface EngineOptions extends BaseOptions, ServingOptions {
  /** The parts of this host besides sessions, such as files and servers. */
  readonly parts?: (base: EngineBase) => EngineParts | Promise<EngineParts>;
}

export interface EngineParts {
  readonly table: Readonly<Record<string, CommandDefinition>>;
  readonly equipment?: Equipment;
  readonly allowances?: Allowances;
  readonly reviewed?: ReviewedTools;
  readonly sideChannels?: SideChannels;
  readonly telemetry?: Telemetry;
  /** Tells the medium of a content type: text, image, audio or video. */
  readonly mediumOf?: MediumOf;
  /** The workspace of an artifact, for agents that are confined to one. */
  readonly workspaceOf?: CommandPorts['workspaceOf'];
  /** Called for everything that is done with a key, and then with its outcome. */
  readonly acts?: CommandPorts['acts'];
  /** The user's token for a resource that an agent itself needs. */
  readonly tokenFor?: SessionsOptions['tokenFor'];
  /** Runs before anybody connects. */
  start?(): Promise<void>;
  /** The project that a new session belongs to. */
  readonly projectFor?: SessionsOptions['projectFor'];
  readonly settingsIn?: SessionsOptions['settingsIn'];
  /** Reads the contents of a session's workspace for agents. */
  readonly libraryFor?: SessionsOptions['libraryFor'];
  /** The addresses from which browsers load attached files. */
  readonly links?: ContentLinks;
  /** Where the bytes of attached files are. */
  readonly files?: SessionsOptions['files'];
  /** Reads artifacts that messages attach. */
  readonly readArtifact?: SessionsOptions['readArtifact'];
  /** Finds files in sessions' folders. */
  readonly findFiles?: SessionsOptions['findFiles'];
  /** The files that agents work on. */
  readonly filesIn?: SessionsOptions['filesIn'];
  /** The host's own tools for agents, and the record of their calls. */
  readonly hostTools?: SessionsOptions['hostTools'];
  readonly hostToolRan?: SessionsOptions['hostToolRan'];
  readonly delegation?: SessionsOptions['delegation'];
  /** Follows what turns do outside of their chats. */
  readonly followTurn?: SessionsOptions['followTurn'];
  /** The rows for the kinds of channels besides those of sessions. */
  readonly channels?: ChannelRows;
  /** The first client watches a channel, of any kind; or the last one has left it. */
  watched?(channel: string): void;
  unwatched?(channel: string): void;
  /** A client stopped watching a channel. */
  unsubscribed?(channel: string): void;
  /** Turns have ended by then; pending data can still be stored. */
  stop?(): void | Promise<void>;
}

export interface Engine {
  readonly kernel: Kernel;
  readonly commands: Commands;
  readonly sessions: Sessions;
  readonly wire: Wire;
  /** Ends turns, notifies clients, and stores what is left. */
  stop(): Promise<void>;
}

/** A complete host without network and disk, which come in through ports. */
export async function openEngine(options: EngineOptions): Promise<Engine> {
  const base = await openBase(options);
  const parts = (await options.parts?.(base)) ?? { table: {} };
  return startEngine(base, parts, options);
}

/** Sessions, the tables and the wire on top of a base and its parts. */
export async function startEngine(
  base: EngineBase,
  parts: EngineParts,
  options: ServingOptions,
): Promise<Engine> {
  const { kernel, kinds, clock, scheduler, guard, report } = base;
  const sessions = new Sessions({
    kernel,
    clock,
    scheduler,
    harnesses: options.harnesses,
    log: base.sessionLog,
    graceMs: options.graceMs,
    confirm: options.confirm,
    equipment: parts.equipment,
    allowances: parts.allowances,
    reviewed: parts.reviewed,
    mediumOf: parts.mediumOf,
    tokenFor: parts.tokenFor,
    projectFor: parts.projectFor,
    settingsIn: parts.settingsIn,
    libraryFor: parts.libraryFor,
    files: parts.files,
    readArtifact: parts.readArtifact,
    findFiles: parts.findFiles,
    filesIn: parts.filesIn,
    followTurn: parts.followTurn,
    hostTools: parts.hostTools,
    hostToolRan: parts.hostToolRan,
    delegation: parts.delegation,
    localeOf: (clientId) => base.connected.of(clientId)?.locale,
    newId: () => options.newId(),
    report,
  });
  const answers = new Answers(kernel, guard);
  const commands = new Commands(
    kernel,
    { ...sessionCommands(sessions, parts.links), ...parts.table },
    { answers, workspaceOf: parts.workspaceOf, ...(parts.acts && { acts: parts.acts }) },
  );
  const channels = new ChannelTable(kernel, { ...sessionChannels(sessions), ...parts.channels }, kinds);
  const wire = new Wire({
    kernel,
    sessions,
    clock,
    scheduler,
    newId: () => options.newId(),
    serverInfo: options.serverInfo,
    defaultDirectory: options.defaultDirectory,
    report,
    limits: { ...defaultWireLimits, ...options.wireLimits },
    clients: base.clients,
    connected: base.connected,
    commands,
    channels,
    answers,
    guard,
    snapshots: new SnapshotTexts(),
    sideChannels: parts.sideChannels,
    telemetry: parts.telemetry,
    watched: (channel) => {
      sessions.watched(channel);
      parts.watched?.(channel);
    },
    unwatched: (channel) => {
      sessions.unwatched(channel);
      parts.unwatched?.(channel);
    },
    unsubscribed: async (clientId, channel) => {
      parts.unsubscribed?.(channel);
      await sessions.presence.left(clientId, channel);
    },
  });
  await parts.start?.();
  await sessions.start();
  return {
    kernel,
    commands,
    sessions,
    wire,
    stop: async () => {
      await sessions.stop();
      await parts.stop?.();
      wire.close();
      await kernel.close();
    },
  };
}
