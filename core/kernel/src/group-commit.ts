import type { LoggedEntry } from './entry.ts';
import { KernelClosed, KernelStopped, StorageStalled, TransientStoreError } from './errors.ts';
import type { Health } from './health.ts';
import type { KernelLimits } from './limits.ts';
import { PendingBatch, type Outgoing } from './pending-batch.ts';
import type { Scheduler } from './ports/scheduler.ts';
import type { Batch, RecordWrite, Store } from './ports/store.ts';
import { runCallback, type Report } from './problem.ts';

/**
 * Collects all writes of one turn of the event loop into one transaction, and publishes nothing before it is durable.
 * One transaction runs at a time; writes that arrive meanwhile go into the next. After many transactions in a row, each
 * is followed by a pause in which writes collect, until a pause stays empty. Somebody who waits for a commit ends the
 * pause.
 *
 * A few things may be told ahead, before they are stored: a crash can take them back, but not their numbers, which are
 * reserved in the store in advance.
 */
export class GroupCommit {
  readonly #store: Store;
  readonly #scheduler: Scheduler;
  readonly #limits: KernelLimits;
  readonly #report: Report;
  readonly #seal: (batch: PendingBatch) => Batch;
  readonly #publish: (batch: PendingBatch) => void;

  #open: PendingBatch;
  #inFlight: { readonly batch: PendingBatch; readonly written: Batch } | undefined;
  #attempt: Promise<void> = Promise.resolve();
  #turnAsked = false;
  #retry: { readonly cancel: () => void } | undefined;
  #pauseMs = 0;
  #stalledBy: TransientStoreError | undefined;
  #stoppedBy: Error | undefined;
  /** Everything up to here has been told. */
  #toldSeq: number;
  /** Everything up to here is stored. */
  #storedSeq: number;
  /** The store counts the numbers up to here as used. */
  #reservedThrough: number;
  #cancelLater: (() => void) | undefined;
  #cancelCollecting: (() => void) | undefined;
  /** Commits since the last pause in which nothing was written. */
  #inARow = 0;
  #recordsVersion = 0;
  readonly #waiters = new Set<(error: Error) => void>();

  constructor(options: {
    store: Store;
    scheduler: Scheduler;
    limits: KernelLimits;
    report: Report;
    lastSeq: number;
    /** Completes the batch with values that are only known at its end. Must not throw. */
    seal: (batch: PendingBatch) => Batch;
    /** The batch is durable. Must not throw. */
    publish: (batch: PendingBatch) => void;
  }) {
    this.#store = options.store;
    this.#scheduler = options.scheduler;
    this.#limits = options.limits;
    this.#report = options.report;
    this.#seal = options.seal;
    this.#publish = options.publish;
    this.#toldSeq = options.lastSeq;
    this.#storedSeq = options.lastSeq;
    this.#reservedThrough = options.lastSeq;
    this.#open = new PendingBatch(options.lastSeq);
  }

  /** The batch that collects writes. Call `wake` after adding to it. */
  get open(): PendingBatch {
    return this.#open;
  }

  /** The pending write for this key, if any. */
  pendingRecord(id: string): RecordWrite | undefined {
    return this.#open.records.get(id) ?? this.#inFlight?.batch.records.get(id);
  }

