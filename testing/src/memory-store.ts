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

interface History {
  channel: StoredChannel;
  snapshot: { seq: number; head: string; items: string[] } | undefined;
  log: LogRow[];
}

/** The data that survives when a `MemoryStore` is closed and another is opened on it. */
export class MemoryDisk {
  histories = new Map<string, History>();
  records = new Map<string, Map<string, string>>();
  partWrites: PartWrite[] = [];
  lastSeq = 0;
  lastEntry = 0;
  trimmedThrough = 0;
}

/** The store's contract without a disk, for tests that are about something else. */
export class MemoryStore implements Store {
  readonly #disk: MemoryDisk;
  readonly #parts: readonly string[];
  #closed = false;

  /** For `parts` it only records writes, in `disk.partWrites`. */
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
    for (const uri of batch.removed) disk.histories.delete(uri);
    for (const channel of batch.created) {
      disk.histories.set(channel.uri, { channel, snapshot: undefined, log: [] });
    }
    for (const { channel, facts } of batch.facts) {
      const history = historyOf(disk, channel);
      history.channel = { ...history.channel, ...facts };
    }
    for (const { seq, channel, json, changed, by } of batch.entries) {
      historyOf(disk, channel).log.push({ seq, channel, json, changed, ...(by !== undefined && { by }) });
    }
    for (const { channel, seq, head, items, length } of batch.snapshots) {
      const history = historyOf(disk, channel);
      const kept = history.snapshot?.items.slice(0, length) ?? [];
      for (const { index, json } of items) kept[index] = json;
      history.snapshot = { seq, head, items: kept };
      const covered = Math.min(seq, disk.trimmedThrough);
      history.log = history.log.filter((row) => row.seq > covered);
    }
    for (const { channel, seq } of batch.forgotten) {
      const history = historyOf(disk, channel);
      history.channel = { ...history.channel, createdSeq: seq };
      history.log = history.log.filter((row) => row.seq > seq);
    }
    for (const { namespace, key, json } of batch.records) {
      const records = disk.records.get(namespace) ?? new Map<string, string>();
      disk.records.set(namespace, records);
      if (json === undefined) records.delete(key);
      else records.set(key, json);
    }
    if (batch.trimThrough !== undefined) trim(disk, batch.trimThrough);
    disk.lastSeq = batch.lastSeq;
    disk.lastEntry = batch.entries.at(-1)?.seq ?? disk.lastEntry;
  }

  async readChannel(uri: string): Promise<StoredChannel | undefined> {
    return this.#open().histories.get(uri)?.channel;
  }

  async readSnapshot(uri: string): Promise<StoredSnapshot | undefined> {
    const snapshot = this.#open().histories.get(uri)?.snapshot;
    return snapshot && { ...snapshot, items: [...snapshot.items] };
  }

  async readLog({ channels, after, through, authors }: LogQuery): Promise<LogSlice> {
    const { histories } = this.#open();
    const found = channels.flatMap((uri) => histories.get(uri) ?? []);
    return {
      rows: found
        .flatMap((history) => history.log.filter((row) => row.seq > after && row.seq <= through))
        .map(({ by, ...row }) => (authors && by !== undefined ? { ...row, by } : row))
        .sort((a, b) => a.seq - b.seq),
      missing: channels.filter((uri) => !histories.has(uri)),
      newestCreation: Math.max(0, ...found.map((history) => history.channel.createdSeq)),
    };
  }

  async list({ kind, limit, after, text }: ListQuery): Promise<readonly StoredChannel[]> {
    const needle = text?.toLowerCase();
    return [...this.#open().histories.values()]
      .map((history) => history.channel)
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
    return [...this.#open().histories.values()]
      .filter(({ channel }) => channel.kind === kind && channel.busy)
      .map(({ channel }) => channel.uri)
      .sort();
  }

  async count(kind: string): Promise<number> {
    return [...this.#open().histories.values()].filter(({ channel }) => channel.kind === kind).length;
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
  const known = new Set([...disk.histories.keys()].filter((uri) => !removed.has(uri)));
  for (const { uri } of batch.created) {
    if (known.has(uri)) throw new Error(`The channel ${uri} exists already.`);
    known.add(uri);
  }
  let last = disk.lastEntry;
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
  for (const history of disk.histories.values()) {
    const covered = Math.min(through, history.snapshot?.seq ?? 0);
    history.log = history.log.filter((row) => row.seq > covered);
  }
}

function historyOf(disk: MemoryDisk, uri: string): History {
  const history = disk.histories.get(uri);
  if (history === undefined) throw new Error(`There is no channel ${uri}.`);
  return history;
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
