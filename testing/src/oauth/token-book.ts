import { createHash, randomUUID } from 'node:crypto';
import { OAuthFailure } from './oauth-failure.ts';

/** The user's consent, waiting for its code to be redeemed. */
export interface Consent {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly challenge: string;
  readonly resource: string;
  readonly scopes: readonly string[];
}

export interface Issued {
  readonly accessToken: string;
  readonly refreshToken: string | undefined;
  readonly scopes: readonly string[];
}

/** Everything that follows from one sign-in. */
interface Family extends Consent {
  revoked: boolean;
}

interface AccessToken {
  readonly family: Family;
  readonly scopes: readonly string[];
  expiresAt: number;
  revoked: boolean;
}

interface RefreshToken {
  readonly family: Family;
  used: boolean;
}

export interface TokenRules {
  now(): number;
  lifetimeSeconds(): number;
  refresh(): 'rotate' | 'keep' | 'none';
}

const refusedCode = (): OAuthFailure => new OAuthFailure('invalid_grant', 'the code cannot be redeemed');

/** Codes and tokens. Using a code or a refresh token twice revokes everything from its sign-in. */
export class TokenBook {
  readonly #rules: TokenRules;
  readonly #codes = new Map<string, { readonly family: Family; readonly expiresAt: number; used: boolean }>();
  readonly #access = new Map<string, AccessToken>();
  readonly #refresh = new Map<string, RefreshToken>();

  constructor(rules: TokenRules) {
    this.#rules = rules;
  }

  codeFor(consent: Consent): string {
    const code = `code-${randomUUID()}`;
    const expiresAt = this.#rules.now() + 60_000;
    this.#codes.set(code, { family: { ...consent, revoked: false }, expiresAt, used: false });
    return code;
  }

  redeem(
    form: Readonly<Record<'code' | 'verifier' | 'redirectUri' | 'resource', string>>,
    clientId: string,
  ): Issued {
    const entry = this.#codes.get(form.code);
    if (entry === undefined || entry.family.clientId !== clientId) throw refusedCode();
    const { family } = entry;
    if (entry.used) family.revoked = true;
    if (entry.used || entry.expiresAt <= this.#rules.now()) throw refusedCode();
    entry.used = true;
    const challenge = createHash('sha256').update(form.verifier).digest('base64url');
    if (challenge !== family.challenge || form.redirectUri !== family.redirectUri) throw refusedCode();
    requireResource(family, form.resource);
    return this.#issue(family, family.scopes, undefined);
  }

  renew(refreshToken: string, clientId: string, resource: string): Issued {
    const entry = this.#refresh.get(refreshToken);
    const refusal = new OAuthFailure('invalid_grant', 'the refresh token is not good any more');
    if (entry === undefined || entry.family.clientId !== clientId) throw refusal;
    if (entry.used) entry.family.revoked = true;
    if (entry.family.revoked) throw refusal;
    requireResource(entry.family, resource);
    if (this.#rules.refresh() === 'rotate') entry.used = true;
    return this.#issue(entry.family, entry.family.scopes, refreshToken);
  }

  /** RFC 7009: a refresh token revokes everything; an access token only itself. */
  revoke(token: string): void {
    const refresh = this.#refresh.get(token);
    if (refresh) refresh.family.revoked = true;
    const access = this.#access.get(token);
    if (access) access.revoked = true;
  }

  revokeAll(): void {
    for (const { family } of this.#access.values()) family.revoked = true;
  }

  expireAll(): void {
    for (const token of this.#access.values()) token.expiresAt = 0;
  }

  /** RFC 7662. */
  introspect(token: string): Readonly<Record<string, unknown>> {
    const entry = this.#access.get(token);
    if (!entry || entry.revoked || entry.family.revoked || entry.expiresAt <= this.#rules.now()) {
      return { active: false };
    }
    const { family, scopes, expiresAt } = entry;
    return {
      active: true,
      client_id: family.clientId,
      aud: family.resource,
      scope: scopes.join(' '),
      exp: Math.floor(expiresAt / 1000),
    };
  }

  #issue(family: Family, scopes: readonly string[], refreshed: string | undefined): Issued {
    const accessToken = `access-${randomUUID()}`;
    const expiresAt = this.#rules.now() + this.#rules.lifetimeSeconds() * 1000;
    this.#access.set(accessToken, { family, scopes, expiresAt, revoked: false });
    const policy = this.#rules.refresh();
    if (policy === 'none') return { accessToken, refreshToken: undefined, scopes };
    if (policy === 'keep' && refreshed !== undefined) return { accessToken, refreshToken: undefined, scopes };
    const refreshToken = `refresh-${randomUUID()}`;
    this.#refresh.set(refreshToken, { family, used: false });
    return { accessToken, refreshToken, scopes };
  }
}

function requireResource(family: Family, resource: string): void {
  if (resource === family.resource) return;
  throw new OAuthFailure('invalid_target', 'the resource is not the one that was agreed to');
}
