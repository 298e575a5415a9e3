import type { Principal, TokenKey, Vault } from '@loggia/access';
import type { Scheduler } from '@loggia/kernel';
import { oauthBodies } from '@loggia/protocol';
import type { AuthorizationAnswer, AuthorizationPost, PostedTo } from './authorization-servers.ts';
import { readBounded } from './bounded-body.ts';
import { withDeadline } from './deadline.ts';
import { readObject } from './read-object.ts';

/** Everything that renewing a token takes. Full of secrets: it is stored in the vault and nowhere else. */
interface Renewal {
  readonly tokenEndpoint: string;
  readonly revocationEndpoint?: string;
  /** The client's credentials, as they were sent with the code. */
  readonly authorization?: string;
  readonly client: Readonly<Record<string, string>>;
  readonly refreshToken: string;
  /** RFC 8707: what the token is for. */
  readonly resource: string;
}

export interface RenewedToken {
  readonly token: string;
  readonly expiresIn: number | undefined;
  readonly scopes: readonly string[];
}

export interface RenewalPorts {
  readonly vault: Vault;
  readonly fetch: typeof fetch;
  readonly scheduler: Scheduler;
}

const withinMs = 20_000;
const mostBytes = 262_144;
/** Sign-ins whose token has not been offered yet. */
const mostPending = 100;
const prefix = 'renewal ';
/** The authorization server has decided; asking again changes nothing. */
const final: ReadonlySet<unknown> = new Set(['invalid_grant', 'invalid_client', 'unauthorized_client']);

/** The resource that an entry of the vault is about, whether it holds the token or its renewal. */
export function resourceIn({ resource }: TokenKey): string {
  return resource.startsWith(prefix) ? resource.slice(prefix.length) : resource;
}

export function isRenewal({ resource }: TokenKey): boolean {
  return resource.startsWith(prefix);
}

function keyOf({ resource, ...rest }: TokenKey): TokenKey {
  return { ...rest, resource: prefix + resource };
}

/**
 * The refresh tokens of the host. A client that signs in through the host gets the access token alone; the refresh token
 * stays here, sealed, so that a token is renewed without any client.
 */
export class Renewals {
  readonly #ports: RenewalPorts;
  /** By access token, until the client offers it and says for which server. */
  readonly #pending = new Map<string, Renewal>();

  constructor(ports: RenewalPorts) {
    this.#ports = ports;
  }

