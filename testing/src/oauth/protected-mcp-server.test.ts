import { createHash } from 'node:crypto';
import { describe, expect, it, onTestFinished } from 'vitest';
import { AuthorizationServer, type AuthorizationServerOptions } from './authorization-server.ts';
import { ProtectedMcpServer, type ProtectedMcpServerOptions } from './protected-mcp-server.ts';

const redirectUri = 'http://127.0.0.1:9/callback';
const verifier = 'a-verifier-that-is-long-enough-for-everybody-involved';
const challenge = createHash('sha256').update(verifier).digest('base64url');

async function setUp(
  options: Omit<ProtectedMcpServerOptions, 'authorizationServer'> = {},
  knobs: AuthorizationServerOptions = {},
) {
  const server = await AuthorizationServer.start(knobs);
  onTestFinished(() => server.close());
  const mcp = await ProtectedMcpServer.start({ authorizationServer: server, ...options });
  onTestFinished(() => mcp.close());
  server.addClient({ clientId: 'me', redirectUris: [redirectUri] });
  return { server, mcp };
}

function authorizationUrl(server: AuthorizationServer, changes: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: 'me',
    redirect_uri: redirectUri,
    state: 'here',
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...changes,
  });
  return `${server.issuer}/authorize?${query}`;
}

async function redeem(server: AuthorizationServer, code: string, changes: Readonly<Record<string, string>>) {
  const answer = await fetch(`${server.issuer}/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: 'me',
      redirect_uri: redirectUri,
      code,
      code_verifier: verifier,
      ...changes,
    }),
  });
  return (await answer.json()) as Record<string, string>;
}

async function tokenFor(server: AuthorizationServer, resource: string, scope = 'read'): Promise<string> {
  const answer = await fetch(authorizationUrl(server, { resource, scope }), { redirect: 'manual' });
  const back = new URL(answer.headers.get('location') ?? '');
  const { access_token: token = '' } = await redeem(server, back.searchParams.get('code') ?? '', {
    resource,
  });
  return token;
}

function post(mcp: ProtectedMcpServer, message: object, headers: Readonly<Record<string, string>>) {
  return fetch(mcp.url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-06-18',
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }),
  });
}

function callTool(mcp: ProtectedMcpServer, name: string, token?: string, more: Record<string, string> = {}) {
  const message = { method: 'tools/call', params: { name, arguments: {} } };
  return post(mcp, message, { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...more });
}

describe('a server that wants a token', () => {
  it('says where to get one, and answers whoever has it', async () => {
    const { server, mcp } = await setUp({ scopes: ['read'] });
    const refused = await callTool(mcp, 'whoami');
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
      401,
      `Bearer resource_metadata="${mcp.origin}/.well-known/oauth-protected-resource/mcp", scope="read"`,
    ]);
    const metadata = await fetch(`${mcp.origin}/.well-known/oauth-protected-resource/mcp`);
    expect(await metadata.json()).toMatchObject({
      resource: mcp.url,
      authorization_servers: [server.issuer],
    });
    const answer = await callTool(mcp, 'whoami', await tokenFor(server, mcp.url));
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('you')]);
    expect(mcp.calls.whoami).toBe(1);
  });

  it('refuses a token for another server, and one that is out of date or revoked', async () => {
    const { server, mcp } = await setUp();
    const elsewhere = await tokenFor(server, 'https://other.example/mcp');
    expect((await callTool(mcp, 'whoami', elsewhere)).status).toBe(401);
    const token = await tokenFor(server, mcp.url);
    expect((await callTool(mcp, 'whoami', token)).status).toBe(200);
    server.expireAll();
    expect((await callTool(mcp, 'whoami', token)).status).toBe(401);
    const next = await tokenFor(server, mcp.url);
    server.revokeAll();
    expect((await callTool(mcp, 'whoami', next)).status).toBe(401);
    expect(mcp.refusals).toEqual({ 401: 3, 403: 0 });
  });

  it('asks for more scopes for some tools', async () => {
    const { server, mcp } = await setUp({ scopes: ['read'], toolScopes: { write: ['write'] } });
    const refused = await callTool(mcp, 'write', await tokenFor(server, mcp.url));
    expect(refused.status).toBe(403);
    expect(refused.headers.get('www-authenticate')).toMatch(/error="insufficient_scope".*scope="read write"/);
    const answer = await callTool(mcp, 'write', await tokenFor(server, mcp.url, 'read write'));
    expect(answer.status).toBe(200);
    expect(mcp.calls.write).toBe(1);
  });

  it('lets a call run on whose token expires meanwhile', async () => {
    const { server, mcp } = await setUp();
    const answer = callTool(mcp, 'slow', await tokenFor(server, mcp.url));
    await mcp.slowCalled();
    server.expireAll();
    mcp.finishSlow();
    expect(await (await answer).text()).toContain('at last');
  });

  it('keeps sessions where it is told to', async () => {
    const { server, mcp } = await setUp({ state: 'session' });
    const authorization = `Bearer ${await tokenFor(server, mcp.url)}`;
    const opened = await post(
      mcp,
      {
        method: 'initialize',
        params: {
          protocolVersion: '2025-06-18',
          capabilities: {},
          clientInfo: { name: 'test', version: '1' },
        },
      },
      { authorization },
    );
    const session = opened.headers.get('mcp-session-id') ?? '';
    expect(session).toMatch(/^[\w-]{36}$/);
    await opened.body?.cancel();
    const token = authorization.slice(7);
    const answer = await callTool(mcp, 'whoami', token, { 'mcp-session-id': session });
    expect(await answer.text()).toContain('you');
    expect((await callTool(mcp, 'whoami', token, { 'mcp-session-id': 'unknown' })).status).toBe(404);
  });
});

describe('the authorization server of the tests', () => {
  it('redeems a code once, with its verifier, for its resource', async () => {
    const { server, mcp } = await setUp();
    const code = async (): Promise<string> => {
      const answer = await fetch(authorizationUrl(server, { resource: mcp.url }), { redirect: 'manual' });
      return new URL(answer.headers.get('location') ?? '').searchParams.get('code') ?? '';
    };
    const good = { resource: mcp.url };
    expect(await redeem(server, await code(), { ...good, code_verifier: 'wrong' })).toMatchObject({
      error: 'invalid_grant',
    });
    expect(await redeem(server, await code(), { resource: 'https://other.example' })).toMatchObject({
      error: 'invalid_target',
    });
    const twice = await code();
    const { access_token: token = '' } = await redeem(server, twice, good);
    expect(server.tokens.introspect(token)).toMatchObject({ active: true });
    expect(await redeem(server, twice, good)).toMatchObject({ error: 'invalid_grant' });
    expect(server.tokens.introspect(token)).toEqual({ active: false });
  });

  it('asks the user on a page that works without a script', async () => {
    const { server, mcp } = await setUp({}, { consent: 'page' });
    const page = await (await fetch(authorizationUrl(server, { resource: mcp.url, scope: 'read' }))).text();
    expect(page).toContain('Allow');
    const request = /name="request" value="([\w-]+)"/.exec(page)?.[1] ?? '';
    const decide = (answer: string) =>
      fetch(`${server.issuer}/decide`, {
        method: 'POST',
        body: new URLSearchParams({ request, answer }),
        redirect: 'manual',
      });
    const back = new URL((await decide('allow')).headers.get('location') ?? '');
    expect(Object.fromEntries(back.searchParams)).toMatchObject({ state: 'here', iss: server.issuer });
    expect((await decide('allow')).status).toBe(400);
  });

  it('sends nobody to an address that is not the client’s', async () => {
    const { server, mcp } = await setUp();
    const evil = authorizationUrl(server, { resource: mcp.url, redirect_uri: 'https://evil.example/' });
    expect((await fetch(evil, { redirect: 'manual' })).status).toBe(400);
  });
});
