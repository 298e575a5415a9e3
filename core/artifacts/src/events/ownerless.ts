import type { Clock, Kernel, Scheduler } from '@loggia/kernel';
import type { HandlerAccess, HandlerStatus } from '../handlers/handler-access.ts';
import type { Leases } from '../handlers/leases.ts';
import { HandlerStatusMarks } from '../handlers/handler-status-marks.ts';
import { artifactsPart, type ArtifactStore, type ArtifactWrite, type EventRow } from '../store.ts';
import { deliveryLimits } from './limits.ts';
import { verdictOf, waitsForOwner } from './verdict.ts';

/** Each event may have a large context. */
const page = 50;
/** Long enough for a server to start and declare its types. */
const discoveryMs = 2 * 60_000;

export interface OwnerlessPorts {
  readonly kernel: Pick<Kernel, 'enlist' | 'settled'>;
  readonly store: Pick<ArtifactStore, 'events' | 'workspaces'>;
  readonly handlers: Pick<HandlerAccess, 'statusOf' | 'onChange'>;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly leases: Leases;
  /** Some waiting events have become due. */
  released(): void;
  failed(error: unknown): void;
}

/** Events that wait for their owner. A change of a handler's status only costs the events that wait for it. */
export class Ownerless {
  readonly #ports: OwnerlessPorts;
  readonly #marks: HandlerStatusMarks;
  readonly #toReview = new Set<string>();
  /** Whether the workspaces at the start are known. */
  #isListed = false;
  #reviewing = false;
  #stopped = false;
  #cancelRecheck = (): void => {};
  #unlisten = (): void => {};

  constructor(ports: OwnerlessPorts) {
    this.#ports = ports;
    this.#marks = new HandlerStatusMarks(ports.handlers);
  }

  /** Also checks events that wait since an earlier run. */
  start(): void {
    this.#unlisten = this.#ports.handlers.onChange((workspace) => {
      if (this.#marks.isStale(workspace)) this.review([workspace]);
    });
    this.#recheckLater();
    this.review([]);
  }

  stop(): void {
    this.#stopped = true;
    this.#unlisten();
    this.#cancelRecheck();
  }

  /** This event must wait because of the handler's status. */
  note({ workspace, type }: EventRow, status: HandlerStatus): void {
    this.#marks.note(workspace, type, status);
    const declared = status.kind === 'server';
    this.#ports.leases.need(workspace, declared ? 2 * deliveryLimits.recheckMs : discoveryMs);
  }

  /** Checks the waiting events of these workspaces and makes those due that no longer have to wait. */
  review(workspaces: Iterable<string>): void {
    for (const workspace of workspaces) this.#toReview.add(workspace);
    if (!this.#reviewing && !this.#stopped) void this.#reviewAll();
  }

  async #reviewAll(): Promise<void> {
    this.#reviewing = true;
    try {
      await this.#list();
      for (const workspace of this.#toReview) {
        await this.#review(workspace);
        if (this.#stopped) return;
        this.#ports.released();
      }
    } catch (error) {
      // The rest is reviewed with the next change.
      this.#ports.failed(error);
    } finally {
      this.#reviewing = false;
    }
  }

  async #list(): Promise<void> {
    if (this.#isListed) return;
    for (const { id } of await this.#ports.store.workspaces()) this.#toReview.add(id);
    this.#isListed = true;
  }

  async #review(workspace: string): Promise<void> {
    this.#toReview.delete(workspace);
    this.#marks.forget(workspace);
    try {
      await this.#makeDue(workspace);
    } catch (error) {
      this.#toReview.add(workspace);
      throw error;
    }
  }

  async #makeDue(workspace: string): Promise<void> {
    const { kernel, store } = this.#ports;
    let after: string | undefined;
    for (;;) {
      // Events that have just started to wait must be among those read; this also lets other work run between pages.
      await kernel.settled();
      if (this.#stopped) return;
      const rows = await store.events({ status: 'waiting', workspace, after, limit: page });
      for (const write of rows.flatMap((row) => this.#reviewed(row))) kernel.enlist(artifactsPart, write);
      after = rows.at(-1)?.id;
      if (rows.length < page) break;
    }
    await kernel.settled();
  }

  #reviewed(row: EventRow): ArtifactWrite[] {
    const { handlers, clock } = this.#ports;
    const now = clock.now();
    if (!waitsForOwner(row, now)) return [];
    const status = handlers.statusOf(row.workspace, row.type);
    const verdict = verdictOf(row, status, now);
    if (verdict.kind !== 'wait') {
      return [{ kind: 'eventChanged', id: row.id, change: { nextAt: now, reason: undefined } }];
    }
    this.note(row, status);
    const { until: nextAt, reason, server } = verdict;
    if (nextAt === row.nextAt && reason === row.reason) return [];
    return [{ kind: 'eventChanged', id: row.id, change: { nextAt, reason, server } }];
  }

  /** In case no change is reported; keeps the servers leased that events wait for. */
  #recheckLater(): void {
    const { scheduler, leases } = this.#ports;
    this.#cancelRecheck = scheduler.after(deliveryLimits.recheckMs, () => {
      for (const workspace of this.#marks.awaitingServers()) {
        leases.need(workspace, 2 * deliveryLimits.recheckMs);
      }
      this.review(this.#marks.stale());
      this.#recheckLater();
    });
  }
}
