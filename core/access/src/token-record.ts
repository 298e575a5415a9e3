import type { KeyObject } from 'node:crypto';
import { ProtocolError } from '@loggia/protocol';
import type { Principal } from './principal.ts';
import { fingerprintOf, seal, unseal } from './seal.ts';

/** The target of a token. Two servers that name the same `resource` don't share a token: `server` tells them apart. */
export interface TokenKey {
  readonly resource: string;
  readonly server?: string;
}

export interface TokenContent {
  readonly token: string;
  readonly scopes?: readonly string[];
}

interface StoredRecord {
  readonly key: string;
  readonly sealed: string;
  readonly expiresAt: number | null;
}

export function recordKeyOf(principal: Principal, { resource, server }: TokenKey): string {
  return JSON.stringify([principal.id, resource, ...(server === undefined ? [] : [server])]);
}

/** The inverse of `recordKeyOf`. */
export function tokenKeyOf(recordKey: string): TokenKey {
  const [, resource, server] = JSON.parse(recordKey) as [
    principal: string,
    resource: string,
    server?: string,
  ];
  return { resource, ...(server !== undefined && { server }) };
}

export function belongsTo(principal: Principal, recordKey: string): boolean {
  return recordKey.startsWith(`[${JSON.stringify(principal.id)},`);
}

/** Bound into the encryption: a record that was moved to another key, or given a longer life, can't be decrypted. */
function contextOf(recordKey: string, expiresAt: number | null): string {
  return JSON.stringify([recordKey, expiresAt]);
}

export function writeRecord(
  key: KeyObject,
  recordKey: string,
  content: TokenContent,
  expiresAt: number | null,
): string {
  const sealed = seal(key, JSON.stringify(content), contextOf(recordKey, expiresAt));
  return JSON.stringify({ key: fingerprintOf(key), sealed, expiresAt } satisfies StoredRecord);
}

function parse(value: string): StoredRecord | undefined {
  try {
    const { key, sealed, expiresAt } = JSON.parse(value) as Partial<Record<keyof StoredRecord, unknown>>;
    if (typeof key !== 'string' || typeof sealed !== 'string') return undefined;
    return expiresAt === null || typeof expiresAt === 'number' ? { key, sealed, expiresAt } : undefined;
  } catch {
    return undefined;
  }
}

export function isExpired(value: string, now: number): boolean {
  const expiresAt = parse(value)?.expiresAt ?? null;
  return expiresAt !== null && now >= expiresAt;
}

/** Throws Unavailable for a different key and for damage, with a sentence that says which. */
export function readRecord(
  key: KeyObject,
  recordKey: string,
  value: string,
): TokenContent & { readonly expiresAt: number | null } {
  const record = parse(value);
  if (record !== undefined && record.key !== fingerprintOf(key)) {
    throw new ProtocolError(
      'Unavailable',
      'The stored token was encrypted with another key. Start the host with the key it was stored with, or sign in again.',
    );
  }
  const text = record && unseal(key, record.sealed, contextOf(recordKey, record.expiresAt));
  if (record === undefined || text === undefined) {
    throw new ProtocolError('Unavailable', 'The stored token is damaged and cannot be read. Sign in again.');
  }
  return { ...(JSON.parse(text) as TokenContent), expiresAt: record.expiresAt };
}
