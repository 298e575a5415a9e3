import fs from 'node:fs';
import path from 'node:path';
import type { ServerReport } from '@loggia/protocol';
import { AuthorizationServer, type AuthorizationServerOptions } from '@loggia/testing/oauth';
import { describe, expect, onTestFinished, test } from 'vitest';
import { askDirectly, HostDouble, loggia, Refusal, report } from '../../host-double.testkit.ts';

const resource = 'http://127.0.0.1:1/mcp';

/** A host with one server that wants a token of a real authorization server, and a user with a browser. */
class Guarded {
  held: string | undefined;
  isRunning = false;
  readonly opened: string[] = [];

  readonly host: HostDouble;
  readonly authority: AuthorizationServer;

  private constructor(host: HostDouble, authority: AuthorizationServer) {
    this.host = host;
    this.authority = authority;
  }

  static async start(options: AuthorizationServerOptions = {}): Promise<Guarded> {
    const authority = await AuthorizationServer.start(options);
    onTestFinished(() => authority.close());
    const guarded = new Guarded(await HostDouble.start(), authority);
    Object.assign(guarded.host.answers, {
      'x-loggia/listServers': () => ({ servers: [guarded.server] }),
      'x-loggia/startServer': () => {
        guarded.isRunning = true;
        return { server: guarded.server };
      },
      'x-loggia/callTool': () => {
        if (guarded.server.state.kind !== 'ready')
          throw new Refusal(-32007, 'The server asks for a sign-in.');
        return { content: [{ type: 'text', text: 'called' }] };
      },
      'x-loggia/listTools': () => {
        if (guarded.server.state.kind === 'ready') return { tools: [], missing: [] };
        return {
          tools: [],
          missing: [{ server: 'id-docs', serverName: 'docs', reason: 'It needs a sign-in.' }],
        };
      },
      'x-loggia/removeServer': () => ({}),
      'x-loggia/askAuthorizationServer': askDirectly,
      authenticate: (params: Readonly<Record<string, unknown>>) => guarded.authenticate(params),
    });
    return guarded;
  }

  get server(): ServerReport {
    const transport = { kind: 'http', url: resource } as const;
    return report({
      id: 'id-docs',
      name: 'docs',
      transport,
      state: this.#state,
      signedIn: this.held !== undefined,
    });
  }

  get #state(): ServerReport['state'] {
    if (!this.isRunning) return { kind: 'stopped' };
    if (this.held !== undefined && this.#isGood(this.held)) return { kind: 'ready' };
    return {
      kind: 'authRequired',
      reason: this.held === undefined ? 'required' : 'expired',
      resource: { resource, authorization_servers: [this.authority.issuer] },
      requiredScopes: ['read'],
    };
  }

  get file(): { readonly signIns: Readonly<Record<string, unknown>>; readonly registrations: object } {
    const text = fs.readFileSync(path.join(this.host.data, 'cli-sign-ins.json'), 'utf8');
    return JSON.parse(text) as typeof this.file;
  }

  get signIns(): Readonly<Record<string, unknown>> {
    return this.file.signIns;
  }

  authenticate({ token, resource: named, _meta }: Readonly<Record<string, unknown>>): object {
    const { 'loggia.server': server } = _meta as Record<string, unknown>;
    if (named !== resource || server !== 'id-docs') throw new Refusal(-32602, 'It is for somebody else.');
    if (token !== '' && !this.#isGood(String(token)))
      throw new Refusal(-32007, 'The server refuses the token.');
    this.held = token === '' ? undefined : String(token);
    return {};
  }

  run(...argv: string[]) {
    return loggia(argv, {
      env: { LOGGIA_DATA: this.host.data, DISPLAY: ':0' },
      launch: async (_program, [url = '']) => {
        this.opened.push(url);
        void fetch(url);
        return true;
      },
    });
  }

  #isGood(token: string): boolean {
    const facts = this.authority.tokens.introspect(token);
    return facts['active'] === true && facts['aud'] === resource;
  }
}

async function signedIn(options: AuthorizationServerOptions = {}): Promise<Guarded> {
  const guarded = await Guarded.start(options);
  expect(await guarded.run('servers', 'login', 'docs')).toMatchObject({ exitCode: 0 });
  return guarded;
}

