import { describe, expect, it, onTestFinished } from 'vitest';
import { openLoopbackServer, type AuthorizationServerOptions } from '@loggia/testing/oauth';
import type { Fetch } from './reach.ts';
import { resource, SignInRig, WillingUser } from './rig.testkit.ts';

/** The machine may be busy. */
const patiently = { timeout: 4_000 };

const redirectUri = 'http://127.0.0.1:7777/oauth/callback';

async function rigWith(options: AuthorizationServerOptions = {}): Promise<SignInRig> {
  const rig = await SignInRig.start(options);
  onTestFinished(() => rig[Symbol.asyncDispose]());
  return rig;
}

describe('B12: who we are to the authorization server', () => {
  it('B12: a client that was registered by hand comes first', async () => {
    const rig = await rigWith({ metadataDocuments: 'supported' });
    rig.server.addClient({ clientId: 'by-hand', redirectUris: [redirectUri] });
    const grant = await rig.signIn({
      challenge: rig.challenge({ oauthClient: { clientId: 'by-hand' } }),
      settings: { clientName: 'Loggia', clientMetadataUrl: 'https://loggia.example/client.json' },
    });
    expect(grant).toMatchObject({ clientId: 'by-hand', resource });
    expect(rig.server.requests).toMatchObject({ register: 0, metadataDocument: 0 });
  });

  it.each(['client_secret_basic', 'client_secret_post'] as const)(
    'B12: a secret goes the way that the authorization server takes it: %s',
    async (authMethod) => {
      const rig = await rigWith({ authMethods: [authMethod] });
      const clientSecret = 'a:b c/%+ü';
      rig.server.addClient({ clientId: 'by hand', clientSecret, authMethod, redirectUris: [redirectUri] });
      const grant = await rig.signIn({
        settings: {
          clientName: 'Loggia',
          preRegistered: { [rig.server.issuer]: { clientId: 'by hand', clientSecret } },
        },
      });
      expect(grant).toMatchObject({ clientId: 'by hand', resource });
    },
  );

  it('B13: a secret of the settings is not used with another client id', async () => {
    const rig = await rigWith();
    rig.server.addClient({ clientId: 'public', redirectUris: [redirectUri] });
    const grant = await rig.signIn({
      challenge: rig.challenge({ oauthClient: { clientId: 'public' } }),
      settings: {
        clientName: 'Loggia',
        preRegistered: { [rig.server.issuer]: { clientId: 'other', clientSecret: 's3cret' } },
      },
    });
    // The server would refuse the secret of another.
    expect(grant.clientId).toBe('public');
  });

  it('B12: else the address of the metadata document, where that is supported', async () => {
    const rig = await rigWith({ metadataDocuments: 'supported' });
    const home = await openLoopbackServer(() =>
      Response.json({
        client_id: `${home.origin}/client.json`,
        client_name: 'Loggia',
        redirect_uris: ['http://127.0.0.1/oauth/callback'],
      }),
    );
    onTestFinished(() => home.close());
    const grant = await rig.signIn({
      settings: { clientName: 'Loggia', clientMetadataUrl: `${home.origin}/client.json` },
    });
    expect(grant).toMatchObject({ clientId: `${home.origin}/client.json` });
    expect(rig.server.requests).toMatchObject({ register: 0, metadataDocument: 1 });
  });

  it('B12: else it is registered, once for each place', async () => {
    const rig = await rigWith();
    const first = await rig.signIn();
    const second = await rig.signIn();
    expect(second.clientId).toBe(first.clientId);
    expect(rig.server.requests.register).toBe(1);
  });

  it.each([
    'http://127.0.0.1:4001/cb',
    'http://localhost:5644/oauth/callback',
    'https://desk.example/oauth/callback',
  ])('B12: the registration says what kind of application returns to %s', async (uri) => {
    // The authorization server refuses the wrong one.
    const rig = await rigWith();
    expect(await rig.signIn({ redirect: new WillingUser(uri) })).toMatchObject({ resource });
  });

  it('B12: a loopback receiver on another port is registered anew and leaves nothing behind', async () => {
    const rig = await rigWith();
    const ports = [4001, 4002];
    for (const port of ports) {
      const redirect = new WillingUser(`http://127.0.0.1:${port}/oauth/callback`);
      expect(await rig.signIn({ redirect })).toMatchObject({ resource });
    }
    expect(rig.server.requests.register).toBe(2);
    const kept = await rig.registrations.get(`${rig.server.issuer} http://127.0.0.1/oauth/callback`);
    expect(kept?.redirectUri).toBe('http://127.0.0.1:4002/oauth/callback');
  });

  it('B12: where public clients are not to be had, the secret that came is used', async () => {
    const rig = await rigWith({ authMethods: ['client_secret_post'] });
    expect(await rig.signIn()).toMatchObject({ resource });
  });

  it.each(['none', 'client_secret_post', 'client_secret_basic'] as const)(
    'B12: a secret that comes without a method goes the way that the authorization server takes it: %s',
    async (authMethod) => {
      const rig = await rigWith({ authMethods: [authMethod], secrets: 'always' });
      expect(await rig.signIn()).toMatchObject({ resource });
    },
  );

  it('B12: where nothing is to be had, the sentence says what to set up', async () => {
    const rig = await rigWith({ registration: 'closed' });
    const redirect = new WillingUser();
    await expect(rig.signIn({ redirect })).rejects.toMatchObject({
      kind: 'configure',
      message: expect.stringMatching(
        /Register one there by hand with the redirect address http:\/\/127\.0\.0\.1:7777\/oauth\/callback.*"oauth"/,
      ) as string,
    });
    expect(redirect).toMatchObject({ opened: [], closed: 1 });
  });

  it('B12: a registration that was forgotten meanwhile is made anew, once', async () => {
    const rig = await rigWith();
    const { clientId } = await rig.signIn();
    rig.server.knobs.beforeToken = () => rig.server.purgeClient(clientId);
    const redirect = new WillingUser();
    const grant = await rig.signIn({ redirect });
    expect(grant.clientId).not.toBe(clientId);
    expect(redirect.opened).toHaveLength(2);
    expect(rig.server.requests.register).toBe(2);
  });

  it('B12: one that is forgotten at once is not made again and again', async () => {
    const rig = await rigWith();
    rig.server.knobs.beforeToken = (form) => rig.server.purgeClient(form.get('client_id') ?? '');
    await expect(rig.signIn()).rejects.toMatchObject({ kind: 'configure', code: 'invalid_client' });
    expect(rig.server.requests.register).toBe(1);
  });

  it('B12: when only the user was told that the client is not known, giving up makes room for a new one', async () => {
    const rig = await rigWith();
    const { clientId } = await rig.signIn();
    rig.server.purgeClient(clientId);
    const given = new AbortController();
    const redirect = new WillingUser();
    const stuck = rig.signIn({ redirect, signal: given.signal });
    await expect.poll(() => redirect.stuckOn, patiently).toContain('not known here');
    given.abort();
    await expect(stuck).rejects.toMatchObject({ kind: 'cancelled' });
    expect((await rig.signIn()).clientId).not.toBe(clientId);
  });

  it('B12: a client by hand that is not taken is said to be so', async () => {
    const rig = await rigWith();
    rig.server.addClient({ clientId: 'by-hand', clientSecret: 'right', redirectUris: [redirectUri] });
    const attempt = rig.signIn({
      challenge: rig.challenge({ oauthClient: { clientId: 'by-hand', clientSecret: 'wr0ng' } }),
    });
    await expect(attempt).rejects.toMatchObject({
      kind: 'configure',
      message: expect.stringContaining('Check the client id and the secret') as string,
    });
    await expect(attempt).rejects.not.toMatchObject({ message: expect.stringContaining('wr0ng') as string });
  });
});

