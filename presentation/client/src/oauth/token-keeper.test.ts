import { describe, expect, it, onTestFinished } from 'vitest';
import { ManualEnvironment } from '@loggia/testing/transport';
import type { AuthorizationServerOptions } from '@loggia/testing/oauth';
import { HostError } from '../errors.ts';
import type { Grant } from './grant.ts';
import type { WithLock } from './locks.ts';
import { MemoryGrantStore } from './memory-stores.ts';
import { resource, SignInRig } from './rig.testkit.ts';
import { TokenKeeper, type TokenKeeperOptions } from './token-keeper.ts';
import type { TokenOffer } from './token-offer.ts';

/** The machine may be busy. */
const patiently = { timeout: 4_000 };

const hour = 3_600_000;
const refused = new HostError({ code: -32007, message: 'The server refuses the token.' });

/** A keeper at an authorization server, both on the same clock, and a host that notes what it is offered. */
class KeeperRig {
  readonly grants = new MemoryGrantStore();
  readonly offers: TokenOffer[] = [];
  readonly signInNeeded: string[] = [];
  host: (offer: TokenOffer) => Promise<void> = async () => {};
  readonly environment: ManualEnvironment;
  readonly oauth: SignInRig;
  readonly keeper: TokenKeeper;

  constructor(oauth: SignInRig, environment: ManualEnvironment) {
    this.oauth = oauth;
    this.environment = environment;
    this.keeper = this.another();
  }

  get server() {
    return this.oauth.server;
  }

  /** A second tab: the same stores, the same host. */
  another(changes: Partial<TokenKeeperOptions> = {}): TokenKeeper {
    const keeper = new TokenKeeper({
      grants: this.grants,
      registrations: this.oauth.registrations,
      environment: this.environment,
      offer: async (offer) => {
        this.offers.push(offer);
        await this.host(offer);
      },
      ...changes,
    });
    keeper.onSignInNeeded((server) => this.signInNeeded.push(server));
    onTestFinished(() => keeper.dispose());
    return keeper;
  }

  async signedIn(granted: readonly string[] = ['read']): Promise<Grant> {
    const grant = await this.oauth.signIn({ environment: this.environment, granted });
    await this.keeper.adopt('docs', grant);
    return grant;
  }

  get tokensOffered(): string[] {
    return this.offers.map(({ token }) => token);
  }
}

async function rigWith(options: AuthorizationServerOptions = {}): Promise<KeeperRig> {
  const environment = new ManualEnvironment('keeper', 1_700_000_000_000);
  const oauth = await SignInRig.start({ now: () => environment.now(), ...options });
  onTestFinished(() => oauth[Symbol.asyncDispose]());
  return new KeeperRig(oauth, environment);
}

describe('B12: what a sign-in brought', () => {
  it('B10: is stored, and sent to the host for that one server', async () => {
    const rig = await rigWith();
    const grant = await rig.signedIn();
    expect(await rig.keeper.grantOf('docs')).toEqual(grant);
    expect(rig.offers).toEqual([
      { server: 'docs', resource, token: grant.accessToken, scopes: ['read'], expiresIn: 3600 },
    ]);
  });

  it('B10: is not kept when the host refuses it', async () => {
    const rig = await rigWith();
    rig.host = () => Promise.reject(refused);
    await expect(rig.signedIn()).rejects.toBe(refused);
    expect(await rig.grants.list()).toEqual([]);
    expect(rig.environment.scheduler.pendingTimers).toBe(0);
  });
});

