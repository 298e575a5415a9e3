/** Everything known about a channel without loading it: enough to list it, find it, and notice that it was cut off. */
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
  /** The sequence number that its creation took, or that its past was forgotten with. */
  readonly createdSeq: number;
}

/** One logged action. `json` is the whole envelope, ready to be sent; nobody on the way parses it. */
export interface LogRow {
  readonly seq: number;
  readonly channel: string;
  readonly json: string;
  /** False when the action left the state as it was. */
  readonly changed: boolean;
  /**
   * Who did it, for the host alone: it isn't part of the envelope. Undefined for the host itself, and where it wasn't
   * asked for.
   */
  readonly by?: string | undefined;
}

/** Replaces a channel's head and those items that changed; items at `length` and beyond go. */
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

/** `json: undefined` deletes. */
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

/** One transaction. An implementation applies the fields in the order in which they stand here. */
export interface Batch {
  /** These lose their row, snapshot, items and log. A URI that is not there is no error. */
  readonly removed: readonly string[];
  /** Comes with a snapshot in the same batch. A URI that exists is an error. */
  readonly created: readonly StoredChannel[];
  readonly facts: readonly { readonly channel: string; readonly facts: StoredFacts }[];
  /** In ascending order of `seq`, all above what was committed before. */
  readonly entries: readonly LogRow[];
  /** Of a channel that occurs twice, the later one is newer. */
  readonly snapshots: readonly SnapshotWrite[];
  /**
   * These channels lose their log up to and including `seq`, which a snapshot in the same batch covers. From then on
   * they count as created with that number: whoever has seen less is shown the state instead.
   */
  readonly forgotten: readonly { readonly channel: string; readonly seq: number }[];
  readonly records: readonly RecordWrite[];
  /** In the order in which they were enlisted. One of a part that the store does not have is a defect. */
  readonly partWrites: readonly PartWrite[];
  /** Rows up to here go, except those that their channel's snapshot does not cover yet: they go with its next one. */
  readonly trimThrough: number | undefined;
  /** The newest number in use: that of an entry, or of something that leaves no row. */
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
  /** Whether rows are to say who did it. Clients aren't told, so what is sent to them is read without. */
  readonly authors?: boolean | undefined;
}

export interface LogSlice {
  /** In ascending order of `seq`. */
  readonly rows: readonly LogRow[];
  /** Channels of the query that do not exist. */
  readonly missing: readonly string[];
  /** The largest `createdSeq` among those that do; 0 without any. */
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
  /** Continue behind this one, whether or not it is still there. */
  readonly after?: ListPosition | undefined;
  /** Part of the title, in any case. */
  readonly text?: string | undefined;
}

/** A part of a namespace; by default all of it. Keys compare by their UTF-8 bytes. */
export interface RecordRange {
  /** Exclusive. */
  readonly after?: string | undefined;
  /** Exclusive. */
  readonly before?: string | undefined;
  readonly limit?: number | undefined;
  /** Of the key; `ascending` by default. With a limit, the order says which end of the range is read. */
  readonly order?: 'ascending' | 'descending' | undefined;
}

/**
 * Durable storage for channels.
 *
 * The kernel owes: one `commit` at a time, never again after a rejection that was not transient, and `close` last.
 * It gets: reads that see every commit that has resolved, and a commit that is whole, durable and stays so through
 * `kill -9` and power loss once its promise resolves.
 *
 * A rejection with `TransientStoreError` means that nothing of the batch is there and that the very same batch may
 * work later; the kernel tries again. An implementation that cannot know whether its commit went through must find
 * out before it answers. Any other rejection of `commit` means a defect or a damaged store: the kernel stops. A
 * rejected read reaches whoever asked.
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
  /** Costs what the range holds, not what the namespace does. */
  listRecords(
    namespace: string,
    range?: RecordRange,
  ): Promise<readonly { readonly key: string; readonly json: string }[]>;

  /** Lets go of files and connections. Committed work is safe with or without it. */
  close(): Promise<void>;
}
