import type { Principal, StoredToken } from '@loggia/access';
import type { AuthChallenge, ProtectedResourceMetadata } from '@loggia/protocol';
import type { AuthorityPorts, TokenChange, TokenHolder } from './authority.ts';
import type { BearerChallenge } from './bearer-challenge.ts';
import type { RegisteredClient } from './confidential-client.ts';
import { MetadataDiscovery } from './metadata-discovery.ts';
import { isRenewal, resourceIn } from './renewals.ts';
import { coversEndpoint, sameResource } from './resource-name.ts';
import { isRepeatable, probesFor, type SentRequest } from './token-probe.ts';

// The platform's timers count milliseconds in 31 bits.
const longestTimerMs = 2 ** 30;
/** A server has as many as its path has parts; if it invents more, the oldest are dropped. */
const mostNames = 16;
/** A server that refuses one new token after the other isn't helped by one more. */
const renewalsApartMs = 60_000;
/** The part of its life after which a token is renewed. */
const renewAfter = 0.8;
const shortestRetryMs = 5_000;

export type AccountPorts = Omit<AuthorityPorts, 'fetch'> & {
  readonly fetch: typeof fetch;
  /**
   * Gets another token for the resource, and calls `accepted` with it. False if only the user can help; throws if the
   * authorization server doesn't answer.
   */
  renew(account: ServerAccount, resource: string): Promise<boolean>;
};

/**
 * One principal at one server: the resources that the server has named, the token in use, and callers that wait for
 * another. All connections to the same endpoint share it. The token itself stays in the vault and is read each time.
 */
export class ServerAccount {
  readonly principal: Principal;
  readonly server: string;
  readonly serverName: string;
  readonly endpoint: URL;
  readonly client: RegisteredClient | undefined;
  readonly #ports: AccountPorts;
  readonly #discovery: MetadataDiscovery;
  readonly #listeners = new Set<(change: TokenChange) => void>();
  /** Every resource that a challenge named, in this run or before. */
  readonly #named = new Set<string>();
  readonly #loaded: Promise<void>;
  /** The resource under which the vault stores the token in use. */
  #resource: string | undefined;
  #waiting = false;
  #lapsed = false;
  #unreadable = false;
  #generation = 0;
  #cancelExpiry: () => void = () => {};
  #cancelRenewal: () => void = () => {};
  /** When a token was renewed because the server refused it, until the server takes the new one. */
  #renewedAfterRefusal = -Infinity;
  #disposed = false;
  #refused: SentRequest | undefined;
  #model: SentRequest;

  /** `endpoint` is the holder's `url`. */
  constructor(holder: TokenHolder, endpoint: URL, ports: AccountPorts) {
    this.principal = holder.principal;
    this.server = holder.server;
    this.serverName = holder.serverName ?? holder.server;
    this.endpoint = endpoint;
    this.client = holder.oauthClient;
    this.#ports = ports;
    this.#discovery = new MetadataDiscovery(endpoint, ports);
    this.#model = { url: endpoint.href, method: 'POST', headers: new Headers(), body: undefined };
    this.#loaded = this.#load();
  }

  /** Increases when the token is replaced or revoked: requests with an earlier one deserve a second try. */
  get generation(): number {
    return this.#generation;
  }

  /** Whether a sign-in was requested and hasn't happened yet. */
  get waiting(): boolean {
    return this.#waiting;
  }