describe('B12: renewal ahead of expiry', () => {
  it('B12: happens after four fifths of its life, and again for the next', async () => {
    const rig = await rigWith();
    const first = await rig.signedIn();
    await rig.environment.advance(0.79 * hour);
    expect(rig.server.requests.refresh).toBe(0);
    await rig.environment.advance(0.01 * hour);
    await expect.poll(() => rig.offers.length, patiently).toBe(2);
    const second = await rig.keeper.grantOf('docs');
    expect(second?.accessToken).not.toBe(first.accessToken);
    expect(second?.refreshToken).not.toBe(first.refreshToken);
    expect(rig.tokensOffered).toEqual([first.accessToken, second?.accessToken]);
    await rig.environment.advance(0.8 * hour);
    await expect.poll(() => rig.offers.length, patiently).toBe(3);
    expect(rig.server.requests.refresh).toBe(2);
  });

  it('B12: takes up what an earlier run stored, and does it at once where it is late', async () => {
    const rig = await rigWith();
    await rig.signedIn();
    rig.keeper.dispose();
    await rig.environment.advance(2 * hour);
    expect(rig.server.requests.refresh).toBe(0);
    await rig.another().start();
    await rig.environment.advance(0);
    await expect.poll(() => rig.offers.length, patiently).toBe(2);
    expect(rig.server.tokens.introspect(rig.tokensOffered[1] ?? '')).toMatchObject({ active: true });
  });

  it('B12: keeps the old refresh token where no new one comes', async () => {
    const rig = await rigWith({ refresh: 'keep' });
    const first = await rig.signedIn();
    await rig.environment.advance(0.8 * hour);
    await expect.poll(() => rig.offers.length, patiently).toBe(2);
    expect((await rig.keeper.grantOf('docs'))?.refreshToken).toBe(first.refreshToken);
  });

  it('B12: is tried again when the authorization server is away, later each time', async () => {
    const rig = await rigWith();
    await rig.signedIn();
    rig.server.knobs.beforeToken = () => Promise.reject(new Error('down'));
    await rig.environment.advance(0.8 * hour);
    await expect
      .poll(() => rig.environment.scheduler.nextTimerAt, patiently)
      .toBe(rig.environment.now() + 15_000);
    await rig.environment.advance(15_000);
    await expect
      .poll(() => rig.environment.scheduler.nextTimerAt, patiently)
      .toBe(rig.environment.now() + 30_000);
    rig.server.knobs.beforeToken = undefined;
    await rig.environment.advance(30_000);
    await expect.poll(() => rig.offers.length, patiently).toBe(2);
    expect(rig.signInNeeded).toEqual([]);
  });

  it('B12: a long life is not too long for a timer', async () => {
    const days = 24 * hour;
    const rig = await rigWith({ accessTokenSeconds: 100 * 24 * 3600 });
    await rig.signedIn();
    await rig.environment.advance(74 * days);
    expect(rig.server.requests.refresh).toBe(0);
    await rig.environment.advance(days);
    await expect.poll(() => rig.server.requests.refresh, patiently).toBe(1);
  });

  it('B12: what cannot be renewed is left alone', async () => {
    const rig = await rigWith({ refresh: 'none' });
    await rig.signedIn();
    expect(rig.environment.scheduler.pendingTimers).toBe(0);
  });

  it('B12: a renewed token that the server refuses is a matter for the user', async () => {
    const rig = await rigWith();
    await rig.signedIn();
    rig.host = () => Promise.reject(refused);
    await rig.environment.advance(0.8 * hour);
    await expect.poll(() => rig.signInNeeded, patiently).toEqual(['docs']);
  });
});

