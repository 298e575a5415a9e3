import {
  compareKeys,
  type Batch,
  type ListQuery,
  type LogQuery,
  type LogRow,
  type LogSlice,
  type RecordRange,
  type PartWrite,
  type Store,
  type StoredChannel,
  type StoredSnapshot,
  type StorePosition,
} from '@loggia/kernel';

interface Shelf {
  channel: StoredChannel;
  snapshot: { seq: number; head: string; items: string[] } | undefined;
  log: LogRow[];
}

/** What survives when a `MemoryStore` is closed and another is opened on it. */
export class MemoryDisk {
  shelves = new Map<string, Shelf>();
  records = new Map<string, Map<string, string>>();
  partWrites: PartWrite[] = [];
  lastSeq = 0;
  trimmedThrough = 0;
}

/** The store's contract without a disk, for tests that are about something else. */
export class MemoryStore implements Store {
  readonly #disk: MemoryDisk;
  readonly #parts: readonly string[];
  #closed = false;

  /** Of `parts` it only remembers what was written, in `disk.partWrites`. */
  constructor(disk: MemoryDisk = new MemoryDisk(), parts: readonly string[] = []) {
    this.#disk = disk;
    this.#parts = parts;
  }

  async position(): Promise<StorePosition> {
    const { lastSeq, trimmedThrough } = this.#open();
    return { lastSeq, trimmedThrough };
  }

  async commit(batch: Batch): Promise<void> {
    const disk = this.#open();
    check(disk, batch);
    this.#checkParts(batch.partWrites);
    disk.partWrites.push(...batch.partWrites);
    for (const uri of batch.removed) disk.shelves.delete(uri);
    for (const channel of batch.created) {
      disk.shelves.set(channel.uri, { channel, snapshot: undefined, log: [] });
    }
    for (const { channel, facts } of batch.facts) {
      const shelf = shelfOf(disk, channel);
      shelf.channel = { ...shelf.channel, ...facts };
    }
    for (const { seq, channel, json, changed, by } of batch.entries) {
      shelfOf(disk, channel).log.push({ seq, channel, json, changed, ...(by !== undefined && { by }) });
    }
    for (const { channel, seq, head, items, length } of batch.snapshots) {
      const shelf = shelfOf(disk, channel);
      const kept = shelf.snapshot?.items.slice(0, length) ?? [];
      for (const { index, json } of items) kept[index] = json;
      shelf.snapshot = { seq, head, items: kept };
      const covered = Math.min(seq, disk.trimmedThrough);
      shelf.log = shelf.log.filter((row) => row.seq > covered);
    }
    for (const { channel, seq } of batch.forgotten) {
      const shelf = shelfOf(disk, channel);
      shelf.channel = { ...shelf.channel, createdSeq: seq };
      shelf.log = shelf.log.filter((row) => row.seq > seq);
    }
    for (const { namespace, key, json } of batch.records) {
      const records = disk.records.get(namespace) ?? new Map<string, string>();
      disk.records.set(namespace, records);
      if (json === undefined) records.delete(key);
      else records.set(key, json);
    }
    if (batch.trimThrough !== undefined) trim(disk, batch.trimThrough);
    disk.lastSeq = batch.lastSeq;
  }

  async readChannel(uri: string): Promise<StoredChannel | undefined> {
    return this.#open().shelves.get(uri)?.channel;
  }

  async readSnapshot(uri: string): Promise<StoredSnapshot | undefined> {
    const snapshot = this.#open().shelves.get(uri)?.snapshot;
    return snapshot && { ...snapshot, items: [...snapshot.items] };
  }

  async readLog({ channels, after, through, authors }: LogQuery): Promise<LogSlice> {
    const { shelves } = this.#open();
    const found = channels.flatMap((uri) => shelves.get(uri) ?? []);
    return {
      rows: found
        .flatMap((shelf) => shelf.log.filter((row) => row.seq > after && row.seq <= through))
        .map(({ by, ...row }) => (authors && by !== undefined ? { ...row, by } : row))
        .sort((a, b) => a.seq - b.seq),
      missing: channels.filter((uri) => !shelves.has(uri)),
      newestCreation: Math.max(0, ...found.map((shelf) => shelf.channel.createdSeq)),
    };
  }