  /** All records that wait to be stored, oldest first. */
  pendingRecords(): RecordWrite[] {
    return [...(this.#inFlight?.batch.records.values() ?? []), ...this.#open.records.values()];
  }

  /** Changes whenever records become durable. */
  get recordsVersion(): number {
    return this.#recordsVersion;
  }

  get toldSeq(): number {
    return this.#toldSeq;
  }

  get storedSeq(): number {
    return this.#storedSeq;
  }

  get newestSeq(): number {
    return this.#open.lastSeq;
  }

  get health(): Health {
    if (this.#stoppedBy !== undefined) {
      return { ok: false, reason: this.#stoppedBy.message, waiting: this.#waiting };
    }
    if (this.#stalledBy !== undefined)
      return { ok: false, reason: this.#stalledBy.reason, waiting: this.#waiting };
    return { ok: true };
  }

  get #waiting(): number {
    return this.#open.entries.length + (this.#inFlight?.batch.entries.length ?? 0);
  }

  assertRunning(): void {
    if (this.#stoppedBy !== undefined) throw this.#stoppedBy;
  }

  /** Throws while the store doesn't accept writes. */
  assertAccepting(): void {
    if (this.#stalledBy !== undefined) throw stalled(this.#stalledBy);
  }

  /** Whether an action of this client waits to be stored. */
  hasPendingActionsOf(clientId: string): boolean {
    const isOfClient = ({ origin }: LoggedEntry): boolean => origin?.clientId === clientId;
    return (this.#inFlight?.batch.entries.some(isOfClient) ?? false) || this.#open.entries.some(isOfClient);
  }

  nextSeq(): number {
    return ++this.#open.lastSeq;
  }

  wake(): void {
    if (this.#turnAsked || this.#inFlight !== undefined || this.#cancelCollecting !== undefined) return;
    this.#turnAsked = true;
    this.#scheduler.turn(this.#turn);
  }

  /**
   * Runs `tell` at once, although this newest number isn't stored yet. Returns false, and does nothing, if the number
   * has to wait: for one before it, or because it isn't reserved, which the next commit changes.
   */
  tellAhead(seq: number, tell: () => void): boolean {
    const waiting = this.#open.outbox.length + (this.#inFlight?.batch.outbox.length ?? 0);
    if (seq > this.#reservedThrough) this.#open.reserves = true;
    if (waiting > 0 || seq > this.#reservedThrough || this.#stalledBy !== undefined) return false;
    this.#toldSeq = seq;
    runCallback(tell, this.#report);
    this.#cancelLater ??= this.#scheduler.after(this.#limits.storeWithinMs, () => {
      this.#cancelLater = undefined;
      this.wake();
    });
    return true;
  }

  tellAfterCommit(item: Outgoing): void {
    this.#open.outbox.push(item);
    this.wake();
  }

  /** Entries that were told and aren't stored yet. */
  toldAhead(): LoggedEntry[] {
    const pending = [...(this.#inFlight?.batch.entries ?? []), ...this.#open.entries];
    return pending.filter(({ seq }) => seq <= this.#toldSeq);
  }

  settled(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.assertRunning();
      this.#waiters.add(reject);
      this.#open.isAwaited = true;
      this.#stopCollecting();
      this.tellAfterCommit(() => {
        this.#waiters.delete(reject);
        resolve();
      });
    });
  }

  /** Commits what is left without waiting for the turn to end. Throws if the store rejects it. */
  async drain(): Promise<void> {
    let tries = 0;
    for (;;) {
      this.assertRunning();
      if (this.#retry !== undefined) {
        if (tries++ > 0)
          throw this.#stalledBy ? stalled(this.#stalledBy) : new StorageStalled('unknown reason');
        this.#tryAgain();
      } else if (this.#inFlight === undefined) {
        if (this.#open.isEmpty) return;
        this.#flush();
      }
      await this.#attempt;
    }
  }

  /** Accepts nothing more, and gives up on writes that couldn't be stored. */
  close(): void {
    this.#retry?.cancel();
    this.#retry = undefined;
    this.#cancelLater?.();
    this.#stopCollecting();
    this.#stop(new KernelClosed());
  }

  readonly #turn = (): void => {
    this.#turnAsked = false;
    if (this.#inFlight === undefined && this.#stoppedBy === undefined) this.#flush();
  };

  #flush(): void {
    const batch = this.#open;
    if (batch.isEmpty) return;
    this.#cancelLater?.();
    this.#cancelLater = undefined;
    this.#open = new PendingBatch(batch.lastSeq);
    if (batch.reserves) this.#reservedThrough = batch.lastSeq + this.#limits.reservedNumbers;
    const written = { ...this.#seal(batch), lastSeq: Math.max(batch.lastSeq, this.#reservedThrough) };
    this.#inFlight = { batch, written };
    if (this.#hasWrites(batch, written)) this.#attempt = this.#commit(batch, written);
    else this.#committed(batch, written);
  }

  #hasWrites(batch: PendingBatch, written: Batch): boolean {
    return (
      batch.lastSeq > this.#storedSeq ||
      written.removed.length > 0 ||
      written.facts.length > 0 ||
      written.snapshots.length > 0 ||
      written.records.length > 0 ||
      written.partWrites.length > 0
    );
  }

  async #commit(batch: PendingBatch, written: Batch): Promise<void> {
    try {
      await this.#store.commit(written);
    } catch (error) {
      this.#failed(error);
      return;
    }
    this.#committed(batch, written);
  }

  #committed(batch: PendingBatch, written: Batch): void {
    const wasStalled = this.#stalledBy !== undefined;
    this.#storedSeq = batch.lastSeq;
    this.#toldSeq = Math.max(this.#toldSeq, batch.lastSeq);
    if (written.records.length > 0) this.#recordsVersion += 1;
    this.#stalledBy = undefined;
    this.#pauseMs = 0;
    this.#publish(batch);
    this.#inFlight = undefined;
    if (!this.#open.isAwaited) this.#collect();
    if (!this.#open.isEmpty) this.wake();
    if (!wasStalled) return;
    this.#report({ kind: 'storage-recovered', message: 'Storage accepts writes again; nothing was lost.' });
  }

  #collect(): void {
    const { commitBurst, collectMs } = this.#limits;
    if (collectMs === 0 || ++this.#inARow < commitBurst) return;
    this.#stopCollecting();
    this.#cancelCollecting = this.#scheduler.after(collectMs, () => {
      this.#cancelCollecting = undefined;
      if (this.#open.isEmpty) this.#inARow = 0;
      else this.wake();
    });
  }

  #stopCollecting(): void {
    this.#cancelCollecting?.();
    this.#cancelCollecting = undefined;
  }

  #failed(error: unknown): void {
    if (!(error instanceof TransientStoreError)) {
      const stopped = new KernelStopped(error);
      this.#stop(stopped);
      this.#report({ kind: 'fatal', message: stopped.message, error });
      return;
    }
    if (this.#stalledBy === undefined) {
      this.#report({ kind: 'storage-stalled', message: stalled(error).message, error });
    }
    this.#stalledBy = error;
    const { retryMs, retryMaxMs } = this.#limits;
    this.#pauseMs = Math.min(retryMaxMs, this.#pauseMs === 0 ? retryMs : this.#pauseMs * 2);
    this.#retry = { cancel: this.#scheduler.after(this.#pauseMs, this.#tryAgain) };
  }

  readonly #tryAgain = (): void => {
    this.#retry?.cancel();
    this.#retry = undefined;
    if (this.#inFlight === undefined) return;
    this.#attempt = this.#commit(this.#inFlight.batch, this.#inFlight.written);
  };

  #stop(error: Error): void {
    this.#stoppedBy ??= error;
    for (const reject of this.#waiters) reject(error);
    this.#waiters.clear();
  }
}

function stalled({ reason, advice }: TransientStoreError): StorageStalled {
  return new StorageStalled(reason, advice);
}
