import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { ProtocolError } from '@loggia/protocol';
import { localPrincipal, type Grant, type KeyHolder } from './principal.ts';

/** Tells an API key from every other credential, in headers and to scanners for leaked secrets. */
const prefix = 'loggia_';
const format = /^(loggia_([\w-]{16})\.([\w-]{43}))\.([\w-]{6})$/;
const nameFormat = /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,39}$/u;
/** Last use is recorded to the minute: a program that asks often must not write to disk each time. */
const usedEveryMs = 60_000;
const mostKeys = 100;
/** Holders of a revoked key learn for this long that it was revoked; afterwards it is unknown. */
const revokedKeptMs = 30 * 24 * 60 * 60_000;
/** The clock can be changed, so the expiry of a key is never left to one long timer. */
const lookAtLeastEveryMs = 60_000;

/** The host's record of a key. Only its holder knows the key itself. */
export interface ApiKeyRecord {
  readonly id: string;
  /** SHA-256 of the key's secret part, in hexadecimal. */
  readonly hash: string;
  /** Unique among the keys that aren't revoked. */
  readonly name: string;
  /** The person it acts for. */
  readonly person: string;
  readonly scope: Grant;
  /** Milliseconds since the Unix epoch. */
  readonly createdAt: number;
  /** Absent: it doesn't expire. */
  readonly expiresAt?: number;
  /** Absent: never used. */
  readonly lastUsedAt?: number;
  readonly revokedAt?: number;
}

/** Where records outlive the process. Writes may be deferred; `flushed` resolves once they are durable. */
export interface ApiKeyStore {
  list(): Promise<readonly ApiKeyRecord[]>;
  put(record: ApiKeyRecord): void;
  delete(id: string): void;
  flushed(): Promise<void>;
}

export interface ApiKeysOptions {
  readonly store: ApiKeyStore;
  readonly clock: { now(): number };
  /** Returns a function that cancels. */
  readonly scheduler: { after(ms: number, run: () => void): () => void };
}

export interface NewApiKey {
  readonly name: string;
  readonly scope: Grant;
  /** Absent: it doesn't expire. */
  readonly lifetimeMs?: number | undefined;
}

export interface CreatedApiKey {
  /** Never logged, never stored: anybody who has it can use it. */
  readonly key: string;
  readonly record: ApiKeyRecord;
}

/** A sentence for whoever sent it, which names no key. */
export interface RejectedKey {
  readonly problem: string;
}

const problems = {
  mistyped:
    'This API key is incomplete or mistyped. Copy all of it, from "loggia_" to the last character, and send it again.',
  unknown: 'This API key isn\'t one of this host\'s. Create one with "loggia keys create".',
  expired: 'This API key has expired. Create another one with "loggia keys create".',
  revoked: 'This API key was revoked. Create another one with "loggia keys create".',
} as const;

export function isApiKey(text: string): boolean {
  return text.startsWith(prefix);
}

/** Keys that a person gives to programs. Each has a scope, can expire, and is revoked by itself. */
export class ApiKeys {
  readonly #store: ApiKeyStore;
  readonly #clock: ApiKeysOptions['clock'];
  readonly #scheduler: ApiKeysOptions['scheduler'];
  readonly #records: Map<string, ApiKeyRecord>;
  readonly #listeners = new Set<() => void>();
  #cancelLook: () => void = () => undefined;

  private constructor({ store, clock, scheduler }: ApiKeysOptions, found: readonly ApiKeyRecord[]) {
    this.#store = store;
    this.#clock = clock;
    this.#scheduler = scheduler;
    this.#records = new Map(found.map((record) => [record.id, record]));
    this.#lookLater();
  }

  static async open(options: ApiKeysOptions): Promise<ApiKeys> {
    return new ApiKeys(options, await options.store.list());
  }

  /** Resolves when the key would survive a crash. Throws a ProtocolError for a name that can't be used. */
  async create({ name: given, scope, lifetimeMs }: NewApiKey): Promise<CreatedApiKey> {
    const name = given.trim();
    this.#assertUsable(name);
    this.#forgetRevoked();
    const id = randomBytes(12).toString('base64url');
    const secret = randomBytes(32).toString('base64url');
    const createdAt = this.#clock.now();
    const record: ApiKeyRecord = {
      ...{ id, hash: digestOf(secret), name, person: localPrincipal.id, scope, createdAt },
      ...(lifetimeMs !== undefined && { expiresAt: createdAt + lifetimeMs }),
    };
    this.#keep(record);
    this.#lookLater();
    await this.#store.flushed();
    const text = `${prefix}${id}.${secret}`;
    return { key: `${text}.${checksumOf(text)}`, record };
  }