  async list({ kind, limit, after, text }: ListQuery): Promise<readonly StoredChannel[]> {
    const needle = text?.toLowerCase();
    return [...this.#open().shelves.values()]
      .map((shelf) => shelf.channel)
      .filter((channel) => channel.kind === kind)
      .filter(
        (channel) =>
          after === undefined ||
          channel.modifiedAt < after.modifiedAt ||
          (channel.modifiedAt === after.modifiedAt && channel.uri < after.uri),
      )
      .filter((channel) => needle === undefined || channel.title?.toLowerCase().includes(needle))
      .sort((a, b) => compare(b.modifiedAt, a.modifiedAt) || compare(b.uri, a.uri))
      .slice(0, limit);
  }

  async busy(kind: string): Promise<readonly string[]> {
    return [...this.#open().shelves.values()]
      .filter(({ channel }) => channel.kind === kind && channel.busy)
      .map(({ channel }) => channel.uri)
      .sort();
  }

  async count(kind: string): Promise<number> {
    return [...this.#open().shelves.values()].filter(({ channel }) => channel.kind === kind).length;
  }

  async readRecord(namespace: string, key: string): Promise<string | undefined> {
    return this.#open().records.get(namespace)?.get(key);
  }

  async listRecords(
    namespace: string,
    { after, before, limit, order }: RecordRange = {},
  ): Promise<readonly { key: string; json: string }[]> {
    const direction = order === 'descending' ? -1 : 1;
    return [...(this.#open().records.get(namespace) ?? [])]
      .map(([key, json]) => ({ key, json }))
      .filter(({ key }) => after === undefined || compareKeys(key, after) > 0)
      .filter(({ key }) => before === undefined || compareKeys(key, before) < 0)
      .sort((a, b) => direction * compareKeys(a.key, b.key))
      .slice(0, limit);
  }

  async close(): Promise<void> {
    this.#closed = true;
  }

  #checkParts(partWrites: readonly PartWrite[]): void {
    const unknown = partWrites.find(({ part }) => !this.#parts.includes(part));
    if (unknown === undefined) return;
    throw new Error(`This store in memory has no part "${unknown.part}". Name it, or use a store on SQLite.`);
  }

  #open(): MemoryDisk {
    if (this.#closed) throw new Error('This store is closed. Open another on the same disk.');
    return this.#disk;
  }
}

/** Throws before anything is changed, so that a refused batch leaves no trace. */
function check(disk: MemoryDisk, batch: Batch): void {
  const removed = new Set(batch.removed);
  const known = new Set([...disk.shelves.keys()].filter((uri) => !removed.has(uri)));
  for (const { uri } of batch.created) {
    if (known.has(uri)) throw new Error(`The channel ${uri} exists already.`);
    known.add(uri);
  }
  let last = disk.lastSeq;
  for (const { seq, channel } of batch.entries) {
    if (!known.has(channel)) throw new Error(`There is no channel ${channel}.`);
    if (seq <= last) throw new Error(`The number ${seq} has been used already.`);
    last = seq;
  }
  for (const { channel } of [...batch.facts, ...batch.snapshots]) {
    if (!known.has(channel)) throw new Error(`There is no channel ${channel}.`);
  }
}

function trim(disk: MemoryDisk, through: number): void {
  disk.trimmedThrough = through;
  for (const shelf of disk.shelves.values()) {
    const covered = Math.min(through, shelf.snapshot?.seq ?? 0);
    shelf.log = shelf.log.filter((row) => row.seq > covered);
  }
}

function shelfOf(disk: MemoryDisk, uri: string): Shelf {
  const shelf = disk.shelves.get(uri);
  if (shelf === undefined) throw new Error(`There is no channel ${uri}.`);
  return shelf;
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
