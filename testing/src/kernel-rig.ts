import {
  type AnyChannelKind,
  Kernel,
  type KernelLimits,
  type LogRow,
  type Problem,
  type Store,
  type Subscriber,
  type ChannelObserver,
} from '@loggia/kernel';
import { ManualClock } from './manual-clock.ts';
import { ManualScheduler } from './manual-scheduler.ts';
import { MemoryDisk, MemoryStore } from './memory-store.ts';
import { notebookKind } from './notebook-kind.ts';
import { type StoreTap, tapStore } from './store-tap.ts';

interface RigOptions {
  readonly kinds?: readonly AnyChannelKind[];
  readonly limits?: Partial<KernelLimits>;
  /** Opens the same store again each time. In memory by default. */
  readonly openStore?: () => Store;
  readonly observer?: ChannelObserver;
}

/** A kernel whose time and storage the test controls. */
export class KernelRig {
  readonly clock = new ManualClock();
  readonly scheduler = new ManualScheduler(this.clock);
  readonly problems: Problem[] = [];
  readonly #options: RigOptions;
  readonly #openStore: () => Store;
  #store: StoreTap | undefined;
  #kernel: Kernel | undefined;

  private constructor(options: RigOptions) {
    const disk = new MemoryDisk();
    this.#options = options;
    this.#openStore = options.openStore ?? (() => new MemoryStore(disk));
  }

  static async open(options: RigOptions = {}): Promise<KernelRig> {
    const rig = new KernelRig(options);
    await rig.reopen();
    return rig;
  }

  get kernel(): Kernel {
    if (this.#kernel === undefined) throw new Error('The rig is not open.');
    return this.#kernel;
  }

  get store(): StoreTap {
    if (this.#store === undefined) throw new Error('The rig is not open.');
    return this.#store;
  }

  /** Starts a new kernel on the stored data, as after a crash: everything the last one hadn't committed is lost. */
  async reopen(prepare?: (store: StoreTap) => void): Promise<void> {
    await this.#store?.sever();
    this.#store = tapStore(this.#openStore());
    prepare?.(this.#store);
    const { observer } = this.#options;
    this.#kernel = await Kernel.open({
      ...(observer && { observer }),
      store: this.#store,
      kinds: this.#options.kinds ?? [notebookKind],
      clock: this.clock,
      scheduler: this.scheduler,
      limits: this.#options.limits ?? {},
      report: (problem) => this.problems.push(problem),
    });
  }

  /** Ends the turn and lets everything settle. */
  settle(): Promise<void> {
    return this.scheduler.settle();
  }
}

/** A subscriber that records what it gets. */
export class Watcher implements Subscriber {
  readonly rows: LogRow[] = [];
  readonly removals: string[] = [];

  deliver({ seq, channel, json, changed }: LogRow): void {
    this.rows.push({ seq, channel, json, changed });
  }

  removed(uri: string): void {
    this.removals.push(uri);
  }

  get seqs(): number[] {
    return this.rows.map((row) => row.seq);
  }
}
