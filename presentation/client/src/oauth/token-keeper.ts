import type { AuthChallenge } from '@loggia/protocol';
import { globalEnvironment, type Environment } from '../environment.ts';
import { HostError } from '../errors.ts';
import { Listeners } from '../listeners.ts';
import { warn, type Report } from '../problem.ts';
import { carefulFetch } from './careful-fetch.ts';
import type { Grant, GrantStore } from './grant.ts';
import { webLocks, type WithLock } from './locks.ts';
import { codeOf, problemOf } from './oauth-problem.ts';
import { directly, type Fetch, type Reach } from './reach.ts';
import type { RegistrationStore } from './registration.ts';
import { isStale, renewalDelay, retryDelay } from './renewal-schedule.ts';
import { renew, revoke } from './token-endpoint.ts';
import type { OfferToken } from './token-offer.ts';

export interface TokenKeeperOptions {
  readonly grants: GrantStore;
  readonly registrations: RegistrationStore;
  /** `offerTo(client)`. */
  readonly offer: OfferToken;
  readonly withLock?: WithLock;
  /** How to reach authorization servers; by default directly. */
  readonly reach?: Reach;
  readonly environment?: Environment;
  readonly report?: Report;
}

/** What came of signing out. The grant is forgotten here in any case. */
export interface SignedOut {
  /** False: the authorization server could not be told, and the token lives on there until it expires. */
  readonly revoked: boolean;
  /** False: the host could not be told, and may still hold the token. */
  readonly hostTold: boolean;
}

/** A host that says over and over that it needs a token is not helped by one more. */
const answersPerMinute = 10;
/** Two who see the same expiry must not renew one after the other. */
const recentMs = 10_000;

/**
 * Keeps the user signed in: holds the grants, renews them ahead of time, and hands the tokens to the host. A refresh
 * token is never used twice, however many ask at once: authorization servers take that for theft.
 */
export class TokenKeeper {
  readonly #grants: GrantStore;
  readonly #registrations: RegistrationStore;
  readonly #offer: OfferToken;
  readonly #withLock: WithLock;
  readonly #reach: Reach;
  readonly #environment: Environment;
  readonly #signInNeeded: Listeners<string>;
  readonly #queues = new Map<string, Promise<unknown>>();
  /** By server and access token. */
  readonly #renewals = new Map<string, Promise<Grant | undefined>>();
  readonly #timers = new Map<string, () => void>();
  readonly #failures = new Map<string, number>();
  readonly #answers = new Map<string, readonly number[]>();
  /** When nothing that was offered helped; for a while it would not help again. */
  readonly #inVain = new Map<string, number>();
  readonly #answering = new Map<string, Promise<'answered' | 'interaction'>>();
  #disposed = false;

  constructor(options: TokenKeeperOptions) {
    const { environment = globalEnvironment, withLock = webLocks, report = warn } = options;
    this.#grants = options.grants;
    this.#registrations = options.registrations;
    this.#offer = options.offer;
    this.#withLock = withLock;
    this.#environment = environment;
    this.#reach = options.reach ?? directly;
    this.#signInNeeded = new Listeners(report);
  }

