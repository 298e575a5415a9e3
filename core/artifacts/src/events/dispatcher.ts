import type { Permission } from '@loggia/content';
import { type Clock, type Kernel, KernelClosed, KernelStopped, type Scheduler } from '@loggia/kernel';
import type { HandlerAccess } from '../handlers/handler-access.ts';
import { reasonOf } from '../handlers/failure.ts';
import { Leases } from '../handlers/leases.ts';
import { artifactsPart, type ArtifactStore, type ArtifactWrite, type EventRow } from '../store.ts';
import { attempt } from './attempt.ts';
import { Lanes } from './lanes.ts';
import { lentWith } from './lent.ts';
import { deliveryLimits, whenReady } from './limits.ts';
import { Ownerless } from './ownerless.ts';
import { pauseAfter } from './pause.ts';
import { type Verdict, verdictOf } from './verdict.ts';

export interface DispatcherPorts {
  readonly kernel: Kernel;
  readonly store: ArtifactStore;
  readonly handlers: HandlerAccess;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  /** Numbers from 0 up to but not including 1. */
  random(): number;
  /** Reports a problem that no caller is waiting for. */
  report(problem: string, error?: unknown): void;
}

type Delivery = Extract<Verdict, { kind: 'deliver' }>;
/** Servers stay for a while after the last call: another event often follows soon. */
const lingerMs = 60_000;
const longestSleepMs = 60 * 60_000;

/**
 * Delivers events to the owners of types: at least once, in order for each artifact, several artifacts at once.
 *
 * An event is deleted only when its success is durable; until then it is delivered again. All state is in storage
 * between deliveries, so the dispatcher can stop, or be killed, at any moment.
 */
export class Dispatcher {
  readonly #ports: DispatcherPorts;
  readonly #lanes: Lanes;
  readonly #leases: Leases;
  readonly #ownerless: Ownerless;
  /** Artifacts whose events progressed while the newest rows were read: those rows are outdated. */
  #moved = new Set<string>();
  /** Discarded events, until that is durable. */
  readonly #discarded = new Set<string>();
  #pumping = false;
  #again = false;
  #stopped = false;
  #wakeAt = Infinity;
  #cancelWake = (): void => {};

