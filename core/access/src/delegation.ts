import { createHmac, createSecretKey, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Actor, Delegate, Grant, Permission, Principal, Scope } from './principal.ts';

/** By this a token of ours is told from all others, in headers as in what scanners for leaked secrets find. */
const prefix = 'lgd_';
/** Headers are bounded, and this is not all that goes into them. */
const longestToken = 8 * 1024;

export interface DelegationOptions {
  readonly clock: { now(): number };
}

export interface NewDelegation {
  readonly by: Principal;
  /** Who is to act with it. */
  readonly actor: Actor;
  readonly artifacts?: readonly string[];
  /** Every artifact, workspace and collection. */
  readonly everything?: boolean;
  readonly grant: Grant;
  readonly permissions?: readonly Permission[];
  readonly lifetimeMs: number;
}

export interface IssuedToken {
  /** Never logged, never stored: whoever has it may act. */
  readonly token: string;
  /** Milliseconds since the Unix epoch. */
  readonly expiresAt: number;
}

export type Checked = { readonly principal: Delegate } | { readonly reason: 'expired' | 'wrong' };

/**
 * Tokens with which a handler acts back: short-lived and limited to what they name. They end with the process that
 * issued them, and the tokens of one server can be revoked; nothing else is remembered of them.
 */
export interface Delegations {
  /** Throws when the scope does not fit into a token, or when a delegate would hand on more than it holds. */
  issue(delegation: NewDelegation): IssuedToken;
  check(token: string): Checked;
  /** Ends every token that this server has been given so far. */
  revoke(server: string): void;
}

/** What a token says. Only what carries our signature is ever read. */
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
  // Kept nowhere, so that no token outlives the process, however long it was meant to last.
  const signing = createSecretKey(randomBytes(32));
  const sign = (text: string) => createHmac('sha256', signing).update(text).digest('base64url');

  let issued = 0;
  /** By server: the number of the last token that no longer counts. */
  const revoked = new Map<string, number>();

  function issue(delegation: NewDelegation): IssuedToken {
    const { by, actor, artifacts = [], everything = false, grant, permissions = [], lifetimeMs } = delegation;
    if (by.kind !== 'local') throw new Error('A delegate cannot hand on what it was lent.');
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
