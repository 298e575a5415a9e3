import {
  jointObserver,
  Kernel,
  type AnyChannelKind,
  type Clock,
  type KernelLimits,
  type Scheduler,
  type Store,
  type ChannelObserver,
} from '@loggia/kernel';
import { kinds as sessionKinds, SessionLog } from '@loggia/sessions';
import { StallGuard } from '../commands/stall-guard.ts';
import { Clients } from '../wire/clients.ts';
import { ConnectedClients, sessionListener } from '../wire/connected-clients.ts';

export interface BaseOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly kernelLimits?: Partial<KernelLimits>;
  /** Channels besides those of sessions. */
  readonly kinds?: readonly AnyChannelKind[];
  /** See changes to channels, in this order. The kernel exists by then. */
  readonly observers?: (kernel: () => Kernel) => readonly ChannelObserver[];
  report(problem: string, error: unknown): void;
  /** The store rejected a commit permanently. Stored data is intact; nothing more will be stored. */
  failed?(error: unknown): void;
}

/** The foundation that every part of a host is built on. */
export interface EngineBase {
  readonly kernel: Kernel;
  readonly kinds: readonly AnyChannelKind[];
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  /** Limits how long clients wait while storage doesn't accept writes. */
  readonly guard: StallGuard;
  readonly clients: Clients;
  readonly connected: ConnectedClients;
  readonly sessionLog: SessionLog;
  report(problem: string, error: unknown): void;
}

/** Opens the kernel, and the registry of clients and sessions that other parts need. */
export async function openBase(options: BaseOptions): Promise<EngineBase> {
  const { store, clock, scheduler } = options;
  const report = (problem: string, error: unknown): void => options.report(problem, error);
  const kinds = [...sessionKinds, ...(options.kinds ?? [])];
  const kernel: Kernel = await Kernel.open({
    store,
    kinds,
    ...(options.observers && { observer: jointObserver(options.observers(() => kernel)) }),
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
  const clients = new Clients(kernel, clock);
  const connected = new ConnectedClients();
  const sessionLog = new SessionLog({ kernel, listener: sessionListener(connected), report });
  return { kernel, kinds, clock, scheduler, guard, clients, connected, sessionLog, report };
}