  constructor(ports: DispatcherPorts) {
    this.#ports = ports;
    this.#lanes = new Lanes(ports.clock);
    this.#leases = new Leases(ports);
    this.#ownerless = new Ownerless({
      ...ports,
      leases: this.#leases,
      released: () => this.poke(),
      failed: (error) => this.#failed(error),
    });
  }

  /** Also continues with the events of an earlier run. */
  start(): void {
    this.#ownerless.start();
    this.poke();
  }

  /** Events may have become due. */
  poke(): void {
    this.#again = true;
    if (!this.#pumping && !this.#stopped) void this.#pump();
  }

  /** Waits for nothing and loses nothing: interrupted deliveries are repeated by the next run. */
  stop(): void {
    this.#stopped = true;
    this.#ownerless.stop();
    this.#cancelWake();
    this.#lanes.abortAll();
    this.#leases.releaseAll();
  }

  /** Retries parked events; returns their number. */
  async replay(ids: readonly string[]): Promise<number> {
    const { store, clock } = this.#ports;
    const found = await Promise.all([...new Set(ids)].map((id) => store.event(id)));
    const parked = found.filter((row) => row?.status === 'parked');
    const change = { status: 'waiting', nextAt: clock.now(), reason: undefined } as const;
    await this.#write(parked.flatMap((row) => (row ? [{ kind: 'eventChanged', id: row.id, change }] : [])));
    this.poke();
    return parked.length;
  }

  /** Discards events; returns their number. */
  async discard(ids: readonly string[]): Promise<number> {
    const { store } = this.#ports;
    const found = await Promise.all([...new Set(ids)].map((id) => store.event(id)));
    const rows = found.filter((row) => row !== undefined);
    for (const { id, artifact } of rows) {
      this.#discarded.add(id);
      this.#lanes.abort(artifact, id);
    }
    await this.#write(rows.map(({ id }) => ({ kind: 'eventGone', id })));
    for (const { id, artifact } of rows) {
      this.#discarded.delete(id);
      this.#moved.add(artifact);
    }
    this.#ownerless.review(rows.map((row) => row.workspace));
    this.poke();
    return rows.length;
  }

  async #pump(): Promise<void> {
    this.#pumping = true;
    try {
      while (this.#again && !this.#stopped) {
        this.#again = false;
        if (await this.#round()) this.#again = true;
      }
      if (!this.#stopped) await this.#sleep();
    } catch (error) {
      this.#failed(error);
    } finally {
      this.#pumping = false;
    }
    // `poke` was called while the pause was being computed.
    if (this.#again && !this.#stopped) void this.#pump();
  }

  /** Resolves to whether to look again immediately. */
  async #round(): Promise<boolean> {
    const { store, handlers, clock } = this.#ports;
    const now = clock.now();
    const limit = deliveryLimits.window + this.#lanes.size;
    this.#moved = new Set();
    const rows = await store.dueEvents(now, limit);
    if (this.#stopped) return false;
    const writes: ArtifactWrite[] = [];
    const held: { readonly row: EventRow; readonly server: string }[] = [];
    for (const row of rows) {
      if (this.#lanes.has(row.artifact) || this.#moved.has(row.artifact) || this.#discarded.has(row.id))
        continue;
      const status = handlers.statusOf(row.workspace, row.type);
      const verdict = verdictOf(row, status, now);
      if (verdict.kind === 'wait') this.#ownerless.note(row, status);
      if (verdict.kind !== 'deliver') writes.push(this.#settledBy(row, verdict));
      else if (this.#lanes.admits(verdict.to.server)) this.#begin(row, verdict);
      else held.push({ row, server: verdict.to.server });
    }
    if (rows.length === limit) writes.push(...this.#stepAside(held, now));
    await this.#write(writes);
    return writes.length > 0;
  }

  /** Events of slow servers make room if they are all that is visible. */
  #stepAside(
    held: readonly { readonly row: EventRow; readonly server: string }[],
    now: number,
  ): ArtifactWrite[] {
    const nextAt = now + deliveryLimits.stepAsideMs;
    const slow = held.filter(({ server }) => this.#lanes.isSlow(server));
    if (slow.length === 0 && held.length > 0) this.#wake(now + deliveryLimits.slowMs);
    return slow.map(({ row }) => ({ kind: 'eventChanged', id: row.id, change: { nextAt } }));
  }

  #settledBy(row: EventRow, verdict: Exclude<Verdict, Delivery>): ArtifactWrite {
    const { id } = row;
    if (verdict.kind === 'done') return { kind: 'eventGone', id };
    const { reason } = verdict;
    if (verdict.kind === 'wait') {
      return { kind: 'eventChanged', id, change: { nextAt: verdict.until, reason, server: verdict.server } };
    }
    this.#ports.report(reason);
    return { kind: 'eventChanged', id, change: { status: 'parked', reason } };
  }

  #begin(row: EventRow, { to, tool }: Delivery): void {
    const abort = new AbortController();
    this.#lanes.enter(row.artifact, { event: row.id, server: to.server, abort });
    this.#leases.need(row.workspace, deliveryLimits.timeoutMs + lingerMs);
    void this.#deliver(row, { to, tool }, abort.signal);
  }

  async #deliver(row: EventRow, { to, tool }: Omit<Delivery, 'kind'>, signal: AbortSignal): Promise<void> {
    const { handlers, scheduler } = this.#ports;
    const failure = await this.#lent(row, to).then(
      (permissions) => attempt(row, { handlers, scheduler, to, tool, permissions, signal }),
      reasonOf,
    );
    // If stopped, it is left to the next run; if discarded, it is already gone.
    if (this.#stopped) return;
    try {
      if (failure === undefined) await this.#write([{ kind: 'eventGone', id: row.id }]);
      else if (!signal.aborted) await this.#write([this.#afterFailure(row, to.server, failure)]);
    } catch (error) {
      this.#failed(error);
      return;
    }
    this.#lanes.leave(row.artifact);
    this.#moved.add(row.artifact);
    this.poke();
  }

  #lent(row: EventRow, { needs }: Delivery['to']): Promise<readonly Permission[]> {
    return lentWith(row, needs, this.#ports.store);
  }

  #afterFailure(row: EventRow, server: string, reason: string): ArtifactWrite {
    const ports = this.#ports;
    const { id, workspace, artifact, kind } = row;
    const attempts = row.attempts + 1;
    const sinceReplay = attempts % deliveryLimits.attempts;
    if (sinceReplay === 0) {
      ports.report(`The event "${kind}" of ${artifact} failed ${attempts} times and was parked: ${reason}`);
      return { kind: 'eventChanged', id, change: { status: 'parked', attempts, reason, server } };
    }
    const pause = pauseAfter(sinceReplay, ports.random());
    this.#leases.need(workspace, pause + lingerMs);
    return {
      kind: 'eventChanged',
      id,
      change: { attempts, nextAt: ports.clock.now() + pause, reason, server },
    };
  }

  async #write(writes: readonly ArtifactWrite[]): Promise<void> {
    if (writes.length === 0) return;
    for (const write of writes) this.#ports.kernel.enlist(artifactsPart, write);
    await this.#ports.kernel.settled();
  }

  async #sleep(): Promise<void> {
    const { store, clock } = this.#ports;
    const at = await store.nextEventAt();
    if (at === undefined || at >= whenReady) return;
    // Due events that weren't taken are being delivered or wait for capacity, and hide what is due next: look again
    // soon.
    this.#wake(Math.max(at, clock.now() + deliveryLimits.slowMs));
  }

  #wake(at: number): void {
    if (this.#stopped || at >= this.#wakeAt) return;
    const now = this.#ports.clock.now();
    this.#cancelWake();
    this.#wakeAt = at;
    this.#cancelWake = this.#ports.scheduler.after(Math.min(Math.max(0, at - now), longestSleepMs), () => {
      this.#wakeAt = Infinity;
      this.poke();
    });
  }

  #failed(error: unknown): void {
    // The next run continues with what this one leaves.
    if (this.#stopped || error instanceof KernelClosed || error instanceof KernelStopped) return;
    this.#ports.report('Events could not be read or written. The host retries in a moment.', error);
    this.#again = false;
    this.#wake(this.#ports.clock.now() + deliveryLimits.readAgainMs);
  }
}
