/**
 * Everything known about a channel without loading it: enough to list it, find it, and notice that it was interrupted.
 */
export interface StoredFacts {
  readonly busy: boolean;
  readonly modifiedAt: string;
  readonly title: string | undefined;
  /** JSON text, opaque to the store. */
  readonly summary: string | undefined;
}

export interface StoredChannel extends StoredFacts {
  readonly uri: string;
  readonly kind: string;
  readonly parent: string | undefined;
  readonly createdAt: string;
  /** The sequence number of its creation, or of the point up to which its log was forgotten. */
  readonly createdSeq: number;
}

/** One logged action. `json` is the whole envelope, ready to be sent; nobody on the way parses it. */
export interface LogRow {
  readonly seq: number;
  readonly channel: string;
  readonly json: string;
  /** False if the action left the state unchanged. */
  readonly changed: boolean;
  /**
   * The author, for the host alone: it isn't part of the envelope. Undefined for the host itself, and if it wasn't
   * requested.
   */
  readonly by?: string | undefined;
}

/** Replaces a channel's head and its changed items; deletes items at `length` and beyond. */
export interface SnapshotWrite {
  readonly channel: string;
  /** Actions up to and including this number are in the snapshot. */
  readonly seq: number;
  readonly head: string;
  readonly items: readonly { readonly index: number; readonly json: string }[];
  readonly length: number;
}

export interface StoredSnapshot {
  readonly seq: number;
  readonly head: string;
  readonly items: readonly string[];
}

/** `json: undefined` deletes the record. */
export interface RecordWrite {
  readonly namespace: string;
  readonly key: string;
  readonly json: string | undefined;
}

/** A write by another part of the host in the same transaction. Only that part and the store understand it. */
export interface PartWrite {
  readonly part: string;
  readonly write: unknown;
}

/** One transaction. Implementations apply the fields in the order in which they are declared here. */
export interface Batch {
  /** Delete the row, snapshot, items and log of these channels. A URI that doesn't exist isn't an error. */
  readonly removed: readonly string[];
  /** A snapshot comes in the same batch. A URI that exists is an error. */
  readonly created: readonly StoredChannel[];
  readonly facts: readonly { readonly channel: string; readonly facts: StoredFacts }[];
  /** In ascending order of `seq`, all above those committed before. */
  readonly entries: readonly LogRow[];
  /** If a channel occurs twice, the later snapshot is newer. */
  readonly snapshots: readonly SnapshotWrite[];
  /**
   * Delete the log of these channels up to and including `seq`, which a snapshot in the same batch covers. From then on
   * they count as created with that number: clients that have seen less get the state instead.
   */
  readonly forgotten: readonly { readonly channel: string; readonly seq: number }[];
  readonly records: readonly RecordWrite[];
  /** In the order in which they were enlisted. A write for a part that the store doesn't have is a defect. */
  readonly partWrites: readonly PartWrite[];
  /**
   * Delete rows up to here, except those that their channel's snapshot doesn't cover yet: they are deleted with its
   * next one.
   */
  readonly trimThrough: number | undefined;
  /** Numbers up to here count as used: by an entry, by something that leaves no row, or because they are reserved. */
  readonly lastSeq: number;
}

export interface StorePosition {
  /** `lastSeq` of the newest batch; 0 in a new store. */
  readonly lastSeq: number;
  /** Rows up to here may be missing. */
  readonly trimmedThrough: number;
}

export interface LogQuery {
  readonly channels: readonly string[];
  /** Exclusive. */
  readonly after: number;
  /** Inclusive. */
  readonly through: number;
  /** Whether rows include their authors. Clients don't get authors, so rows to be sent are read without them. */
  readonly authors?: boolean | undefined;
}

export interface LogSlice {
  /** In ascending order of `seq`. */
  readonly rows: readonly LogRow[];
  /** Channels of the query that don't exist. */
  readonly missing: readonly string[];
  /** The largest `createdSeq` among those that do; 0 if there are none. */
  readonly newestCreation: number;
}

export interface ListPosition {
  readonly modifiedAt: string;
  readonly uri: string;
}

/** Newest `modifiedAt` first, then by descending `uri`; strings compare by their bytes. */
export interface ListQuery {
  readonly kind: string;
  readonly limit: number;
  /** Continue after this one, whether or not it still exists. */
  readonly after?: ListPosition | undefined;
  /** Part of the title, ignoring case. */
  readonly text?: string | undefined;
}

/** A part of a namespace; by default all of it. Keys compare by their UTF-8 bytes. */
export interface RecordRange {
  /** Exclusive. */
  readonly after?: string | undefined;
  /** Exclusive. */
  readonly before?: string | undefined;
  readonly limit?: number | undefined;
  /** The order of keys; `ascending` by default. With a limit, it determines which end of the range is read. */
  readonly order?: 'ascending' | 'descending' | undefined;
}

/**
 * Durable storage for channels.
 *
 * The kernel calls `commit` once at a time, never again after a rejection that wasn't transient, and `close` last.
 * Reads see every commit that has resolved. A resolved commit is complete and durable, even through `kill -9` and power
 * loss.
 *
 * A rejection with `TransientStoreError` means that nothing of the batch was stored and that the same batch may work
 * later; the kernel retries. An implementation that can't know whether its commit went through must find out before it
 * answers. Any other rejection of `commit` means a defect or a damaged store: the kernel stops. A rejected read reaches
 * its caller.
 */
export interface Store {
  position(): Promise<StorePosition>;
  commit(batch: Batch): Promise<void>;

  readChannel(uri: string): Promise<StoredChannel | undefined>;
  readSnapshot(uri: string): Promise<StoredSnapshot | undefined>;
  readLog(query: LogQuery): Promise<LogSlice>;

  list(query: ListQuery): Promise<readonly StoredChannel[]>;
  /** The URIs of this kind whose facts say busy, in ascending order. */
  busy(kind: string): Promise<readonly string[]>;
  count(kind: string): Promise<number>;

  readRecord(namespace: string, key: string): Promise<string | undefined>;
  /** The cost depends on the range, not on the size of the namespace. */
  listRecords(
    namespace: string,
    range?: RecordRange,
  ): Promise<readonly { readonly key: string; readonly json: string }[]>;

  /** Releases files and connections. Committed work is safe with or without it. */
  close(): Promise<void>;
}
