import { Kernel, type Clock, type KernelLimits, type Scheduler, type Store } from '@loggia/kernel';
import type { Implementation } from '@loggia/protocol';
import { kinds, Sessions, type Harness } from '@loggia/sessions';
import { sessionCommands } from './commands/sessions.ts';
import { Commands, type CommandDefinition } from './wire/commands.ts';
import { defaultWireLimits, type WireLimits } from './wire/limits.ts';
import { SnapshotTexts } from './wire/snapshots.ts';
import { sessionListener, Wire } from './wire/wire.ts';

export interface EngineOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly harnesses: readonly Harness[];
  readonly serverInfo: Implementation;
  readonly defaultDirectory?: string | undefined;
  readonly graceMs?: number | undefined;
  readonly kernelLimits?: Partial<KernelLimits>;
  readonly wireLimits?: Partial<WireLimits>;
  /** Commands beyond sessions, such as those that touch files; they get the kernel they work on. */
  readonly commands?: (kernel: Kernel) => EngineCommands;
  newId(): string;
  report(problem: string, error: unknown): void;
  /** The store refused a commit for good. What is stored is intact; nothing more will be. */
  failed?(error: unknown): void;
}

export interface EngineCommands {
  readonly table: Readonly<Record<string, CommandDefinition>>;
  /** Before anybody connects. */
  start?(): Promise<void>;
  /** A client stopped watching a channel. */
  unsubscribed?(channel: string): void;
  stop?(): void;
}

export interface Engine {
  readonly kernel: Kernel;
  readonly sessions: Sessions;
  readonly wire: Wire;
  /** Ends turns, tells everybody, and stores what is left. */
  stop(): Promise<void>;
}

/** Everything that a host is, without the network and the disk: they come in through ports. */
export async function openEngine(options: EngineOptions): Promise<Engine> {
  const { store, clock, scheduler, harnesses, graceMs, serverInfo, defaultDirectory } = options;
  const report = (problem: string, error: unknown) => options.report(problem, error);
  const kernel = await Kernel.open({
    store,
    kinds,
    clock,
    scheduler,
    limits: options.kernelLimits ?? {},
    report: ({ kind, message, error }) => {
      report(message, error);
      if (kind === 'fatal') options.failed?.(error);
    },
  });
  const listener = sessionListener(() => wire);
  const newId = () => options.newId();
  const sessions = new Sessions({ kernel, clock, scheduler, harnesses, listener, graceMs, newId, report });
  const more = options.commands?.(kernel);
  const wire: Wire = new Wire({
    kernel,
    sessions,
    clock,
    scheduler,
    serverInfo,
    defaultDirectory,
    report,
    limits: { ...defaultWireLimits, ...options.wireLimits },
    commands: new Commands(kernel, { ...sessionCommands(sessions), ...more?.table }),
    snapshots: new SnapshotTexts(),
    unsubscribed: async (clientId, channel) => {
      more?.unsubscribed?.(channel);
      await sessions.presence.left(clientId, channel);
    },
  });
  await more?.start?.();
  await sessions.start();
  return {
    kernel,
    sessions,
    wire,
    stop: async () => {
      more?.stop?.();
      await sessions.stop();
      wire.close();
      await kernel.close();
    },
  };
}
