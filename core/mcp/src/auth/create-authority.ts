import type { Principal } from '@loggia/access';
import { ProtocolError } from '@loggia/protocol';
import { ServerFailure } from '../failures.ts';
import type { OfferedToken, TokenTaken } from '../gateway.ts';
import { ServerAccount, type AccountPorts } from './account.ts';
import type { Authority, AuthorityPorts, Authorization, TokenHolder } from './authority.ts';
import {
  askAuthorizationServer,
  type AuthorizationAnswer,
  type AuthorizationRequest,
} from './authorization-servers.ts';
import { authorizedFetch } from './authorized-fetch.ts';
import { chooseServer } from './choose-server.ts';
import { clientIn, withClientSecret } from './confidential-client.ts';
import { patientFetch } from './patient-fetch.ts';
import { RegisteredSecrets } from './registered-secrets.ts';
import { isRenewal, Renewals, resourceIn } from './renewals.ts';
import { coversEndpoint, parseHttpUrl, sameResource } from './resource-name.ts';
import { isRefused } from './token-probe.ts';
import { Turns } from './turns.ts';

/** Characters that a header accepts unchanged; RFC 6750 allows fewer. */
const sendable = /^[\x21-\x7e]+$/;

/** The number of authorization servers that are remembered for stopped servers. */
const mostIssuers = 200;

/** For a declaration without a valid address. The address isn't repeated: it may contain a password. */
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
  return new VaultAuthority({ ...ports, fetch: ports.fetch ?? patientFetch });
}

/** A server that names an authorization server, and its client there. */
type Namer = Pick<ServerAccount, 'endpoint' | 'client'>;

class VaultAuthority implements Authority {
  readonly #ports: AccountPorts;
  /** Each with the number of its connections. */
  readonly #accounts = new Map<string, { readonly account: ServerAccount; holders: number }>();
  readonly #turns = new Turns();
  readonly #renewals: Renewals;
  readonly #secrets: RegisteredSecrets;
  readonly #renewing = new Map<string, Promise<boolean>>();
  /**
   * The server that named each authorization server: signing out revokes the token even after the server has stopped.
   */
  readonly #issuers = new Map<string, Namer>();

  constructor(ports: Omit<AccountPorts, 'renew'>) {
    this.#ports = { ...ports, renew: (account, resource) => this.#renew(account, resource) };
    this.#renewals = new Renewals(ports);
    this.#secrets = new RegisteredSecrets(ports.vault);
  }

  authorize(holder: TokenHolder): Authorization {
    const { principal, server, url, oauthClient } = holder;
    const endpoint = parseHttpUrl(url);
    if (endpoint === undefined) return nowhere;
    const key = JSON.stringify([principal.id, server, url, oauthClient]);
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

  async authenticate(principal: Principal, offered: OfferedToken): Promise<TokenTaken> {
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
    const server = chooseServer(offered.resource, servers, waiting, naming);
    const accounts = naming.filter((account) => account.server === server);
    await this.#inTurn(principal, server, () => this.#accept(offered, accounts, receivedAt));
    return true;
  }

  async askAuthorizationServer(
    principal: Principal,
    request: AuthorizationRequest,
  ): Promise<AuthorizationAnswer> {
    const namer = await this.#namerOf(principal, request);
    if (namer === undefined) {
      throw new ProtocolError(
        'PermissionDenied',
        `No server here names ${JSON.stringify(request.issuer.slice(0, 300))} to sign in at. Start the server, and take the address from what it asks for.`,
      );
    }
    return askAuthorizationServer(this.#ports, namer.endpoint, request, {
      outgoing: async (post, to) => {
        const registered = await this.#secrets.find(principal, to, clientIn(post));
        return withClientSecret(post, to, registered ?? namer.client);
      },
      incoming: async (answer, post, to) =>
        this.#secrets.withhold(principal, this.#renewals.withhold(answer, post, to), to),
    });
  }