describe('B12: the request', () => {
  it('B12: carries PKCE, the resource and a state, and comes back as a whole grant', async () => {
    const rig = await rigWith();
    const redirect = new WillingUser();
    const grant = await rig.signIn({ redirect, challenge: rig.challenge({ requiredScopes: ['read'] }) });
    const query = Object.fromEntries(redirect.opened[0]?.searchParams ?? []);
    expect(query).toEqual({
      response_type: 'code',
      client_id: grant.clientId,
      redirect_uri: redirectUri,
      state: expect.stringMatching(/^[\w-]{43}$/) as string,
      code_challenge: expect.stringMatching(/^[\w-]{43}$/) as string,
      code_challenge_method: 'S256',
      resource,
      scope: 'read',
    });
    expect(grant).toEqual({
      accessToken: expect.stringMatching(/^access-/) as string,
      issuedAt: expect.any(Number) as number,
      expiresAt: grant.issuedAt + 3_600_000,
      scopes: ['read'],
      resource,
      issuer: rig.server.issuer,
      clientId: grant.clientId,
    });
    expect(rig.server.tokens.introspect(grant.accessToken)).toMatchObject({ active: true, aud: resource });
    expect(redirect.closed).toBe(1);
  });

  it('B11: more access is asked for on top of what was granted', async () => {
    const rig = await rigWith();
    const grant = await rig.signIn({
      challenge: rig.challenge({ reason: 'insufficientScope', requiredScopes: ['write'] }),
      granted: ['read', 'write'],
    });
    expect(grant.scopes).toEqual(['read', 'write']);
  });

  it.each([
    ['what the challenge requires', ['a'], ['a', 'b', 'c'], undefined, 'a'],
    ['else all that the resource knows', undefined, ['b', 'c'], undefined, 'b c'],
    ['else nothing', undefined, undefined, undefined, null],
    [
      'and to stay signed in, where that has a name',
      ['a'],
      undefined,
      ['offline_access', 'x'],
      'a offline_access',
    ],
  ])('B12: scopes are %s', async (_, requiredScopes, known, offered, expected) => {
    const rig = await rigWith({ scopesSupported: offered });
    const metadata = rig.challenge().resource;
    await rig.signIn({
      challenge: rig.challenge({
        ...(requiredScopes && { requiredScopes }),
        resource: { ...metadata, ...(known && { scopes_supported: known }) },
      }),
    });
    expect(rig.server.lastAuthorization?.get('scope')).toBe(expected);
  });

  it.each([
    ['', 'oauth'],
    ['/tenant', 'oauth'],
    ['/tenant', 'oidc-inserted'],
    ['/tenant', 'oidc-appended'],
    ['', 'oidc-inserted'],
  ] as const)('B12: metadata of an issuer at "%s" is found where %s puts it', async (path, metadataAt) => {
    const rig = await rigWith({ path, metadataAt });
    expect(await rig.signIn()).toMatchObject({ issuer: rig.server.issuer });
  });

  it('B12: of several authorization servers the first that works is used, or the chosen one', async () => {
    const rig = await rigWith();
    const other = await rigWith();
    const gone = await rigWith();
    await gone.server.close();
    const names = [gone.server.issuer, rig.server.issuer, other.server.issuer];
    const challenge = rig.challenge({ resource: { resource, authorization_servers: names } });
    expect((await rig.signIn({ challenge })).issuer).toBe(rig.server.issuer);
    expect((await rig.signIn({ challenge, issuer: other.server.issuer })).issuer).toBe(other.server.issuer);
  });

  it('B12: a server that names no authorization server is taken for its own', async () => {
    const rig = await rigWith();
    const challenge = rig.challenge({ resource: { resource: `${rig.server.origin}/mcp` } });
    expect((await rig.signIn({ challenge })).issuer).toBe(rig.server.origin);
  });

  it('B12: such a server without metadata has the endpoints that MCP had before there was any', async () => {
    const rig = await rigWith({ metadataAt: 'nowhere' });
    const challenge = rig.challenge({ resource: { resource: `${rig.server.origin}/mcp` } });
    const grant = await rig.signIn({ challenge });
    expect(grant).toMatchObject({ issuer: rig.server.origin, resource: `${rig.server.origin}/mcp` });
    expect(rig.server.requests).toMatchObject({ metadata: 0, register: 1, authorize: 1, token: 1 });
    expect(rig.server.lastAuthorization?.get('code_challenge_method')).toBe('S256');
  });
});

