import type { Principal, StoredToken } from '@loggia/access';
import type { AuthChallenge, ProtectedResourceMetadata } from '@loggia/protocol';
import type { AuthorityPorts, TokenChange, TokenHolder } from './authority.ts';
import type { BearerChallenge } from './bearer-challenge.ts';
import { MetadataDiscovery } from './metadata-discovery.ts';
import { coversEndpoint, sameResource } from './resource-name.ts';
import { isRepeatable, probesFor, type SentRequest } from './token-probe.ts';

// Timers of the platform count milliseconds in 31 bits.
const longestTimerMs = 2 ** 30;
/** A server has as many as its path has parts; one that invents more loses the oldest. */
const mostNames = 16;

export type AccountPorts = Omit<AuthorityPorts, 'fetch'> & { readonly fetch: typeof fetch };

/**
 * One principal at one server: which resources the server has named, which token is in use, and who waits for another.
 * All connections to the same endpoint share it. The token itself stays in the vault and is asked for each time.
 */
export class ServerAccount {
  readonly principal: Principal;
  readonly server: string;
  readonly endpoint: URL;
  readonly #clientId: string | undefined;
  readonly #ports: AccountPorts;
  readonly #discovery: MetadataDiscovery;
  readonly #listeners = new Set<(change: TokenChange) => void>();
  /** Every resource that a challenge named, in this life or before. */
  readonly #named = new Set<string>();
  readonly #loaded: Promise<void>;
  /** Under which resource the vault has the token in use. */
  #resource: string | undefined;
  #waiting = false;
  #lapsed = false;
  #unreadable = false;
  #generation = 0;
  #cancelExpiry: () => void = () => {};
  #disposed = false;
  #refused: SentRequest | undefined;
  #model: SentRequest;

  /** `endpoint` is the holder's `url`. */
  constructor(holder: TokenHolder, endpoint: URL, ports: AccountPorts) {
    this.principal = holder.principal;
    this.server = holder.server;
    this.endpoint = endpoint;
    this.#clientId = holder.oauthClient?.clientId;
    this.#ports = ports;
    this.#discovery = new MetadataDiscovery(endpoint, ports);
    this.#model = { url: endpoint.href, method: 'POST', headers: new Headers(), body: undefined };
    this.#loaded = this.#load();
  }

  /** Grows when the token is replaced or revoked: what was asked with an earlier one deserves a second try. */
  get generation(): number {
    return this.#generation;
  }

  /** Whether somebody has been told to sign in, and nobody has since. */
  get waiting(): boolean {
    return this.#waiting;
  }

  get probes(): readonly SentRequest[] {
    return probesFor(this.endpoint.href, this.#model, this.#refused);
  }

  onChange(listener: (change: TokenChange) => void): () => void {
    // One of its own: the same function may be given by two connections.
    const own = (change: TokenChange): void => listener(change);
    this.#listeners.add(own);
    return () => this.#listeners.delete(own);
  }

  /** Resolves once it is known what earlier lives of the host left behind. */
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
      const token = await this.#ports.vault.get(this.principal, { resource, server: this.server });
      if (token === undefined && this.#resource === resource) this.#lapsed = true;
      return token;
    } catch (error) {
      this.#cannotRead(error);
      return undefined;
    }
  }

  /** Remembers what requests to this server look like. */
  sent(request: SentRequest): void {
    // What a POST carries serves for every probe, the headers of a GET do not.
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

  /** The challenge goes out now: from here on its resource may be authenticated for. */
  challenged(challenge: AuthChallenge, request: SentRequest): void {
    this.#name(challenge.resource.resource);
    this.#waiting = true;
    if (challenge.reason !== 'insufficientScope' && isRepeatable(request)) this.#refused = request;
  }

  accepted(resource: string, expiresAt: number | undefined): void {
    this.#name(resource);
    this.#unreadable = false;
    this.#resource = resource;
    this.#waiting = false;
    this.#lapsed = false;
    this.#generation += 1;
    this.#refused = undefined;
    this.#expireAt(expiresAt);
    this.#tell({ kind: 'accepted' });
  }

  async revoked(): Promise<void> {
    this.#expireAt(undefined);
    this.#resource = undefined;
    this.#lapsed = false;
    this.#generation += 1;
    await this.#end('revoked', 'required');
  }

  /** For who is told that a token was refused. */
  async metadata(): Promise<ProtectedResourceMetadata> {
    return this.#discovery.lastFound ?? (await this.#discovery.find(undefined)).metadata;
  }

  dispose(): void {
    this.#disposed = true;
    this.#cancelExpiry();
    this.#listeners.clear();
  }

  async #load(): Promise<void> {
    const { vault } = this.#ports;
    try {
      const keys = await vault.list(this.principal);
      const [resource] = keys
        .filter((key) => key.server === this.server && coversEndpoint(key.resource, this.endpoint))
        .map((key) => key.resource)
        .sort((one, other) => other.length - one.length);
      // A token that came in the meantime is newer.
      if (resource === undefined || this.#generation > 0) return;
      this.#name(resource);
      this.#resource = resource;
      const token = await vault.get(this.principal, { resource, server: this.server });
      if (this.#generation === 0) this.#expireAt(token?.expiresAt);
    } catch (error) {
      this.#cannotRead(error);
    }
  }

  /** Once is enough: it stays so until somebody signs in again. */
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

  async #expired(): Promise<void> {
    const generation = this.#generation;
    // The vault drops what is past its time when it is asked for it.
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
    const oauthClient = this.#clientId === undefined ? {} : { oauthClient: { clientId: this.#clientId } };
    return { reason, resource, ...oauthClient, ...rest };
  }

  #tell(change: TokenChange): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener(change);
      } catch (error) {
        this.#ports.report('Somebody who was told of a new token threw.', error);
      }
    }
  }
}
