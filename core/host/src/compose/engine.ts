import {
  Kernel,
  type AnyChannelKind,
  type Clock,
  type KernelLimits,
  type Scheduler,
  type Store,
  type Witness,
} from '@loggia/kernel';
import type { Implementation } from '@loggia/protocol';
import type { SideChannels } from '@loggia/mcp';
import { kinds as sessionKinds, Sessions, type Harness, type SessionsOptions } from '@loggia/sessions';
import type { Equipment, SessionDesk } from '@loggia/sessions/equipment';
import { ChannelTable, type ChannelRows } from '../channels/channel-table.ts';
import { sessionChannels } from '../channels/session-channels.ts';
import { sessionCommands } from '../commands/sessions.ts';
import { Answers } from '../commands/answers.ts';
import { Commands, type CommandDefinition, type CommandPorts } from '../commands/table.ts';
import { defaultWireLimits, type WireLimits } from '../wire/limits.ts';
import { SnapshotTexts } from '../wire/snapshots.ts';
import { StallGuard } from '../commands/stall-guard.ts';
import { sessionListener, Wire } from '../wire/wire.ts';

export interface EngineOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly harnesses: readonly Harness[];
  readonly serverInfo: Implementation;
  readonly defaultDirectory?: string | undefined;
  readonly graceMs?: number | undefined;
  /** Which tools of servers an agent may use without asking. */
  readonly confirm?: 'writes' | 'always' | 'never';
  readonly kernelLimits?: Partial<KernelLimits>;
  readonly wireLimits?: Partial<WireLimits>;
  /** Channels beside those of sessions. */
  readonly kinds?: readonly AnyChannelKind[];
  /** Sees what happens to channels. The kernel is there by the time that anything does. */
  readonly witness?: (kernel: () => Kernel) => Witness;
  /** What this host has beside sessions, such as files and servers. */
  readonly parts?: (context: EngineContext) => EngineParts | Promise<EngineParts>;
  newId(): string;
  report(problem: string, error: unknown): void;
  /** The store refused a commit for good. What is stored is intact; nothing more will be. */
  failed?(error: unknown): void;
}

/** What the parts of a host can count on. */
export interface EngineContext {
  readonly kernel: Kernel;
  /** Asks a client. Rejects when it is not connected, or does not answer. */
  askClient(clientId: string, method: string, params: Record<string, unknown>): Promise<unknown>;
}

export interface EngineParts {
  readonly table: Readonly<Record<string, CommandDefinition>>;
  readonly equipment?: (desk: SessionDesk) => Equipment;
  readonly sideChannels?: SideChannels;
  /** Told of everything that is done with a key, and then how it ended. */
  readonly acts?: CommandPorts['acts'];
  /** The user's token for something that an agent itself needs. */
  tokenFor?(resource: string): Promise<string | undefined>;
  /** Before anybody connects. */
  start?(): Promise<void>;
  /** The project that a new session belongs to. */
  projectFor?: SessionsOptions['projectFor'];
  /** The rows of the kinds of channels that this host has beside those of sessions. */
  readonly channels?: ChannelRows;
  /** The first client watches a channel, whatever it is; and the last one has left it. */
  watched?(channel: string): void;
  unwatched?(channel: string): void;
  /** A client stopped watching a channel. */
  unsubscribed?(channel: string): void;
  /** Turns have ended by then; what is still to be stored can be. */
  stop?(): void | Promise<void>;
}

export interface Engine {
  readonly kernel: Kernel;
  readonly commands: Commands;
  readonly sessions: Sessions;
  readonly wire: Wire;
  /** Ends turns, tells everybody, and stores what is left. */
  stop(): Promise<void>;
}

/** Everything that a host is, without the network and the disk: they come in through ports. */
export async function openEngine(options: EngineOptions): Promise<Engine> {
  const { store, clock, scheduler, harnesses, graceMs, serverInfo, defaultDirectory } = options;
  const report = (problem: string, error: unknown) => options.report(problem, error);
  const kinds = [...sessionKinds, ...(options.kinds ?? [])];
  const kernel: Kernel = await Kernel.open({
    store,
    kinds,
    ...(options.witness && { witness: options.witness(() => kernel) }),
    clock,
    scheduler,
    limits: options.kernelLimits ?? {},
    report: ({ kind, message, error }) => {
      report(message, error);
      if (kind === 'storage-stalled') guard.stalled();
      if (kind === 'fatal') options.failed?.(error);
    },
  });
  const guard = new StallGuard({ kernel, scheduler });
  const listener = sessionListener(() => wire);
  const newId = () => options.newId();
  const more = await options.parts?.({
    kernel,
    askClient: (clientId, method, params) => wire.ask(clientId, method, params),
  });
  const { equipment } = more ?? {};
  const sessions = new Sessions({
    kernel,
    clock,
    scheduler,
    harnesses,
    listener,
    graceMs,
    ...(options.confirm && { confirm: options.confirm }),
    equipment,
    tokenFor: async (resource) => more?.tokenFor?.(resource),
    projectFor: async (config) => more?.projectFor?.(config),
    newId,
    report,
  });
  const answers = new Answers(kernel, guard);
  const commands = new Commands(
    kernel,
    { ...sessionCommands(sessions), ...more?.table },
    { answers, ...(more?.acts && { acts: more.acts }) },
  );
  const channels = new ChannelTable(kernel, { ...sessionChannels(sessions), ...more?.channels }, kinds);
  const wire: Wire = new Wire({
    kernel,
    sessions,
    clock,
    scheduler,
    serverInfo,
    defaultDirectory,
    report,
    limits: { ...defaultWireLimits, ...options.wireLimits },
    commands,
    channels,
    answers,
    guard,
    snapshots: new SnapshotTexts(),
    sideChannels: more?.sideChannels,
    watched: (channel) => {
      sessions.watched(channel);
      more?.watched?.(channel);
    },
    unwatched: (channel) => {
      sessions.unwatched(channel);
      more?.unwatched?.(channel);
    },
    unsubscribed: async (clientId, channel) => {
      more?.unsubscribed?.(channel);
      await sessions.presence.left(clientId, channel);
    },
  });
  await more?.start?.();
  await sessions.start();
  return {
    kernel,
    commands,
    sessions,
    wire,
    stop: async () => {
      await sessions.stop();
      await more?.stop?.();
      wire.close();
      await kernel.close();
    },
  };
}
