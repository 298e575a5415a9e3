import type { Readable } from 'node:stream';

export type ByteSource = Uint8Array | AsyncIterable<Uint8Array>;

/** From `start` up to, not including, `end`. */
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
  /** More than this is refused, and nothing is kept of it. */
  readonly maxBytes?: number | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Runs when the bytes are known and safe on the disk, before they can be found. A throw takes them back. */
  readonly beforePlaced?: ((bytes: StoredBytes) => Promise<void>) | undefined;
}

/**
 * Bytes by their hash, each once.
 *
 * Rejects with a `ProtocolError`: NotFound for bytes that are not there, InvalidParams for too many of them or for
 * what is no hash, Unavailable when the disk takes no more, or has given up what it took. A rejected `put` leaves
 * nothing behind.
 *
 * Bytes are checked against their hash when they are read: a stream of all of them breaks off before its end when they
 * are not what they were. A part of very many bytes may be handed out before all of them have been looked at.
 */
export interface ContentStore {
  /** Memory stays the same however much there is. */
  put(source: ByteSource, options?: PutOptions): Promise<StoredBytes>;
  open(hash: string, range?: ByteRange): Promise<Readable>;
  /** At most `length` bytes from `start` on, in memory. */
  read(hash: string, start: number, length: number): Promise<Buffer>;
  size(hash: string): Promise<number | undefined>;
  /** Reads all of the bytes: whether they are what they were. Rejects where there are none. */
  verify(hash: string): Promise<boolean>;
  /** Bytes that are not there are no error. */
  remove(hash: string): Promise<void>;
}