  get probes(): readonly SentRequest[] {
    return probesFor(this.endpoint.href, this.#model, this.#refused);
  }

  onChange(listener: (change: TokenChange) => void): () => void {
    // A new function, because two connections may pass the same one.
    const own = (change: TokenChange): void => listener(change);
    this.#listeners.add(own);
    return () => this.#listeners.delete(own);
  }

  /** Resolves once the state from earlier runs is known. */
  loaded(): Promise<void> {
    return this.#loaded;
  }

  /** The resource as the server named it, if it ever has. */
  nameFor(resource: string): string | undefined {
    if (this.#named.has(resource)) return resource;
    return [...this.#named].find((name) => sameResource(name, resource));
  }

  async token(): Promise<StoredToken | undefined> {
    await this.#loaded;
    const resource = this.#resource;
    if (resource === undefined) return undefined;
    try {
      const key = { resource, server: this.server };
      const token = await this.#ports.vault.get(this.principal, key);
      if (token !== undefined || this.#resource !== resource) return token;
      if (await this.#renewed(resource)) return await this.#ports.vault.get(this.principal, key);
      this.#lapsed = true;
      return undefined;
    } catch (error) {
      this.#cannotRead(error);
      return undefined;
    }
  }

  /** The server refuses the token though it should be valid: another one may help. */
  async renewRefused(): Promise<void> {
    const now = this.#ports.clock.now();
    if (this.#resource === undefined || now - this.#renewedAfterRefusal < renewalsApartMs) return;
    this.#renewedAfterRefusal = now;
    await this.#renewed(this.#resource);
  }

  /** The server takes the token. */
  worked(): void {
    this.#renewedAfterRefusal = -Infinity;
  }

  /** Remembers the shape of requests to this server. */
  sent(request: SentRequest): void {
    // The headers of a POST work for every probe; those of a GET don't.
    if (request.method === 'POST') this.#model = { ...request, body: undefined };
  }

  /** Why a request without a token was refused with a 401. */
  get reasonWithoutToken(): 'required' | 'expired' {
    return this.#lapsed ? 'expired' : 'required';
  }

  async challenge(reason: AuthChallenge['reason'], bearer: BearerChallenge): Promise<AuthChallenge> {
    const { metadata, remark } = await this.#discovery.find(bearer.metadataUrl);
    const description = [bearer.description, remark].filter((part) => part !== undefined).join(' ');
    return this.#challengeFor(reason, metadata, {
      ...(bearer.scopes.length > 0 && { requiredScopes: [...bearer.scopes] }),
      ...(description !== '' && { description }),
    });
  }

  /** The challenge is sent now: from here on, tokens for its resource are accepted. */
  challenged(challenge: AuthChallenge, request: SentRequest): void {
    this.#name(challenge.resource.resource);
    this.#waiting = true;
    if (challenge.reason !== 'insufficientScope' && isRepeatable(request)) this.#refused = request;
  }

  accepted(resource: string, expiresAt: number | undefined, renewable: boolean): void {
    this.#name(resource);
    this.#unreadable = false;
    this.#resource = resource;
    this.#waiting = false;
    this.#lapsed = false;
    this.#generation += 1;
    this.#refused = undefined;
    this.#expireAt(expiresAt);
    this.#renewBefore(renewable ? expiresAt : undefined);
    this.#tell({ kind: 'accepted' });
  }

  async revoked(): Promise<void> {
    this.#expireAt(undefined);
    this.#renewBefore(undefined);
    this.#resource = undefined;
    this.#lapsed = false;
    this.#generation += 1;
    await this.#end('revoked', 'required');
  }

  /** For reporting that a token was refused. */
  async metadata(): Promise<ProtectedResourceMetadata> {
    return this.#discovery.lastFound ?? (await this.#discovery.find(undefined)).metadata;
  }

  dispose(): void {
    this.#disposed = true;
    this.#cancelExpiry();
    this.#cancelRenewal();
    this.#listeners.clear();
  }

  async #load(): Promise<void> {
    const { vault } = this.#ports;
    try {
      const keys = await vault.list(this.principal);
      const [resource] = keys
        .filter((key) => key.server === this.server)
        .map(resourceIn)
        .filter((name) => coversEndpoint(name, this.endpoint))
        .sort((one, other) => other.length - one.length);
      // A token that arrived in the meantime is newer.
      if (resource === undefined || this.#generation > 0) return;
      this.#name(resource);
      this.#resource = resource;
      const token = await vault.get(this.principal, { resource, server: this.server });
      if (this.#generation > 0) return;
      this.#expireAt(token?.expiresAt);
      const renewable = keys.some((key) => isRenewal(key) && resourceIn(key) === resource);
      this.#renewBefore(renewable ? token?.expiresAt : undefined);
    } catch (error) {
      this.#cannotRead(error);
    }
  }

  /** Reported once: it stays that way until somebody signs in again. */
  #cannotRead(error: unknown): void {
    if (!this.#unreadable) this.#ports.report(`The stored token for "${this.server}" cannot be read.`, error);
    this.#unreadable = true;
  }

  #name(resource: string): void {
    this.#named.delete(resource);
    this.#named.add(resource);
    const [oldest] = this.#named;
    if (this.#named.size > mostNames && oldest !== undefined) this.#named.delete(oldest);
  }

  #expireAt(expiresAt: number | undefined): void {
    this.#cancelExpiry();
    this.#cancelExpiry = () => {};
    if (expiresAt === undefined || this.#disposed) return;
    const left = expiresAt - this.#ports.clock.now();
    this.#cancelExpiry = this.#ports.scheduler.after(Math.min(Math.max(left, 0), longestTimerMs), () => {
      if (this.#ports.clock.now() < expiresAt) this.#expireAt(expiresAt);
      else void this.#expired();
    });
  }

  /** Renews ahead of time; while that fails, again and again until the token has expired. */
  #renewBefore(expiresAt: number | undefined): void {
    this.#cancelRenewal();
    this.#cancelRenewal = () => {};
    if (expiresAt === undefined || this.#disposed) return;
    const { clock, scheduler } = this.#ports;
    const left = expiresAt - clock.now();
    if (left <= shortestRetryMs) return;
    const wait = Math.min(Math.max(left * renewAfter, shortestRetryMs), longestTimerMs);
    const generation = this.#generation;
    const due = async (): Promise<void> => {
      const isEarly = wait === longestTimerMs;
      const resource = this.#resource;
      if (!isEarly && resource !== undefined) await this.#renewed(resource);
      if (generation === this.#generation) this.#renewBefore(expiresAt);
    };
    this.#cancelRenewal = scheduler.after(wait, () => void due());
  }

  async #renewed(resource: string): Promise<boolean> {
    try {
      return await this.#ports.renew(this, resource);
    } catch (error) {
      this.#ports.report(`The sign-in to "${this.server}" could not be renewed.`, error);
      return false;
    }
  }

  async #expired(): Promise<void> {
    const generation = this.#generation;
    // Reading makes the vault drop expired tokens, and the account renew what can be renewed.
    await this.token();
    if (generation !== this.#generation) return;
    this.#lapsed = true;
    await this.#end('expired', 'expired', 'The sign-in has run out. Sign in again.');
  }

  async #end(
    kind: 'revoked' | 'expired',
    reason: AuthChallenge['reason'],
    description?: string,
  ): Promise<void> {
    const generation = this.#generation;
    this.#waiting = true;
    const metadata = await this.metadata();
    if (this.#disposed || generation !== this.#generation) return;
    this.#name(metadata.resource);
    const challenge = this.#challengeFor(reason, metadata, description === undefined ? {} : { description });
    this.#tell({ kind, challenge });
  }

  #challengeFor(
    reason: AuthChallenge['reason'],
    resource: ProtectedResourceMetadata,
    rest: Pick<AuthChallenge, 'requiredScopes' | 'description'>,
  ): AuthChallenge {
    const oauthClient = this.client && { oauthClient: { clientId: this.client.clientId } };
    return { reason, resource, ...oauthClient, ...rest };
  }

  #tell(change: TokenChange): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener(change);
      } catch (error) {
        this.#ports.report('A listener for token changes threw.', error);
      }
    }
  }
}
