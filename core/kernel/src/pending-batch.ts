import type { LoggedEntry } from './entry.ts';
import type { HotChannel } from './hot-channel.ts';
import type { RecordWrite, PartWrite, SnapshotWrite, StoredChannel } from './ports/store.ts';

/** Effects to release once the batch is durable, in the order they were requested. */
export type Outgoing = LoggedEntry | (() => void);

/** Everything requested in one turn of the event loop, or in the pause after a commit. */
export class PendingBatch {
  readonly removed = new Set<string>();
  readonly records = new Map<string, RecordWrite>();
  readonly partWrites: PartWrite[] = [];
  readonly touched: HotChannel[] = [];
  readonly outbox: Outgoing[] = [];
  created: StoredChannel[] = [];
  entries: LoggedEntry[] = [];
  snapshots: SnapshotWrite[] = [];
  lastSeq: number;
  /** Whether numbers after it are to be reserved. */
  reserves = false;
  /** Whether somebody waits until it is durable. */
  isAwaited = false;

  constructor(lastSeq: number) {
    this.lastSeq = lastSeq;
  }

  get isEmpty(): boolean {
    return (
      this.outbox.length === 0 &&
      this.touched.length === 0 &&
      this.records.size === 0 &&
      this.partWrites.length === 0
    );
  }

  touch(channel: HotChannel): void {
    if (channel.batch === this) return;
    channel.batch = this;
    this.touched.push(channel);
  }

  /** Removes the channel from the store, and drops its pending writes. */
  remove(uri: string): void {
    this.removed.add(uri);
    this.created = this.created.filter((channel) => channel.uri !== uri);
    this.entries = this.entries.filter((entry) => entry.channel !== uri);
    this.snapshots = this.snapshots.filter((snapshot) => snapshot.channel !== uri);
  }
}
