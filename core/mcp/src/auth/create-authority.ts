import type { Principal } from '@loggia/access';
import { ProtocolError } from '@loggia/protocol';
import { ServerFailure } from '../failures.ts';
import type { OfferedToken } from '../gateway.ts';
import { ServerAccount, type AccountPorts } from './account.ts';
import type { Authority, AuthorityPorts, Authorization, TokenHolder } from './authority.ts';
import {
  askAuthorizationServer,
  type AuthorizationAnswer,
  type AuthorizationRequest,
} from './authorization-servers.ts';
import { authorizedFetch } from './authorized-fetch.ts';
import { chooseServer } from './choose-server.ts';
import { coversEndpoint, parseHttpUrl, sameResource } from './resource-name.ts';
import { isRefused } from './token-probe.ts';
import { Turns } from './turns.ts';

/** What goes into a header unchanged; RFC 6750 allows less. */
const sendable = /^[\x21-\x7e]+$/;

/** How many authorization servers of stopped servers are remembered. */
const mostIssuers = 200;

/** For a declaration that leads to no server. Its address is not repeated: there may be a password in it. */
const nowhere: Authorization = {
  fetch: () =>
    Promise.reject(
      new ServerFailure(
        'unavailable',
        'The "url" of the server has to begin with http:// or https://, without a user name or password in it.',
      ),
    ),
  onChange: () => () => {},
  dispose: () => {},
};

export function createAuthority(ports: AuthorityPorts): Authority {
  return new VaultAuthority({ ...ports, fetch: ports.fetch ?? fetch });
}

class VaultAuthority implements Authority {
  readonly #ports: AccountPorts;
  /** Each with the number of connections that hold it. */
  readonly #accounts = new Map<string, { readonly account: ServerAccount; holders: number }>();
  readonly #turns = new Turns();
  /** Which server named an authorization server: signing out revokes the token also after the server has stopped. */
  readonly #issuers = new Map<string, URL>();

  constructor(ports: AccountPorts) {
    this.#ports = ports;
  }

  authorize(holder: TokenHolder): Authorization {
    const { principal, server, url, oauthClient } = holder;
    const endpoint = parseHttpUrl(url);
    if (endpoint === undefined) return nowhere;
    const key = JSON.stringify([principal.id, server, url, oauthClient?.clientId]);
    const entry = this.#accounts.get(key) ?? {
      account: new ServerAccount(holder, endpoint, this.#ports),
      holders: 0,
    };
    this.#accounts.set(key, entry);
    entry.holders += 1;
    const { account } = entry;
    const stops = new Set<() => void>();
    let disposed = false;
    return {
      fetch: authorizedFetch(account, this.#ports.fetch),
      onChange: (listener) => {
        const stop = account.onChange(listener);
        stops.add(stop);
        return stop;
      },
      dispose: () => {
        if (disposed) return;
        disposed = true;
        for (const stop of stops) stop();
        entry.holders -= 1;
        if (entry.holders > 0) return;
        account.dispose();
        this.#accounts.delete(key);
      },
    };
  }

  async authenticate(principal: Principal, offered: OfferedToken): Promise<boolean> {
    const receivedAt = this.#ports.clock.now();
    const naming = await this.#naming(principal, offered);
    if (offered.token === '') return this.#revoke(principal, offered, naming);
    const servers = serversOf(naming);
    if (servers.length === 0) return false;
    if (!sendable.test(offered.token)) {
      throw new ProtocolError(
        'InvalidParams',
        '"token" has a space or another character that no token has. Send it as the authorization server issued it.',
      );
    }
    const waiting = serversOf(naming.filter((account) => account.waiting));
    const server = chooseServer(offered.resource, servers, waiting);
    const accounts = naming.filter((account) => account.server === server);
    await this.#inTurn(principal, server, () => this.#accept(offered, accounts, receivedAt));
    return true;
  }

  async askAuthorizationServer(
    principal: Principal,
    request: AuthorizationRequest,
  ): Promise<AuthorizationAnswer> {
    const endpoint = await this.#namerOf(principal, request);
    if (endpoint === undefined) {
      throw new ProtocolError(
        'PermissionDenied',
        `No server here names ${JSON.stringify(request.issuer.slice(0, 300))} to sign in at. Start the server, and take the address from what it asks for.`,
      );
    }
    return askAuthorizationServer(this.#ports, endpoint, request);
  }

  async signedIn(principal: Principal, server: string): Promise<boolean> {
    for (const key of await this.#ports.vault.list(principal)) {
      if (key.server !== server) continue;
      // One that cannot be read does not sign anybody in.
      const token = await this.#ports.vault.get(principal, key).catch(() => undefined);
      if (token) return true;
    }
    return false;
  }

  async signOut(principal: Principal, server: string): Promise<void> {
    await this.#inTurn(principal, server, () => this.#forget(principal, server, () => true));
  }

  dispose(): void {
    for (const { account } of this.#accounts.values()) account.dispose();
    this.#accounts.clear();
  }

  #of(principal: Principal): ServerAccount[] {
    return [...this.#accounts.values()]
      .map(({ account }) => account)
      .filter((account) => account.principal.id === principal.id);
  }

  /** Every account that uses a token for one of the resources, whether it has been asked for one or not. */
  #at(principal: Principal, server: string, resources: readonly string[]): ServerAccount[] {
    return this.#of(principal)
      .filter((account) => account.server === server)
      .filter(({ endpoint }) => resources.some((resource) => coversEndpoint(resource, endpoint)));
  }

  /** The accounts that the token could be for. */
  async #naming(
    principal: Principal,
    { resource, server }: Pick<OfferedToken, 'resource' | 'server'>,
  ): Promise<ServerAccount[]> {
    const accounts = this.#of(principal).filter(
      (account) => server === undefined || account.server === server,
    );
    await Promise.all(accounts.map((account) => account.loaded()));
    return accounts.filter((account) => account.nameFor(resource) !== undefined);
  }

