import type { KeyObject } from 'node:crypto';
import { ProtocolError } from '@loggia/protocol';
import type { Principal } from './principal.ts';
import { Secret } from './secret.ts';
import {
  belongsTo,
  isExpired,
  readRecord,
  recordKeyOf,
  tokenKeyOf,
  writeRecord,
  type TokenKey,
} from './token-record.ts';

/**
 * Storage for encrypted tokens.
 *
 * Implementations return the value of `put` unchanged once its promise has resolved. Keys and values are text; values
 * are encrypted. A throw reaches the caller of the vault, and nothing has changed.
 */
export interface VaultStore {
  get(key: string): Promise<string | undefined>;
  put(key: string, value: string): Promise<void>;
  delete(key: string): Promise<void>;
  list(): Promise<readonly { readonly key: string; readonly value: string }[]>;
}

export interface NewToken {
  /** An empty token revokes. */
  readonly token: string;
  /** Seconds from now. */
  readonly expiresIn?: number | undefined;
  readonly scopes?: readonly string[] | undefined;
}

export interface StoredToken {
  readonly secret: Secret;
  readonly scopes: readonly string[];
  /** Milliseconds since the Unix epoch. */
  readonly expiresAt: number | undefined;
}

/** The tokens behind `authenticate`: each belongs to exactly one principal and one resource. */
export interface Vault {
  put(principal: Principal, key: TokenKey, entry: NewToken): Promise<void>;
  /** Undefined if there is none, or it has expired. */
  get(principal: Principal, key: TokenKey): Promise<StoredToken | undefined>;
  delete(principal: Principal, key: TokenKey): Promise<void>;
  /** The resources that the principal has tokens for. Includes unreadable tokens, but not expired ones. */
  list(principal: Principal): Promise<readonly TokenKey[]>;
}

export interface VaultOptions {
  readonly store: VaultStore;
  readonly key: KeyObject;
  readonly clock: { now(): number };
  readonly maxTokensPerPrincipal?: number;
  readonly maxTokenBytes?: number;
}

export function openVault(options: VaultOptions): Vault {
  const { store, key: cipherKey, clock, maxTokensPerPrincipal = 256, maxTokenBytes = 128 * 1024 } = options;
  let last: Promise<unknown> = Promise.resolve();

  /** Serializes changes: counting and admitting must be one step. */
  function inTurn<Value>(change: () => Promise<Value>): Promise<Value> {
    const run = last.then(change, change);
    last = run.catch(() => undefined);
    return run;
  }

  async function makeRoom(principal: Principal, recordKey: string): Promise<void> {
    let kept = 0;
    for (const { key, value } of await store.list()) {
      if (key === recordKey || !belongsTo(principal, key)) continue;
      if (isExpired(value, clock.now())) await store.delete(key);
      else kept += 1;
    }
    if (kept < maxTokensPerPrincipal) return;
    throw new ProtocolError(
      'Unavailable',
      `You have ${kept} tokens stored, which is the limit. Sign out of a resource you no longer need, then try again.`,
    );
  }

  async function put(principal: Principal, key: TokenKey, entry: NewToken): Promise<void> {
    const recordKey = recordKeyOf(principal, key);
    if (entry.token === '') return store.delete(recordKey);
    const content = { token: entry.token, ...(entry.scopes && { scopes: entry.scopes }) };
    if (Buffer.byteLength(JSON.stringify(content)) > maxTokenBytes) {
      throw new ProtocolError(
        'InvalidParams',
        `"token" and "scopes" are longer than ${maxTokenBytes} bytes together.`,
      );
    }
    await makeRoom(principal, recordKey);
    const expiresAt = entry.expiresIn === undefined ? null : clock.now() + entry.expiresIn * 1000;
    return store.put(recordKey, writeRecord(cipherKey, recordKey, content, expiresAt));
  }

  async function get(principal: Principal, key: TokenKey): Promise<StoredToken | undefined> {
    const recordKey = recordKeyOf(principal, key);
    const value = await store.get(recordKey);
    if (value === undefined) return undefined;
    if (isExpired(value, clock.now())) {
      await store.delete(recordKey);
      return undefined;
    }
    const { token, scopes = [], expiresAt } = readRecord(cipherKey, recordKey, value);
    return { secret: new Secret(token), scopes, expiresAt: expiresAt ?? undefined };
  }

  async function list(principal: Principal): Promise<readonly TokenKey[]> {
    const records = await store.list();
    return records
      .filter(({ key, value }) => belongsTo(principal, key) && !isExpired(value, clock.now()))
      .map(({ key }) => tokenKeyOf(key));
  }

  return {
    put: (principal, key, entry) => inTurn(() => put(principal, key, entry)),
    get: (principal, key) => inTurn(() => get(principal, key)),
    delete: (principal, key) => inTurn(() => store.delete(recordKeyOf(principal, key))),
    list: (principal) => inTurn(() => list(principal)),
  };
}
