import type { Readable } from 'node:stream';

export type ByteSource = Uint8Array | AsyncIterable<Uint8Array>;

/** From `start` up to, but not including, `end`. */
export interface ByteRange {
  readonly start?: number | undefined;
  readonly end?: number | undefined;
}

export interface StoredBytes {
  /** SHA-256 in hexadecimal. */
  readonly hash: string;
  readonly size: number;
}

export interface PutOptions {
  /** More bytes than this are refused, and nothing is kept. */
  readonly maxBytes?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Runs when the bytes are known and safe on the disk, before they can be found. A throw deletes them. */
  readonly beforePlaced?: ((bytes: StoredBytes) => Promise<void>) | undefined;
}

/**
 * Bytes by their hash, each stored once.
 *
 * Rejects with a `ProtocolError`: NotFound for missing bytes, InvalidParams for too many of them or an invalid hash,
 * Unavailable if the disk is full or lost the bytes. A rejected `put` leaves nothing behind.
 *
 * Bytes are checked against their hash when they are read: a stream of all of them fails before its end if they have
 * changed. A part of a large file may be returned before all of it has been checked.
 */
export interface ContentStore {
  /** Memory use doesn't depend on the size. */
  put(source: ByteSource, options?: PutOptions): Promise<StoredBytes>;
  open(hash: string, range?: ByteRange): Promise<Readable>;
  /** At most `length` bytes from `start` on, in memory. */
  read(hash: string, start: number, length: number): Promise<Buffer>;
  size(hash: string): Promise<number | undefined>;
  /** Reads all bytes and checks them against the hash. Rejects if there are none. */
  verify(hash: string): Promise<boolean>;
  /** Missing bytes aren't an error. */
  remove(hash: string): Promise<void>;
}
