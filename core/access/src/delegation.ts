import { createHmac, createSecretKey, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Actor, Delegate, Grant, Permission, Principal, Scope } from './principal.ts';

/** Tells our tokens from all others, in headers and for scanners that look for leaked secrets. */
const prefix = 'lgd_';
/** Headers have a size limit, and this isn't their only content. */
const longestToken = 8 * 1024;

export interface DelegationOptions {
  readonly clock: { now(): number };
}

export interface NewDelegation {
  readonly by: Principal;
  /** The party that will act with it. */
  readonly actor: Actor;
  readonly artifacts?: readonly string[];
  /** Every artifact, workspace and collection. */
  readonly everything?: boolean;
  readonly grant: Grant;
  readonly permissions?: readonly Permission[];
  readonly lifetimeMs: number;
}

export interface IssuedToken {
  /** Never logged, never stored: anybody who has it can use it. */
  readonly token: string;
  /** Milliseconds since the Unix epoch. */
  readonly expiresAt: number;
}

export type Checked = { readonly principal: Delegate } | { readonly reason: 'expired' | 'wrong' };

/**
 * Tokens with which a handler calls back: short-lived and limited to the things they name. They end with the process
 * that issued them, and the tokens of one server can be revoked; nothing else about them is stored.
 */
export interface Delegations {
  /** Throws if the scope doesn't fit into a token, or if a delegate would pass on more than it holds. */
  issue(delegation: NewDelegation): IssuedToken;
  check(token: string): Checked;
  /** Revokes every token issued for this server so far. */
  revoke(server: string): void;
}

/** The content of a token. It is read only if our signature is valid. */
interface Payload extends Scope {
  readonly by: string;
  readonly actor: Actor;
  /** Tokens are numbered in the order they were issued. */
  readonly number: number;
  readonly exp: number;
}

export function isDelegated(token: string): boolean {
  return token.startsWith(prefix);
}

export function createDelegations({ clock }: DelegationOptions): Delegations {
  // Not stored anywhere, so that no token outlives the process, whatever its lifetime.
  const signing = createSecretKey(randomBytes(32));
  const sign = (text: string) => createHmac('sha256', signing).update(text).digest('base64url');

  let issued = 0;
  /** By server: the number of the last revoked token. */
  const revoked = new Map<string, number>();

  function issue(delegation: NewDelegation): IssuedToken {
    const { by, actor, artifacts = [], everything = false, grant, permissions = [], lifetimeMs } = delegation;
    if (by.kind !== 'local') throw new Error("A delegate can't pass on what it was lent.");
    if (!(lifetimeMs > 0)) throw new Error('A delegated token needs a lifetime.');
    const expiresAt = clock.now() + lifetimeMs;
    const payload: Payload = {
      by: by.id,
      actor,
      number: (issued += 1),
      artifacts: [...artifacts],
      everything,
      grant,
      permissions: [...permissions],
      exp: expiresAt,
    };
    const text = Buffer.from(JSON.stringify(payload)).toString('base64url');
    const token = `${prefix}${text}.${sign(text)}`;
    if (token.length > longestToken) {
      throw new Error(`A delegated token cannot name ${artifacts.length} artifacts. Name fewer.`);
    }
    return { token, expiresAt };
  }

  function check(token: string): Checked {
    const [, text = '', signature = ''] =
      token.length > longestToken ? [] : (/^lgd_([\w-]+)\.([\w-]{43})$/.exec(token) ?? []);
    const expected = Buffer.from(sign(text));
    const given = Buffer.from(signature);
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return { reason: 'wrong' };
    const payload = JSON.parse(Buffer.from(text, 'base64url').toString()) as Payload;
    const { by, actor, number, exp, artifacts, everything, grant, permissions } = payload;
    const isRevoked = actor.server !== undefined && number <= (revoked.get(actor.server) ?? 0);
    if (exp <= clock.now() || isRevoked) return { reason: 'expired' };
    const scope = { artifacts, everything, grant, permissions };
    return { principal: { id: by, kind: 'delegate', actor, scope, expiresAt: exp } };
  }

  return { issue, check, revoke: (server) => void revoked.set(server, issued) };
}