  /** Takes the refresh token out of the answer to a sign-in. */
  withhold(answer: AuthorizationAnswer, post: AuthorizationPost, to: PostedTo): AuthorizationAnswer {
    if (to.role !== 'token' || answer.status !== 200) return answer;
    const content = readObject(answer.body);
    const { refresh_token: refreshToken, ...rest } = content ?? {};
    if (typeof refreshToken !== 'string' || refreshToken === '') return answer;
    const form = new URLSearchParams(post.body);
    const token = rest['access_token'];
    const resource = form.get('resource');
    if (typeof token === 'string' && resource !== null && form.get('grant_type') === 'authorization_code') {
      const client = ['client_id', 'client_secret'].flatMap((name) => {
        const value = form.get(name);
        return value === null ? [] : [[name, value] as const];
      });
      this.#pending.set(token, {
        tokenEndpoint: to.address,
        ...(to.revocationEndpoint !== undefined && { revocationEndpoint: to.revocationEndpoint }),
        ...(post.authorization !== undefined && { authorization: post.authorization }),
        client: Object.fromEntries(client),
        refreshToken,
        resource,
      });
      const [oldest] = this.#pending.keys();
      if (this.#pending.size > mostPending && oldest !== undefined) this.#pending.delete(oldest);
    }
    return { ...answer, body: JSON.stringify(rest) };
  }

  /**
   * The token was accepted: keeps its renewal. A token from elsewhere ends the renewal of the one before it, which might
   * be another account's. True if the token can be renewed.
   */
  async adopt(
    principal: Principal,
    key: TokenKey,
    { token, before, scopes }: { token: string; before: string | undefined; scopes: readonly string[] },
  ): Promise<boolean> {
    const renewal = this.#pending.get(token);
    this.#pending.delete(token);
    if (renewal) await this.#put(principal, key, renewal, scopes);
    else if (before !== token) await this.#ports.vault.delete(principal, keyOf(key));
    return renewal !== undefined || (await this.has(principal, key));
  }

  async has(principal: Principal, key: TokenKey): Promise<boolean> {
    const keys = await this.#ports.vault.list(principal);
    return keys.some(({ resource, server }) => resource === keyOf(key).resource && server === key.server);
  }

  /**
   * Asks for another token. Undefined if only the user can help: there is no refresh token, or it isn't valid any more.
   * Throws if the authorization server doesn't answer. Never called twice at the same time for the same key: a refresh
   * token that is used twice makes authorization servers revoke everything.
   */
  async renew(principal: Principal, key: TokenKey): Promise<RenewedToken | undefined> {
    const stored = await this.#read(principal, key);
    if (!stored) return undefined;
    const { renewal, scopes: before } = stored;
    const { status, content } = await this.#post(renewal.tokenEndpoint, renewal, {
      grant_type: 'refresh_token',
      refresh_token: renewal.refreshToken,
      resource: renewal.resource,
    });
    const { access_token: token, refresh_token: next, expires_in: expiresIn, scope } = content;
    if (status === 200 && typeof token === 'string' && token !== '') {
      const scopes = typeof scope === 'string' ? scope.split(' ').filter((one) => one !== '') : before;
      // First what is lost for good if the host ends here: the refresh token may have been replaced.
      const refreshToken = typeof next === 'string' && next !== '' ? next : renewal.refreshToken;
      await this.#put(principal, key, { ...renewal, refreshToken }, scopes);
      return { token, scopes, expiresIn: typeof expiresIn === 'number' ? expiresIn : undefined };
    }
    if (!final.has(content['error'])) throw new Error(`The authorization server answered with ${status}.`);
    await this.#ports.vault.delete(principal, keyOf(key));
    return undefined;
  }

  /** Forgets the refresh token. The returned function has it revoked (RFC 7009); it rejects if that isn't possible. */
  async forget(principal: Principal, key: TokenKey): Promise<(token: string | undefined) => Promise<void>> {
    const stored = await this.#read(principal, key).catch(() => undefined);
    await this.#ports.vault.delete(principal, keyOf(key));
    return async (token) => {
      const { revocationEndpoint, refreshToken } = stored?.renewal ?? {};
      if (!stored || revocationEndpoint === undefined) throw new Error('It has no revocation.');
      // The refresh token first: at most servers, everything that came of it goes with it.
      for (const one of [refreshToken, token]) {
        if (one === undefined) continue;
        const { status } = await this.#post(revocationEndpoint, stored.renewal, { token: one });
        if (status !== 200) throw new Error(`The authorization server answered with ${status}.`);
      }
    };
  }

  async #read(
    principal: Principal,
    key: TokenKey,
  ): Promise<{ readonly renewal: Renewal; readonly scopes: readonly string[] } | undefined> {
    const stored = await this.#ports.vault.get(principal, keyOf(key));
    if (!stored) return undefined;
    return { renewal: JSON.parse(stored.secret.reveal()) as Renewal, scopes: stored.scopes };
  }

  #put(principal: Principal, key: TokenKey, renewal: Renewal, scopes: readonly string[]): Promise<void> {
    return this.#ports.vault.put(principal, keyOf(key), { token: JSON.stringify(renewal), scopes });
  }

  async #post(
    address: string,
    { authorization, client }: Renewal,
    form: Readonly<Record<string, string>>,
  ): Promise<{ readonly status: number; readonly content: Readonly<Record<string, unknown>> }> {
    const { fetch, scheduler } = this.#ports;
    return withDeadline(scheduler, withinMs, async (signal) => {
      const response = await fetch(address, {
        method: 'POST',
        headers: {
          accept: oauthBodies.json,
          'content-type': oauthBodies.form,
          ...(authorization !== undefined && { authorization }),
        },
        body: new URLSearchParams({ ...client, ...form }).toString(),
        redirect: 'manual',
        credentials: 'omit',
        signal,
      });
      const text = await readBounded(response, mostBytes);
      return { status: response.status, content: readObject(text) ?? {} };
    });
  }
}