describe('B12: what is refused', () => {
  it('B12: an authorization server without metadata, unless it is the server itself and says that there is none', async () => {
    const rig = await rigWith({ metadataAt: 'nowhere' });
    const refused = {
      kind: 'unreachable',
      message: expect.stringContaining('has no metadata where the standards put it') as string,
    };
    await expect(rig.signIn()).rejects.toMatchObject(refused);
    const own = { resource: `${rig.server.origin}/mcp` };
    const failing: Fetch = async () => new Response('later', { status: 503 });
    const challenge = rig.challenge({ resource: own });
    await expect(rig.signIn({ challenge, reach: () => failing })).rejects.toMatchObject(refused);
    const tenant = await rigWith({ metadataAt: 'nowhere', path: '/tenant' });
    const below = { resource: `${tenant.server.origin}/mcp`, authorization_servers: [tenant.server.issuer] };
    await expect(tenant.signIn({ challenge: tenant.challenge({ resource: below }) })).rejects.toMatchObject(
      refused,
    );
    expect([rig.server.requests.register, tenant.server.requests.register]).toEqual([0, 0]);
  });

  it('B12: an authorization server without PKCE', async () => {
    for (const pkceMethods of [undefined, ['plain']]) {
      const rig = await rigWith({ pkceMethods });
      const redirect = new WillingUser();
      await expect(rig.signIn({ redirect })).rejects.toMatchObject({
        kind: 'unsupported',
        message: expect.stringContaining('PKCE') as string,
      });
      expect(redirect.opened).toEqual([]);
      expect(rig.server.requests.register).toBe(0);
    }
  });

  it('B12: metadata in the name of another', async () => {
    const rig = await rigWith({ metadataIssuer: 'https://somebody.example' });
    await expect(rig.signIn()).rejects.toMatchObject({ kind: 'untrusted' });
  });

  it('B12: an answer in the name of another', async () => {
    const rig = await rigWith({ responseIssuer: 'https://somebody.example' });
    await expect(rig.signIn()).rejects.toMatchObject({ kind: 'untrusted' });
    expect(rig.server.requests.token).toBe(0);
  });

  it('B12: an answer to another question', async () => {
    const rig = await rigWith({ responseState: 'another' });
    await expect(rig.signIn()).rejects.toMatchObject({ kind: 'untrusted' });
    expect(rig.server.requests.token).toBe(0);
  });

  it('B12: the user who says no', async () => {
    const rig = await rigWith({ consent: 'deny' });
    await expect(rig.signIn()).rejects.toMatchObject({ kind: 'cancelled', code: 'access_denied' });
  });

  it('B13: addresses in the clear, and addresses of this machine for a server that is elsewhere', async () => {
    const rig = await rigWith();
    const elsewhere = 'https://mcp.example/mcp';
    for (const issuer of ['http://login.example', rig.server.issuer, 'https://127.0.0.1:1', 'javascript:1']) {
      const challenge = rig.challenge({
        resource: { resource: elsewhere, authorization_servers: [issuer] },
      });
      await expect(rig.signIn({ challenge })).rejects.toMatchObject({ kind: 'untrusted' });
    }
    expect(rig.server.requests.metadata).toBe(0);
  });

  it('B13: an endpoint that is no web page is never opened', async () => {
    const rig = await rigWith();
    const redirect = new WillingUser();
    const bent: Fetch = async (input, init) => {
      const answer = await fetch(input, init);
      const metadata = (await answer.json()) as Record<string, unknown>;
      return Response.json({ ...metadata, authorization_endpoint: 'javascript:alert(1)' });
    };
    await expect(rig.signIn({ redirect, reach: () => bent })).rejects.toMatchObject({ kind: 'untrusted' });
    expect(redirect.opened).toEqual([]);
  });

  it('B13: an answer without end is given up', async () => {
    const rig = await rigWith();
    let sent = 0;
    const endless: Fetch = async () => {
      const body = new ReadableStream({
        pull: (controller) => {
          sent += 1;
          controller.enqueue(new Uint8Array(64 * 1024));
        },
      });
      return new Response(body, { status: 200 });
    };
    await expect(rig.signIn({ reach: () => endless })).rejects.toMatchObject({ kind: 'unreachable' });
    expect(sent).toBeLessThan(100);
  });

  it('B13: no error carries a token', async () => {
    const rig = await rigWith();
    const odd: Fetch = async (input, init) => {
      const answer = await fetch(input, init);
      if (!new Request(input).url.endsWith('/token')) return answer;
      return Response.json({ ...((await answer.json()) as object), token_type: 'odd' });
    };
    const failure = await rig.signIn({ reach: () => odd }).catch((error: unknown) => error as Error);
    expect(failure).toMatchObject({ name: 'SignInError' });
    const { inspect } = await import('node:util');
    expect(inspect(failure, { depth: 10, showHidden: true })).not.toMatch(/access-|refresh-/);
  });
});