  /** The id of the key, whose use this is. */
  check(text: string): string | RejectedKey {
    const [, checked = '', id = '', secret = '', checksum] = format.exec(text) ?? [];
    if (checksum === undefined || checksumOf(checked) !== checksum) return { problem: problems.mistyped };
    const record = this.#records.get(id);
    // Compared even if there is no such key, so that the time reveals nothing.
    const isRight = timingSafeEqual(Buffer.from(digestOf(secret)), Buffer.from(record?.hash ?? digestOf('')));
    if (!record || !isRight) return { problem: problems.unknown };
    if (record.revokedAt !== undefined) return { problem: problems.revoked };
    if (this.#isExpired(record)) return { problem: problems.expired };
    this.used(id);
    return id;
  }

  /** The party that acts with this key; undefined once the key is revoked or expired. */
  principalOf(id: string): KeyHolder | undefined {
    const record = this.#records.get(id);
    if (!record || record.revokedAt !== undefined || this.#isExpired(record)) return undefined;
    const { person, name, scope: grant, expiresAt = Infinity } = record;
    // Only those who may run programs may change artifacts that run programs.
    const permissions = grant === 'admin' ? (['servers'] as const) : [];
    const scope = { artifacts: [], everything: true, host: true, grant, permissions } as const;
    return { id: person, kind: 'delegate', actor: { kind: 'key', key: id, name }, scope, expiresAt };
  }

  /** The name of a key, also of a revoked one. */
  nameOf(id: string): string | undefined {
    return this.#records.get(id)?.name;
  }

  /** All that aren't revoked, the newest first; also expired ones. */
  list(): ApiKeyRecord[] {
    return this.#current().toSorted((a, b) => b.createdAt - a.createdAt);
  }

  /** False if there is no such key. */
  revoke(id: string): boolean {
    const record = this.#records.get(id);
    if (!record || record.revokedAt !== undefined) return false;
    this.#keep({ ...record, revokedAt: this.#clock.now() });
    this.#tell();
    return true;
  }

  used(id: string): void {
    const record = this.#records.get(id);
    const now = this.#clock.now();
    if (!record || now - (record.lastUsedAt ?? -Infinity) < usedEveryMs) return;
    try {
      this.#keep({ ...record, lastUsedAt: now });
    } catch {
      // A store that rejects writes for now must not keep anybody out.
    }
  }

  /** Called when a key was revoked or has expired; check connections with `principalOf`. */
  onEnded(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /** Stops watching for keys that expire. */
  close(): void {
    this.#cancelLook();
  }

  #assertUsable(name: string): void {
    if (!nameFormat.test(name)) {
      throw new ProtocolError(
        'InvalidParams',
        `A key can't be called ${JSON.stringify(name)}. Use up to 40 letters, digits, spaces, dots, hyphens and underscores, beginning with a letter or digit.`,
      );
    }
    const current = this.#current();
    if (current.some((other) => other.name.toLowerCase() === name.toLowerCase())) {
      throw new ProtocolError(
        'AlreadyExists',
        `There is an API key “${name}” already. Choose another name, or revoke that one first.`,
      );
    }
    if (current.length >= mostKeys) {
      throw new ProtocolError(
        'Conflict',
        `This host has ${mostKeys} API keys, which is the most it keeps. Revoke those that nobody uses.`,
      );
    }
  }

  #current(): ApiKeyRecord[] {
    return [...this.#records.values()].filter(({ revokedAt }) => revokedAt === undefined);
  }

  #isExpired({ expiresAt = Infinity }: ApiKeyRecord): boolean {
    return expiresAt <= this.#clock.now();
  }

  /** Waits for the next key to expire. */
  #lookLater(): void {
    this.#cancelLook();
    const waiting = this.#current().filter((record) => !this.#isExpired(record));
    const next = Math.min(...waiting.map(({ expiresAt = Infinity }) => expiresAt));
    if (next === Infinity) return;
    const inMs = Math.max(0, Math.min(next - this.#clock.now(), lookAtLeastEveryMs));
    this.#cancelLook = this.#scheduler.after(inMs, () => {
      if (this.#clock.now() >= next) this.#tell();
      this.#lookLater();
    });
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }

  #forgetRevoked(): void {
    const before = this.#clock.now() - revokedKeptMs;
    for (const { id, revokedAt = Infinity } of this.#records.values()) {
      if (revokedAt > before) continue;
      this.#records.delete(id);
      this.#store.delete(id);
    }
  }

  #keep(record: ApiKeyRecord): void {
    this.#store.put(record);
    this.#records.set(record.id, record);
  }
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Tells a key that was cut off or mistyped from one that is unknown. It protects nothing. */
function checksumOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 6);
}