  async signedIn(principal: Principal, server: string): Promise<boolean> {
    for (const key of await this.#ports.vault.list(principal)) {
      if (key.server !== server) continue;
      // An unreadable token doesn't count as signed in.
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

  /** Every account that uses a token for one of the resources, whether or not it was challenged. */
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

  /** The server whose metadata names the issuer; of several, the one with the client that the request is made for. */
  async #namerOf(
    principal: Principal,
    { resource, issuer, post }: AuthorizationRequest,
  ): Promise<Namer | undefined> {
    const clientId = clientIn(post);
    const key = JSON.stringify([principal.id, resource, issuer, clientId]);
    for (const account of await this.#naming(principal, { resource })) {
      const { authorization_servers: named = [] } = await account.metadata();
      if (!named.some((name) => sameIssuer(name, issuer))) continue;
      this.#issuers.delete(key);
      this.#issuers.set(key, { endpoint: account.endpoint, client: account.client });
      const [oldest] = this.#issuers.keys();
      if (this.#issuers.size > mostIssuers && oldest !== undefined) this.#issuers.delete(oldest);
      if (account.client !== undefined && account.client.clientId === clientId) break;
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
    const { principal, server, serverName } = account;
    if (await this.#refuses(account, token)) {
      throw new ProtocolError(
        'AuthRequired',
        `"${serverName}" refuses this token. Sign in again to get another; nothing has changed.`,
        { resources: [await account.metadata()] },
      );
    }
    const name = account.nameFor(resource) ?? resource;
    const expiresAt = expiresIn === undefined ? undefined : receivedAt + expiresIn * 1000;
    const secondsLeft = expiresAt === undefined ? undefined : Math.max(0, (expiresAt - clock.now()) / 1000);
    const key = { resource: name, server };
    const before = (await vault.get(principal, key).catch(() => undefined))?.secret.reveal();
    await vault.put(principal, key, { token, expiresIn: secondsLeft, scopes });
    const renewable = await this.#renewals.adopt(principal, key, { token, before, scopes: scopes ?? [] });
    for (const one of this.#at(principal, server, [name])) one.accepted(name, expiresAt, renewable);
    await this.#forgetOlder(account, name);
  }

  /** One renewal for everybody who waits for it, and none while a token is offered or dropped. */
  async #renew(account: ServerAccount, resource: string): Promise<boolean> {
    const { principal, server, generation } = account;
    if (!(await this.#renewals.has(principal, { resource, server }))) return false;
    const key = JSON.stringify([principal.id, server, resource]);
    const running = this.#renewing.get(key);
    if (running) return running;
    const renewing = this.#inTurn(principal, server, async () => {
      const { vault, clock } = this.#ports;
      if (account.generation !== generation) return true;
      const at = { resource, server };
      const renewed = await this.#renewals.renew(principal, at);
      if (!renewed) return false;
      const { expiresIn } = renewed;
      const expiresAt = expiresIn === undefined ? undefined : clock.now() + expiresIn * 1000;
      await vault.put(principal, at, renewed);
      for (const one of this.#at(principal, server, [resource])) one.accepted(resource, expiresAt, true);
      return true;
    }).finally(() => this.#renewing.delete(key));
    this.#renewing.set(key, renewing);
    return renewing;
  }

  async #refuses(account: ServerAccount, token: string): Promise<boolean> {
    try {
      return await isRefused(this.#ports, token, account.probes);
    } catch (error) {
      this.#ports.report(`Could not show a new token to "${account.server}".`, error);
      throw new ProtocolError(
        'Unavailable',
        `"${account.serverName}" does not answer, so the token could not be checked and nothing has changed. Try again when it runs.`,
      );
    }
  }

  /** The endpoint may have named another resource before; the token for that one is useless now. */
  async #forgetOlder({ principal, server, endpoint }: ServerAccount, name: string): Promise<void> {
    const isOlder = (resource: string): boolean => resource !== name && coversEndpoint(resource, endpoint);
    try {
      await this.#drop(principal, server, isOlder);
    } catch (error) {
      this.#ports.report(`An older token for "${server}" could not be removed.`, error);
    }
  }

  /** Also for servers that aren't running: signing out must not require a start. */
  async #revoke(
    principal: Principal,
    { resource, server }: OfferedToken,
    naming: readonly ServerAccount[],
  ): Promise<TokenTaken> {
    const keys = await this.#ports.vault.list(principal);
    const stored = keys
      .filter((key) => server === undefined || key.server === server)
      .filter((key) => sameResource(resourceIn(key), resource))
      .flatMap((key) => (key.server === undefined ? [] : [key.server]));
    const servers = [...new Set([...serversOf(naming), ...stored])];
    if (servers.length === 0) return false;
    const meant = chooseServer(resource, servers, [...new Set(stored)], naming);
    const accounts = naming.filter((account) => account.server === meant);
    const isMeant = (name: string): boolean =>
      sameResource(name, resource) || accounts.some(({ endpoint }) => coversEndpoint(name, endpoint));
    const { revoked } = await this.#inTurn(principal, meant, () => this.#forget(principal, meant, isMeant));
    return (await revoked) ? true : 'unrevoked';
  }

  /** `revoked` is for those who want to wait for the authorization server; it never rejects. */
  async #forget(
    principal: Principal,
    server: string,
    isMeant: (resource: string) => boolean,
  ): Promise<{ readonly revoked: Promise<boolean> }> {
    const revocations = await this.#revocations(principal, server, isMeant);
    const dropped = await this.#drop(principal, server, isMeant);
    const outcomes = revocations.map(async (revoke): Promise<boolean> => {
      try {
        await revoke();
        return true;
      } catch (error) {
        const problem = `The token for "${server}" stays valid until it expires: it was not revoked.`;
        this.#ports.report(problem, error);
        return false;
      }
    });
    await Promise.all(this.#at(principal, server, dropped).map((account) => account.revoked()));
    return { revoked: Promise.all(outcomes).then((all) => all.every(Boolean)) };
  }

  /** The work left at the authorization servers once the tokens are forgotten here. */
  async #revocations(
    principal: Principal,
    server: string,
    isMeant: (resource: string) => boolean,
  ): Promise<readonly (() => Promise<void>)[]> {
    const keys = (await this.#ports.vault.list(principal)).filter(
      (key) => key.server === server && isRenewal(key) && isMeant(resourceIn(key)),
    );
    return Promise.all(
      keys.map(async (key) => {
        const at = { resource: resourceIn(key), server };
        const token = await this.#ports.vault.get(principal, at).catch(() => undefined);
        const revoke = await this.#renewals.forget(principal, at);
        return () => revoke(token?.secret.reveal());
      }),
    );
  }

  async #drop(
    principal: Principal,
    server: string,
    isMeant: (resource: string) => boolean,
  ): Promise<readonly string[]> {
    const { vault } = this.#ports;
    const keys = await vault.list(principal);
    const meant = keys.filter((key) => key.server === server && isMeant(resourceIn(key)));
    for (const key of meant) await vault.delete(principal, key);
    return [...new Set(meant.map(resourceIn))];
  }

  /** Serializes tokens for one server, so that the last one offered stays. */
  #inTurn<Value>(principal: Principal, server: string, run: () => Promise<Value>): Promise<Value> {
    return this.#turns.take(JSON.stringify([principal.id, server]), run);
  }
}

/** Authorization servers and the resources that name them may spell the same address differently. */
function sameIssuer(one: string, other: string): boolean {
  const url = parseHttpUrl(one);
  return url !== undefined && url.href === parseHttpUrl(other)?.href;
}

function serversOf(accounts: readonly ServerAccount[]): readonly string[] {
  return [...new Set(accounts.map(({ server }) => server))];
}
