import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Tells a browser's key from every other credential, in headers and to scanners for leaked secrets. */
const prefix = 'lgb_';
const format = /^lgb_([\w-]{16})\.([\w-]{43})$/;
/** Last use is recorded to the hour: a browser that connects often must not write to disk each time. */
const seenEveryMs = 60 * 60_000;
/** Beyond this number, the one that was unused the longest is removed. */
const mostBrowsers = 200;

/** The host's record of a browser that was let in. Only the browser knows the key itself. */
export interface BrowserRecord {
  readonly id: string;
  /** SHA-256 of the key's secret part, in hexadecimal. */
  readonly hash: string;
  /** Identifies the token under which it was issued: a key ends with its token, however that was replaced. */
  readonly issuedUnder: string;
  /** The User-Agent of the browser, so that people can tell browsers apart. */
  readonly name: string;
  /** Milliseconds since the Unix epoch. */
  readonly createdAt: number;
  readonly lastSeenAt: number;
}

/** Where records outlive the process. Writes may be deferred; `flushed` resolves once they are durable. */
export interface BrowserStore {
  list(): Promise<readonly BrowserRecord[]>;
  put(record: BrowserRecord): void;
  delete(id: string): void;
  flushed(): Promise<void>;
}

export interface BrowserKeysOptions {
  readonly store: BrowserStore;
  readonly token: string;
  readonly clock: { now(): number };
}

export function isBrowserKey(text: string): boolean {
  return text.startsWith(prefix);
}

/** A key for each browser, so that none has to hold the token, and each can be revoked by itself. */
export class BrowserKeys {
  readonly #store: BrowserStore;
  readonly #clock: { now(): number };
  readonly #records: Map<string, BrowserRecord>;
  #issuedUnder: string;

  private constructor({ store, clock, token }: BrowserKeysOptions, found: readonly BrowserRecord[]) {
    this.#store = store;
    this.#clock = clock;
    this.#issuedUnder = digestOf(token);
    this.#records = new Map(found.map((record) => [record.id, record]));
    this.#forgetOthers();
  }

  static async open(options: BrowserKeysOptions): Promise<BrowserKeys> {
    return new BrowserKeys(options, await options.store.list());
  }

  /** Resolves when the key would survive a crash. */
  async issue(name: string): Promise<string> {
    const id = randomBytes(12).toString('base64url');
    const secret = randomBytes(32).toString('base64url');
    const now = this.#clock.now();
    const record = { id, hash: digestOf(secret), issuedUnder: this.#issuedUnder, name };
    this.#keep({ ...record, createdAt: now, lastSeenAt: now });
    const [oldest] = this.list().toSorted((a, b) => a.lastSeenAt - b.lastSeenAt);
    if (this.#records.size > mostBrowsers && oldest) this.#forget(oldest.id);
    await this.#store.flushed();
    return `${prefix}${id}.${secret}`;
  }

  /** The id of the browser that this key belongs to. */
  check(key: string): string | undefined {
    const [, id = '', secret = ''] = format.exec(key) ?? [];
    const record = this.#records.get(id);
    // Compared even if there is no such browser, so that the time reveals nothing.
    const isRight = timingSafeEqual(Buffer.from(digestOf(secret)), Buffer.from(record?.hash ?? digestOf('')));
    if (!record || !isRight) return undefined;
    this.#seen(record);
    return id;
  }

  has(id: string): boolean {
    return this.#records.has(id);
  }

  list(): BrowserRecord[] {
    return [...this.#records.values()];
  }

  /** False if there is no such browser. */
  revoke(id: string): boolean {
    return this.#forget(id);
  }

  /** Every key ends with the token it was issued under. */
  tokenRotated(token: string): void {
    this.#issuedUnder = digestOf(token);
    this.#forgetOthers();
  }

  #seen(record: BrowserRecord): void {
    const now = this.#clock.now();
    if (now - record.lastSeenAt < seenEveryMs) return;
    try {
      this.#keep({ ...record, lastSeenAt: now });
    } catch {
      // A store that rejects writes for now must not keep anybody out.
    }
  }

  #forgetOthers(): void {
    for (const { id, issuedUnder } of this.list()) if (issuedUnder !== this.#issuedUnder) this.#forget(id);
  }

  #keep(record: BrowserRecord): void {
    this.#records.set(record.id, record);
    this.#store.put(record);
  }

  #forget(id: string): boolean {
    if (!this.#records.delete(id)) return false;
    this.#store.delete(id);
    return true;
  }
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