describe('B12: only one renewal in flight', () => {
  it('B12: ten who ask at once get the same one', async () => {
    const rig = await rigWith();
    const first = await rig.signedIn();
    rig.keeper.dispose();
    await rig.environment.advance(hour);
    const answers = await Promise.all(Array.from({ length: 10 }, () => rig.keeper.fresh('docs')));
    expect(new Set(answers.map((grant) => grant?.accessToken)).size).toBe(1);
    expect(answers[0]?.accessToken).not.toBe(first.accessToken);
    expect(rig.server.requests.refresh).toBe(1);
  });

  it('B12: ten who ask while the authorization server is away ask it once', async () => {
    const rig = await rigWith();
    await rig.signedIn();
    rig.keeper.dispose();
    await rig.environment.advance(hour);
    rig.server.knobs.beforeToken = () => Promise.reject(new Error('down'));
    const answers = await Promise.allSettled(Array.from({ length: 10 }, () => rig.keeper.fresh('docs')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set(['rejected']));
    expect(rig.server.requests.refresh).toBe(1);
  });

  it('B12: two tabs renew once, and both have the new token', async () => {
    const rig = await rigWith();
    await rig.signedIn();
    rig.keeper.dispose();
    await rig.environment.advance(hour);
    const withLock = oneAtATime();
    const tabs = [rig.another({ withLock }), rig.another({ withLock })];
    const [one, other] = await Promise.all(tabs.map((tab) => tab.fresh('docs')));
    expect(one).toEqual(other);
    expect(rig.server.requests.refresh).toBe(1);
    expect(rig.signInNeeded).toEqual([]);
  });

  it('B12: a refresh token that was stolen and used takes the sign-in down, and the user is asked', async () => {
    const rig = await rigWith();
    const { refreshToken = '', clientId } = await rig.signedIn();
    rig.server.tokens.renew(refreshToken, clientId, resource);
    await rig.environment.advance(0.8 * hour);
    await expect.poll(() => rig.signInNeeded, patiently).toEqual(['docs']);
    expect(await rig.keeper.grantOf('docs')).toBeUndefined();
    expect(rig.environment.scheduler.pendingTimers).toBe(0);
  });

  it('B12: a client that is not known any more loses its registration too', async () => {
    const rig = await rigWith();
    const { clientId, registration = '' } = await rig.signedIn();
    rig.server.purgeClient(clientId);
    await rig.environment.advance(0.8 * hour);
    await expect.poll(() => rig.signInNeeded, patiently).toEqual(['docs']);
    expect(await rig.oauth.registrations.get(registration)).toBeUndefined();
  });
});

describe('B11: a challenge of the host', () => {
  it('B11: for an expired token is answered with a new one', async () => {
    const rig = await rigWith();
    const first = await rig.signedIn();
    await rig.environment.advance(60_000);
    const challenge = rig.oauth.challenge({ reason: 'expired' });
    const both = [rig.keeper.answer('docs', challenge), rig.keeper.answer('docs', challenge)];
    expect(await Promise.all(both)).toEqual(['answered', 'answered']);
    expect(rig.server.requests.refresh).toBe(1);
    expect(rig.tokensOffered[1]).not.toBe(first.accessToken);
  });

  it('B11: for an expired token that another tab has just renewed is answered with that', async () => {
    const rig = await rigWith();
    await rig.signedIn();
    await rig.environment.advance(60_000);
    const challenge = rig.oauth.challenge({ reason: 'expired' });
    expect(await rig.another().answer('docs', challenge)).toBe('answered');
    expect(await rig.keeper.answer('docs', challenge)).toBe('answered');
    expect(rig.server.requests.refresh).toBe(1);
    expect(rig.tokensOffered[2]).toBe(rig.tokensOffered[1]);
  });

  it('B11: by a host that has forgotten is answered with what there is, and with a new one if that is refused', async () => {
    const rig = await rigWith();
    const first = await rig.signedIn();
    rig.host = async ({ token }) => {
      if (token === first.accessToken) throw refused;
    };
    expect(await rig.keeper.answer('docs', rig.oauth.challenge())).toBe('answered');
    expect(rig.tokensOffered[1]).toBe(first.accessToken);
    expect(rig.tokensOffered[2]).toBe((await rig.keeper.grantOf('docs'))?.accessToken);
    expect(rig.server.requests.refresh).toBe(1);
  });

  it('B11: that no renewed token satisfies is a matter for the user, and not for ever', async () => {
    const rig = await rigWith();
    await rig.signedIn();
    rig.host = () => Promise.reject(refused);
    const challenge = rig.oauth.challenge({ reason: 'expired' });
    for (let count = 0; count < 10; count += 1) {
      await rig.environment.advance(1000);
      expect(await rig.keeper.answer('docs', challenge)).toBe('interaction');
    }
    expect(rig.server.requests.refresh).toBeLessThanOrEqual(3);
  });

  it('B11: for more scopes is a matter for the user, unless they are granted already', async () => {
    const rig = await rigWith();
    await rig.signedIn(['read']);
    const challenge = rig.oauth.challenge({ reason: 'insufficientScope', requiredScopes: ['write'] });
    expect(await rig.keeper.answer('docs', challenge)).toBe('interaction');
    await rig.signedIn(['read', 'write']);
    expect(await rig.keeper.answer('docs', challenge)).toBe('answered');
    expect(rig.server.requests.refresh).toBe(0);
  });

  it('B13: gets nothing for another server, nor for another resource', async () => {
    const rig = await rigWith();
    await rig.signedIn();
    expect(await rig.keeper.answer('other', rig.oauth.challenge())).toBe('interaction');
    const elsewhere = rig.oauth.challenge({ resource: { resource: 'https://other.example/mcp' } });
    expect(await rig.keeper.answer('docs', elsewhere)).toBe('interaction');
    expect(rig.offers).toHaveLength(1);
  });

  it('B11: while the authorization server is away shows the button', async () => {
    const rig = await rigWith();
    await rig.signedIn();
    await rig.environment.advance(60_000);
    rig.server.knobs.beforeToken = () => Promise.reject(new Error('down'));
    expect(await rig.keeper.answer('docs', rig.oauth.challenge({ reason: 'expired' }))).toBe('interaction');
    expect(await rig.keeper.grantOf('docs')).toBeDefined();
  });
});

describe('B12: signing out', () => {
  it('B12: revokes the token, forgets it here and makes the host forget it', async () => {
    const rig = await rigWith();
    const { accessToken, refreshToken = '', clientId } = await rig.signedIn();
    expect(await rig.keeper.signOut('docs')).toEqual({ revoked: true, hostTold: true });
    expect(rig.server.tokens.introspect(accessToken)).toEqual({ active: false });
    expect(() => rig.server.tokens.renew(refreshToken, clientId, resource)).toThrow('not good any more');
    expect(await rig.grants.list()).toEqual([]);
    expect(rig.offers[1]).toEqual({ server: 'docs', resource, token: '' });
    expect(rig.environment.scheduler.pendingTimers).toBe(0);
  });

  it('B12: forgets even when nobody can be told', async () => {
    const rig = await rigWith();
    await rig.signedIn();
    await rig.server.close();
    rig.host = () => Promise.reject(new Error('away'));
    expect(await rig.keeper.signOut('docs')).toEqual({ revoked: false, hostTold: false });
    expect(await rig.grants.list()).toEqual([]);
  });

  it('B12: in the middle of a renewal wins', async () => {
    const rig = await rigWith();
    await rig.signedIn();
    rig.keeper.dispose();
    await rig.environment.advance(hour);
    let open = (): void => {};
    const gate = new Promise<void>((resolve) => (open = resolve));
    rig.server.knobs.beforeToken = () => gate;
    const renewing = rig.keeper.fresh('docs');
    await expect.poll(() => rig.server.requests.refresh, patiently).toBe(1);
    const leaving = rig.keeper.signOut('docs');
    open();
    const renewed = await renewing;
    expect(await leaving).toEqual({ revoked: true, hostTold: true });
    expect(await rig.grants.list()).toEqual([]);
    expect(rig.server.tokens.introspect(renewed?.accessToken ?? '')).toEqual({ active: false });
  });

  it('B12: of a server that was signed in elsewhere still makes the host forget', async () => {
    const rig = await rigWith();
    expect(await rig.keeper.signOut('docs', resource)).toEqual({ revoked: false, hostTold: true });
    expect(rig.offers).toEqual([{ server: 'docs', resource, token: '' }]);
  });
});

function oneAtATime(): WithLock {
  let last: Promise<unknown> = Promise.resolve();
  return (_, run) => {
    const turn = last.then(run, run);
    last = turn.catch(() => undefined);
    return turn;
  };
}