describe('servers login', () => {
  test('B12: starts the server, runs the whole flow in a browser and hands the token to the host', async () => {
    const guarded = await Guarded.start();
    const ran = await guarded.run('servers', 'login', 'docs');
    expect(ran).toEqual({
      exitCode: 0,
      out: '"docs" is ready with 3 tools. See them with "loggia tools list docs".\n',
      complaints: `Sign in with the browser that opens. If none does, go to:\n${guarded.opened[0]}\n`,
    });
    const { lastAuthorization: asked, requests } = guarded.authority;
    expect(Object.fromEntries(asked ?? [])).toMatchObject({
      resource,
      scope: 'read',
      code_challenge_method: 'S256',
      redirect_uri: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/oauth\/callback$/),
    });
    expect(requests).toMatchObject({ register: 1, token: 1 });
    expect(guarded.held).toBeDefined();
    expect(guarded.signIns).toEqual({
      'local id-docs': { resource, issuer: guarded.authority.issuer, scopes: ['read'] },
    });
  });

  test('B13: no token is printed, whatever is asked for, and none is in the file', async () => {
    const guarded = await signedIn();
    expect(JSON.stringify(guarded.file)).not.toMatch(/access-|refresh-|secret-/);
    const token = guarded.held ?? '';
    for (const argv of [
      ['servers', 'list', '--json'],
      ['servers', 'login', 'docs', '--json'],
      ['servers', 'logout', 'docs', '--json'],
    ]) {
      const { out, complaints } = await guarded.run(...argv);
      expect(out + complaints).not.toContain(token);
    }
  });

  test('B12: --no-browser prints the address, and whoever opens it signs in', async () => {
    const guarded = await Guarded.start();
    const said: string[] = [];
    const write = (text: string): void => {
      said.push(text);
      const url = /^http:.*$/m.exec(text)?.[0];
      if (url !== undefined) void fetch(url);
    };
    const ran = await loggia(['servers', 'login', 'docs', '--no-browser', '--json'], {
      data: guarded.host.data,
      complaints: { write, isTerminal: false, columns: undefined },
    });
    expect(ran.exitCode).toBe(0);
    expect(JSON.parse(ran.out)).toMatchObject({ server: { id: 'id-docs', state: { kind: 'ready' } } });
    expect(said.join('')).toContain('open this address in a browser on this machine');
  });

  test('B12: signing in again works at another port, and leaves one registration', async () => {
    const guarded = await signedIn();
    await guarded.run('servers', 'logout', 'docs');
    expect(await guarded.run('servers', 'login', 'docs')).toMatchObject({ exitCode: 0 });
    const [first, second] = guarded.opened.map((url) => new URL(url).searchParams.get('redirect_uri'));
    expect(first).not.toBe(second);
    expect(Object.keys(guarded.file.registrations)).toHaveLength(1);
  });

  test('B12: a user who says no is exit code 4, and nothing is kept', async () => {
    const guarded = await Guarded.start({ consent: 'deny' });
    const ran = await guarded.run('servers', 'login', 'docs');
    expect(ran).toMatchObject({ exitCode: 4, complaints: expect.stringContaining('Access was not granted') });
    expect(guarded.held).toBeUndefined();
    expect(guarded.signIns).toEqual({});
  });

  test('B10: a token that the server refuses is not kept', async () => {
    const guarded = await Guarded.start();
    guarded.host.answers['authenticate'] = () => {
      throw new Refusal(-32007, 'The server refuses the token.');
    };
    const ran = await guarded.run('servers', 'login', 'docs');
    expect(ran).toMatchObject({
      exitCode: 4,
      complaints: expect.stringContaining('rejects the token'),
    });
    expect(guarded.signIns).toEqual({});
  });

  test('B12: Ctrl-C ends the waiting', async () => {
    const guarded = await Guarded.start({ consent: 'page' });
    const interruption = new AbortController();
    const ran = await loggia(['servers', 'login', 'docs'], {
      data: guarded.host.data,
      interrupted: interruption.signal,
      complaints: { write: () => interruption.abort(), isTerminal: false, columns: undefined },
    });
    expect(ran.exitCode).toBe(130);
  });

  test('B12: a server that does not ask is left as it is', async () => {
    const guarded = await signedIn();
    expect(await guarded.run('servers', 'login', 'docs')).toMatchObject({
      exitCode: 0,
      out: expect.stringContaining('You are signed in to "docs" already'),
    });
    expect(guarded.authority.requests.authorize).toBe(1);
  });
});

test('B12: where the host cannot renew the token, the exit code is 4 and the sentence says what to do', async () => {
  const guarded = await signedIn();
  guarded.authority.expireAll();
  expect(await guarded.run('tools', 'call', 'docs', 'read')).toMatchObject({
    exitCode: 4,
    complaints: 'loggia: "docs" needs a sign-in. Run "loggia servers login docs".\n',
  });
});

describe('servers logout', () => {
  test('B12: forgets the sign-in here and has the host forget the token', async () => {
    const guarded = await signedIn();
    expect(await guarded.run('servers', 'logout', 'docs')).toEqual({
      exitCode: 0,
      out: 'You are signed out of "docs".\n',
      complaints: '',
    });
    expect(guarded.held).toBeUndefined();
    expect(guarded.signIns).toEqual({});
    expect(await guarded.run('tools', 'call', 'docs', 'read')).toMatchObject({ exitCode: 4 });
  });

  test('B12: one who signed in elsewhere is signed out of the host', async () => {
    const guarded = await signedIn();
    fs.rmSync(path.join(guarded.host.data, 'cli-sign-ins.json'));
    expect(await guarded.run('servers', 'logout', 'docs')).toMatchObject({ exitCode: 0 });
    expect(guarded.held).toBeUndefined();
  });

  test('B12: a token that stays valid at its authorization server is said', async () => {
    const guarded = await signedIn();
    guarded.host.answers['authenticate'] = () => ({ _meta: { 'loggia.unrevoked': true } });
    const said =
      'Its authorization server didn’t revoke the token, which stays valid there until it expires.\n';
    expect(await guarded.run('servers', 'logout', 'docs')).toMatchObject({
      exitCode: 0,
      out: `You are signed out of "docs".\n${said}`,
    });
  });

  test('B12: a host that does not confirm it is a failure', async () => {
    const guarded = await signedIn();
    delete guarded.host.answers['authenticate'];
    expect(await guarded.run('servers', 'logout', 'docs')).toMatchObject({
      exitCode: 1,
      complaints: expect.stringContaining('host did not confirm'),
    });
    expect(guarded.signIns).toEqual({});
  });

  test('B12: with the server goes its token', async () => {
    const guarded = await signedIn();
    expect(await guarded.run('servers', 'remove', 'docs', '--yes')).toMatchObject({ exitCode: 0 });
    expect(guarded.held).toBeUndefined();
    expect(guarded.signIns).toEqual({});
  });
});
