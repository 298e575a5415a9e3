import { HostError } from '@loggia/client';
import {
  KnownSignIns,
  MemoryRecordStore,
  MemoryRegistrationStore,
  SignInError,
  type Grant,
  type RedirectReceiver,
  type SignInRequest,
  type TokenOffer,
} from '@loggia/client/oauth';
import type { AuthChallenge } from '@loggia/protocol';
import { describe, expect, it } from 'vitest';
import { SignInFlow } from './sign-in-flow.ts';

const resource = 'https://tickets.example/mcp';
const challenge: AuthChallenge = { reason: 'required', resource: { resource } };
const server = { id: 's1', name: 'tickets' };

const grant: Grant = {
  accessToken: 'token-1',
  issuedAt: Date.now(),
  scopes: ['read'],
  resource,
  issuer: 'https://login.example',
  clientId: 'me',
};

function receiver(): RedirectReceiver & { closed: number } {
  return {
    closed: 0,
    redirectUri: async () => 'http://127.0.0.1:1/oauth/callback',
    open: async () => undefined,
    wait: () => new Promise(() => undefined),
    close() {
      this.closed += 1;
    },
  };
}

/** Sign-ins over a host and an authorization server that the test plays. */
function rig(options: { refuses?: boolean; origin?: string } = {}) {
  const records = new MemoryRecordStore();
  const offers: TokenOffer[] = [];
  const requests: SignInRequest[] = [];
  let answer: (request: SignInRequest) => Promise<Grant> = async () => grant;
  const known = new KnownSignIns({
    records,
    offer: async (offer) => {
      if (options.refuses && offer.token !== '') {
        throw new HostError({ code: -32007, message: 'The server does not take it.' });
      }
      offers.push(offer);
      return {};
    },
  });
  const signIns = new SignInFlow({
    known,
    registrations: new MemoryRegistrationStore(),
    origin: options.origin ?? 'https://loggia.example',
    signIn: (request) => {
      requests.push(request);
      return answer(request);
    },
  });
  return { signIns, records, offers, requests, answers: (next: typeof answer) => void (answer = next) };
}

const until = { timeout: 4000 };

describe('B12: signing in from the shell', () => {
  it('B12: runs the flow, hands the token to the host and remembers it', async () => {
    const { signIns, records, offers, requests } = rig();
    const redirect = receiver();
    await signIns.signIn(server, challenge, redirect);
    expect(offers).toEqual([{ server: 's1', resource, token: 'token-1', scopes: ['read'] }]);
    const record = { resource, issuer: 'https://login.example', scopes: ['read'] };
    expect(await records.get('s1')).toEqual(record);
    expect(requests[0]?.settings).toEqual({
      clientName: 'Loggia',
      clientMetadataUrl: 'https://loggia.example/oauth/client.json',
    });
    expect(signIns.getSnapshot()).toEqual({
      attempts: new Map(),
      signedIn: [{ server: 's1', ...record }],
    });
    expect(redirect.closed).toBeGreaterThan(0);
  });

  it('B12: nothing that the snapshot shows is secret', async () => {
    const { signIns } = rig();
    await signIns.signIn(server, challenge, receiver());
    expect(JSON.stringify(signIns.getSnapshot())).not.toContain('token-1');
  });

  it.each([
    ['http://127.0.0.1:1234', 'http://localhost:9/mcp', 'http://127.0.0.1:1234/oauth/client.json'],
    ['http://127.0.0.1:1234', 'https://tickets.example/mcp', undefined],
    ['http://127.0.0.1:1234', 'http://localhost.evil.example/mcp', undefined],
    ['https://loggia.example', 'https://tickets.example/mcp', 'https://loggia.example/oauth/client.json'],
  ])('B12: from %s, %s is told of the document %s', async (origin, address, expected) => {
    const { signIns, requests } = rig({ origin });
    await signIns.signIn(server, { reason: 'required', resource: { resource: address } }, receiver());
    expect(requests[0]?.settings.clientMetadataUrl).toBe(expected);
  });

  it('B11: asks again for what was granted before', async () => {
    const { signIns, requests } = rig();
    await signIns.signIn(server, challenge, receiver());
    await signIns.signIn(server, { ...challenge, reason: 'insufficientScope' }, receiver());
    expect(requests.map(({ granted }) => granted)).toEqual([undefined, ['read']]);
  });

  it('B12: a failure is shown in words and can be put away', async () => {
    const { signIns, answers } = rig();
    answers(async () => {
      throw new SignInError('refused', 'login.example said no.');
    });
    await signIns.signIn(server, challenge, receiver());
    expect(signIns.getSnapshot().attempts.get('s1')).toEqual({
      phase: 'failed',
      message: 'login.example said no.',
    });
    signIns.cancel('s1');
    expect(signIns.getSnapshot().attempts.size).toBe(0);
  });

  it('B12: a token that the host refuses is not remembered', async () => {
    const { signIns, records } = rig({ refuses: true });
    await signIns.signIn(server, challenge, receiver());
    expect(signIns.getSnapshot().attempts.get('s1')).toMatchObject({
      phase: 'failed',
      message: expect.stringContaining('rejects the token') as string,
    });
    expect(await records.get('s1')).toBeUndefined();
  });

  it('B12: cancelling stops the flow and leaves nothing behind', async () => {
    const { signIns, answers, requests } = rig();
    answers(
      ({ signal }) =>
        new Promise((_, reject) =>
          signal?.addEventListener('abort', () => reject(new SignInError('cancelled', 'Cancelled.'))),
        ),
    );
    const redirect = receiver();
    const under = signIns.signIn(server, challenge, redirect);
    await expect.poll(() => requests.length, until).toBe(1);
    expect(signIns.getSnapshot().attempts.get('s1')).toEqual({ phase: 'waiting' });
    signIns.cancel('s1');
    await under;
    expect(signIns.getSnapshot()).toEqual({ attempts: new Map(), signedIn: [] });
    expect(redirect.closed).toBeGreaterThan(0);
  });

  it('B12: a second attempt takes the place of the first, whose end changes nothing', async () => {
    const { signIns, answers, requests, offers } = rig();
    let endFirst: (granted: Grant) => void = () => undefined;
    answers(() => new Promise((resolve) => (endFirst = resolve)));
    const first = signIns.signIn(server, challenge, receiver());
    await expect.poll(() => requests.length, until).toBe(1);
    answers(async () => ({ ...grant, accessToken: 'token-2' }));
    await signIns.signIn(server, challenge, receiver());
    endFirst(grant);
    await first;
    expect(requests[0]?.signal?.aborted).toBe(true);
    expect(offers.map(({ token }) => token)).toEqual(['token-2']);
    expect(signIns.getSnapshot().attempts.size).toBe(0);
  });

  it('B12: signing out forgets here and in the host', async () => {
    const { signIns, records, offers } = rig();
    await signIns.signIn(server, challenge, receiver());
    expect(await signIns.signOut('s1')).toEqual({ hostTold: true });
    expect(offers.at(-1)).toEqual({ server: 's1', resource, token: '' });
    expect(await records.list()).toEqual([]);
    expect(signIns.getSnapshot().signedIn).toEqual([]);
  });
});