  /** The endpoint of the server whose metadata names the issuer. */
  async #namerOf(principal: Principal, { resource, issuer }: AuthorizationRequest): Promise<URL | undefined> {
    const key = JSON.stringify([principal.id, resource, issuer]);
    for (const account of await this.#naming(principal, { resource })) {
      const { authorization_servers: named = [] } = await account.metadata();
      if (!named.some((name) => sameIssuer(name, issuer))) continue;
      this.#issuers.delete(key);
      this.#issuers.set(key, account.endpoint);
      const [oldest] = this.#issuers.keys();
      if (this.#issuers.size > mostIssuers && oldest !== undefined) this.#issuers.delete(oldest);
    }
    return this.#issuers.get(key);
  }

  async #accept(
    { resource, token, expiresIn, scopes }: OfferedToken,
    accounts: readonly ServerAccount[],
    receivedAt: number,
  ): Promise<void> {
    const { vault, clock } = this.#ports;
    const account = accounts.find(({ waiting }) => waiting) ?? accounts[0];
    if (account === undefined) return;
    const { principal, server } = account;
    if (await this.#refuses(account, token)) {
      throw new ProtocolError(
        'AuthRequired',
        `"${server}" refuses this token. Sign in again to get another; nothing has changed.`,
        { resources: [await account.metadata()] },
      );
    }
    const name = account.nameFor(resource) ?? resource;
    const expiresAt = expiresIn === undefined ? undefined : receivedAt + expiresIn * 1000;
    const secondsLeft = expiresAt === undefined ? undefined : Math.max(0, (expiresAt - clock.now()) / 1000);
    await vault.put(principal, { resource: name, server }, { token, expiresIn: secondsLeft, scopes });
    for (const one of this.#at(principal, server, [name])) one.accepted(name, expiresAt);
    await this.#forgetOlder(account, name);
  }

  async #refuses(account: ServerAccount, token: string): Promise<boolean> {
    try {
      return await isRefused(this.#ports, token, account.probes);
    } catch (error) {
      this.#ports.report(`Could not show a new token to "${account.server}".`, error);
      throw new ProtocolError(
        'Unavailable',
        `"${account.server}" does not answer, so the token could not be checked and nothing has changed. Try again when it runs.`,
      );
    }
  }

  /** The endpoint may have named another resource before; the token for that one is of no use any more. */
  async #forgetOlder({ principal, server, endpoint }: ServerAccount, name: string): Promise<void> {
    const isOlder = (resource: string): boolean => resource !== name && coversEndpoint(resource, endpoint);
    try {
      await this.#drop(principal, server, isOlder);
    } catch (error) {
      this.#ports.report(`An older token for "${server}" could not be removed.`, error);
    }
  }

  /** Also for servers that do not run: signing out must not need a start. */
  async #revoke(
    principal: Principal,
    { resource, server }: OfferedToken,
    naming: readonly ServerAccount[],
  ): Promise<boolean> {
    const keys = await this.#ports.vault.list(principal);
    const stored = keys
      .filter((key) => server === undefined || key.server === server)
      .filter((key) => sameResource(key.resource, resource))
      .flatMap((key) => (key.server === undefined ? [] : [key.server]));
    const servers = [...new Set([...serversOf(naming), ...stored])];
    if (servers.length === 0) return false;
    const meant = chooseServer(resource, servers, [...new Set(stored)]);
    const accounts = naming.filter((account) => account.server === meant);
    const isMeant = (name: string): boolean =>
      sameResource(name, resource) || accounts.some(({ endpoint }) => coversEndpoint(name, endpoint));
    await this.#inTurn(principal, meant, () => this.#forget(principal, meant, isMeant));
    return true;
  }

  async #forget(principal: Principal, server: string, isMeant: (resource: string) => boolean): Promise<void> {
    const dropped = await this.#drop(principal, server, isMeant);
    await Promise.all(this.#at(principal, server, dropped).map((account) => account.revoked()));
  }

  async #drop(
    principal: Principal,
    server: string,
    isMeant: (resource: string) => boolean,
  ): Promise<readonly string[]> {
    const { vault } = this.#ports;
    const keys = await vault.list(principal);
    const meant = keys.filter((key) => key.server === server && isMeant(key.resource));
    for (const key of meant) await vault.delete(principal, key);
    return meant.map((key) => key.resource);
  }

  /** Tokens for one server come one after the other, so that the last one offered is the one that stays. */
  #inTurn(principal: Principal, server: string, run: () => Promise<void>): Promise<void> {
    return this.#turns.take(JSON.stringify([principal.id, server]), run);
  }
}

/** Authorization servers and the resources that name them may write the same address in two ways. */
function sameIssuer(one: string, other: string): boolean {
  const url = parseHttpUrl(one);
  return url !== undefined && url.href === parseHttpUrl(other)?.href;
}

function serversOf(accounts: readonly ServerAccount[]): readonly string[] {
  return [...new Set(accounts.map(({ server }) => server))];
}
