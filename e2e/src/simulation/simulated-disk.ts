import { TransientStoreError, type Batch, type Store } from '@loggia/kernel';
import { MemoryDisk, MemoryStore, type SeededRandom } from '@loggia/testing';
import { Chronicle } from './chronicle.ts';
import { never, tick } from './ticks.ts';
import { countAction, type Tally } from './tally.ts';

export type DiskMood = 'prompt' | 'slow' | 'full';

interface Waiting {
  readonly batch: Batch;
  readonly done: () => void;
}

/** The data that survives a crash. Commits land at random times, and reads take a while. */
export class SimulatedDisk {
  readonly chronicle: Chronicle;
  readonly memory = new MemoryDisk();
  readonly #random: SeededRandom;
  readonly #tally: Tally;
  readonly #acknowledgesEarly: boolean;
  #mood: DiskMood = 'prompt';
  #store: MemoryStore | undefined;
  #waiting: Waiting | undefined;
  /** Said to be durable and not written; only a disk that lies has any. */
  #unwritten: Batch[] = [];
  #reads = 0;

  constructor(random: SeededRandom, tally: Tally, options: { readonly acknowledgesEarly: boolean }) {
    this.#random = random;
    this.#tally = tally;
    this.chronicle = new Chronicle((action, byClient) => countAction(tally, action, byClient));
    this.#acknowledgesEarly = options.acknowledgesEarly;
  }

  get mood(): DiskMood {
    return this.#mood;
  }

  get isReading(): boolean {
    return this.#reads > 0;
  }

  /** From now on commits wait, or fail for lack of room. */
  stall(mood: 'slow' | 'full'): void {
    this.#mood = mood;
    this.#tally.diskStalls += 1;
  }

  recover(): void {
    this.#mood = 'prompt';
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (waiting) void this.#land(waiting.batch).then(waiting.done);
  }

  /** The process is gone. Its unfinished writes landed or not, and it never learns which. */
  crash(): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    this.#unwritten = [];
    this.#store = undefined;
    this.#mood = 'prompt';
    if (!waiting) return;
    const lands = this.#random.chance(0.5);
    if (lands) void this.#land(waiting.batch);
    this.#tally[lands ? 'commitsLandedInCrash' : 'commitsLostInCrash'] += 1;
  }

  /** For the next process; whatever the one before still asks for is never answered. */
  open(): Store {
    const store = new MemoryStore(this.memory);
    this.#store = store;
    const read = async <T>(fn: () => Promise<T>): Promise<T> => {
      this.#reads += 1;
      try {
        await this.#wait();
        await this.#write();
        const found = this.#store === store && (await fn());
        await this.#wait();
        if (found !== false && this.#store === store) return found;
      } finally {
        this.#reads -= 1;
      }
      return never();
    };
    return {
      commit: (batch) => (this.#store === store ? this.#commit(batch) : never()),
      position: () => read(() => store.position()),
      readChannel: (uri) => read(() => store.readChannel(uri)),
      readSnapshot: (uri) => {
        this.#tally.coldLoads += 1;
        return read(() => store.readSnapshot(uri));
      },
      readLog: (query) => read(() => store.readLog(query)),
      list: (query) => read(() => store.list(query)),
      busy: (kind) => read(() => store.busy(kind)),
      count: (kind) => read(() => store.count(kind)),
      readRecord: (namespace, key) => read(() => store.readRecord(namespace, key)),
      listRecords: (namespace, range) => read(() => store.listRecords(namespace, range)),
      close: async () => {
        while (this.#store === store && this.#reads > 0) await tick();
        await store.close();
      },
    };
  }

  async #commit(batch: Batch): Promise<void> {
    if (this.#mood === 'full') throw new TransientStoreError('the disk is full');
    if (this.#mood === 'slow') {
      return new Promise((done) => {
        this.#waiting = { batch, done };
      });
    }
    if (!this.#acknowledgesEarly) return this.#land(batch);
    await this.#write();
    this.#unwritten.push(batch);
    return undefined;
  }

  async #write(): Promise<void> {
    for (const batch of this.#unwritten.splice(0)) await this.#land(batch);
  }

  /** All of it at once: `MemoryStore` has applied the batch by the time it returns its promise. */
  #land(batch: Batch): Promise<void> {
    const { trimmedThrough } = this.memory;
    const landed = new MemoryStore(this.memory).commit(batch);
    this.chronicle.record(batch);
    this.#tally.snapshotsStored += batch.snapshots.length;
    this.#tally.channelsRemoved += batch.removed.length;
    if (this.memory.trimmedThrough > trimmedThrough) this.#tally.trims += 1;
    return landed;
  }

  async #wait(): Promise<void> {
    for (let ticks = this.#random.between(0, 2); ticks > 0; ticks--) await tick();
  }
}
