import { createHmac, createSecretKey, hkdfSync, timingSafeEqual, type KeyObject } from 'node:crypto';
import type { Delegate, Grant, Permission, Principal, Scope } from './principal.ts';

/** By this a token of ours is told from all others, in headers as in what scanners for leaked secrets find. */
const prefix = 'lgd_';
/** Headers are bounded, and this is not all that goes into them. */
const longestToken = 8 * 1024;

export interface DelegationOptions {
  /** The vault's key. Tokens are made with one that is derived from it, so that they outlive a restart. */
  readonly key: KeyObject;
  readonly clock: { now(): number };
}

export interface NewDelegation {
  readonly by: Principal;
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

/** Tokens with which a handler acts back: short-lived, limited to what they name, and remembered by nobody. */
export interface Delegations {
  /** Throws when the scope does not fit into a token, or when a delegate would hand on more than it holds. */
  issue(delegation: NewDelegation): IssuedToken;
  check(token: string): Checked;
}

/** What a token says. Only what carries our signature is ever read. */
interface Payload extends Scope {
  /** So that a later form is not taken for this one. */
  readonly v: 1;
  readonly by: string;
  readonly exp: number;
}

export function isDelegated(token: string): boolean {
  return token.startsWith(prefix);
}

export function createDelegations({ key, clock }: DelegationOptions): Delegations {
  const derived = hkdfSync('sha256', key, Buffer.alloc(0), 'loggia delegated tokens 1', 32);
  const signing = createSecretKey(Buffer.from(derived));
  const sign = (text: string) => createHmac('sha256', signing).update(text).digest('base64url');

  function issue(delegation: NewDelegation): IssuedToken {
    const { by, artifacts = [], everything = false, grant, permissions = [], lifetimeMs } = delegation;
    if (by.kind !== 'local') throw new Error('A delegate cannot hand on what it was lent.');
    if (!(lifetimeMs > 0)) throw new Error('A delegated token needs a lifetime.');
    const expiresAt = clock.now() + lifetimeMs;
    const payload: Payload = {
      v: 1,
      by: by.id,
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
    const { by, exp, artifacts, everything, grant, permissions } = payload;
    if (exp <= clock.now()) return { reason: 'expired' };
    const scope = { artifacts, everything, grant, permissions };
    return { principal: { id: by, kind: 'delegate', scope, expiresAt: exp } };
  }

  return { issue, check };
}