  /** Renews what is in the store ahead of time, from now on. */
  async start(): Promise<void> {
    for (const { server, grant } of await this.#grants.list()) this.#schedule(server, grant);
  }

  /** Keeps what a sign-in brought, and sends it to the host. Rejects when the host refuses it; nothing is kept then. */
  adopt(server: string, grant: Grant): Promise<void> {
    return this.#alone(server, async () => {
      await this.#send(server, grant);
      await this.#grants.put(server, grant);
      this.#answers.delete(server);
      this.#inVain.delete(server);
      this.#failures.delete(server);
      this.#schedule(server, grant);
    });
  }

  grantOf(server: string): Promise<Grant | undefined> {
    return this.#grants.get(server);
  }

  /**
   * A grant whose token is good now, renewed where it has to be. Undefined when there is none, and then only the user
   * can help. Rejects with `SignInError` when the authorization server does not answer.
   */
  async fresh(server: string): Promise<Grant | undefined> {
    const grant = await this.#grants.get(server);
    if (!grant || !isStale(grant, this.#environment.now())) return grant;
    return this.#renew(server, grant.accessToken);
  }

  /** Answers a challenge without the user where that is possible. `interaction`: only a sign-in helps. */
  answer(server: string, challenge: AuthChallenge): Promise<'answered' | 'interaction'> {
    // Several calls find out at the same time; one answer serves them all.
    const key = JSON.stringify([server, challenge]);
    const running = this.#answering.get(key);
    if (running) return running;
    const answering = this.#answer(server, challenge).finally(() => this.#answering.delete(key));
    this.#answering.set(key, answering);
    return answering;
  }

  async #answer(server: string, challenge: AuthChallenge): Promise<'answered' | 'interaction'> {
    const grant = await this.#grants.get(server);
    // A server that names another resource than before does not get the token for the one before.
    if (!grant || grant.resource !== challenge.resource.resource) return 'interaction';
    if (!this.#mayAnswer(server)) return 'interaction';
    let offered = false;
    try {
      for await (const candidate of this.#grantsFor(server, grant, challenge)) {
        offered = true;
        if (await this.#accepts(server, candidate)) return 'answered';
      }
    } catch {
      // Nobody answered in time; the renewal goes on by itself, and until then there is the button.
      return 'interaction';
    }
    if (offered) this.#inVain.set(server, this.#environment.now());
    return 'interaction';
  }

  /** Forgets the grant, makes the host forget its token, and has it revoked. `resource` is for one signed in elsewhere. */
  async signOut(server: string, resource?: string): Promise<SignedOut> {
    return this.#alone(server, async () => {
      this.#cancel(server);
      const grant = await this.#grants.get(server);
      await this.#grants.delete(server);
      const named = grant?.resource ?? resource;
      const [hostTold, revoked] = await Promise.all([
        named !== undefined && succeeds(this.#offer({ server, resource: named, token: '' })),
        grant?.revocationEndpoint !== undefined && succeeds(revoke(grant, this.#fetchFor(grant))),
      ]);
      return { hostTold, revoked };
    });
  }

  /** Told when only the user can help: the grant is gone, or the server does not take its token. */
  onSignInNeeded(listener: (server: string) => void): () => void {
    return this.#signInNeeded.add(listener);
  }

  /** What is under way comes to its end, since cutting a renewal off would lose its token. */
  dispose(): void {
    this.#disposed = true;
    for (const stop of this.#timers.values()) stop();
    this.#timers.clear();
  }

  /** What to offer, one after the other, until the host takes one. */
  async *#grantsFor(server: string, grant: Grant, challenge: AuthChallenge): AsyncGenerator<Grant> {
    if (challenge.reason === 'insufficientScope') {
      const { requiredScopes = [] } = challenge;
      const suffices =
        requiredScopes.length > 0 && requiredScopes.every((scope) => grant.scopes.includes(scope));
      if (!suffices) return;
    }
    const now = this.#environment.now();
    const unused = challenge.reason !== 'expired' || now - grant.issuedAt < recentMs;
    if (unused && !isStale(grant, now)) yield grant;
    const renewed = await this.#renew(server, grant.accessToken);
    if (renewed) yield renewed;
  }

  async #accepts(server: string, grant: Grant): Promise<boolean> {
    try {
      await this.#send(server, grant);
      return true;
    } catch (error) {
      if (error instanceof HostError && error.kind === 'AuthRequired') return false;
      throw error;
    }
  }

  #mayAnswer(server: string): boolean {
    const now = this.#environment.now();
    const lately = (this.#answers.get(server) ?? []).filter((at) => now - at < 60_000);
    const inVain = now - (this.#inVain.get(server) ?? -Infinity) < 60_000;
    if (inVain || lately.length >= answersPerMinute) return false;
    this.#answers.set(server, [...lately, now]);
    return true;
  }

  #send(server: string, { resource, accessToken, scopes, expiresAt }: Grant): Promise<void> {
    const left =
      expiresAt === undefined ? undefined : Math.floor((expiresAt - this.#environment.now()) / 1000);
    return this.#offer({
      server,
      resource,
      token: accessToken,
      scopes,
      ...(left !== undefined && { expiresIn: Math.max(1, left) }),
    });
  }

  /** One renewal for all who have seen the same token. Undefined when only the user can help. */
  #renew(server: string, seen: string): Promise<Grant | undefined> {
    const key = JSON.stringify([server, seen]);
    const running = this.#renewals.get(key);
    if (running) return running;
    const renewal = this.#alone(server, () => this.#renewAlone(server, seen)).finally(() =>
      this.#renewals.delete(key),
    );
    this.#renewals.set(key, renewal);
    return renewal;
  }

  async #renewAlone(server: string, seen: string): Promise<Grant | undefined> {
    const grant = await this.#grants.get(server);
    // Somebody else was faster, perhaps in another tab.
    if (grant === undefined || grant.accessToken !== seen) return grant;
    if (grant.refreshToken === undefined) return undefined;
    try {
      const renewed = await renew(grant, grant.refreshToken, this.#fetchFor(grant), this.#environment.now());
      await this.#grants.put(server, renewed);
      this.#failures.delete(server);
      this.#schedule(server, renewed);
      return renewed;
    } catch (error) {
      const code = codeOf(error);
      if (code !== 'invalid_grant' && code !== 'invalid_client' && code !== 'unauthorized_client') {
        throw problemOf(error, 'renewing the sign-in', 'unreachable');
      }
      if (code !== 'invalid_grant' && grant.registration !== undefined) {
        await this.#registrations.delete(grant.registration);
      }
      await this.#grants.delete(server);
      this.#cancel(server);
      this.#signInNeeded.tell(server);
      return undefined;
    }
  }

  /** Without a signal: a renewal that is cut off may have used up the refresh token. */
  #fetchFor({ resource, issuer }: Grant): Fetch {
    return carefulFetch(this.#reach({ resource, issuer }), this.#environment);
  }

  #schedule(server: string, grant: Grant): void {
    const delay = renewalDelay(grant, this.#environment.now(), this.#environment.random());
    if (delay === undefined) this.#cancel(server);
    else this.#wake(server, delay, grant);
  }

  #wake(server: string, delay: number, grant: Grant): void {
    this.#cancel(server);
    if (this.#disposed) return;
    this.#timers.set(
      server,
      this.#environment.after(delay, () => void this.#renewOnTime(server, grant)),
    );
  }

  #cancel(server: string): void {
    this.#timers.get(server)?.();
    this.#timers.delete(server);
  }

  async #renewOnTime(server: string, scheduled: Grant): Promise<void> {
    this.#timers.delete(server);
    const tooEarly = (renewalDelay(scheduled, this.#environment.now(), 0) ?? 0) > 0;
    if (tooEarly) {
      this.#schedule(server, scheduled);
      return;
    }
    try {
      const renewed = await this.#renew(server, scheduled.accessToken);
      if (renewed === undefined) return;
      if (!this.#timers.has(server)) this.#schedule(server, renewed);
      if (!(await this.#accepts(server, renewed))) this.#signInNeeded.tell(server);
    } catch {
      // The authorization server or the host is away. A token that only the host lacks is sent when it asks.
      const current = await this.#grants.get(server).catch(() => undefined);
      if (current?.accessToken !== scheduled.accessToken) return;
      const failures = this.#failures.get(server) ?? 0;
      this.#failures.set(server, failures + 1);
      this.#wake(server, retryDelay(failures, this.#environment.random()), scheduled);
    }
  }

  /** One change of a server's grant at a time: here, and where there are locks, in every tab. */
  async #alone<Value>(server: string, run: () => Promise<Value>): Promise<Value> {
    const before = this.#queues.get(server);
    const inTurn = async (): Promise<Value> => {
      await before;
      return this.#withLock(`loggia-oauth ${server}`, run);
    };
    const turn = inTurn();
    const over = turn.catch(() => undefined);
    this.#queues.set(server, over);
    try {
      return await turn;
    } finally {
      if (this.#queues.get(server) === over) this.#queues.delete(server);
    }
  }
}

async function succeeds(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  );
}
