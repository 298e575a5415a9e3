import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Credentials } from './credentials.ts';
import { createDelegations } from './delegation.ts';
import { localPrincipal } from './principal.ts';
import { createUpgradeGuard, type GuardSettings, type IncomingRequest } from './upgrade-guard.ts';

const token = 'sEcReT-token_of-43-characters-0123456789abc';
const credentials = new Credentials(token);
const settings: GuardSettings = { credentials, tokenInAddress: true, address: '127.0.0.1', port: 4000 };
const guard = createUpgradeGuard(settings);
const admitted = { principal: localPrincipal, credential: 'token:1' };

function request(headers: IncomingRequest['headers'], url = `/?token=${token}`): IncomingRequest {
  return { headers: { host: 'localhost:4000', ...headers }, url };
}

function statusOf(asked: IncomingRequest, by = guard): number {
  const verdict = by.check(asked);
  return 'principal' in verdict ? 200 : verdict.status;
}

describe('AC1: the token', () => {
  test.each([
    ['a bearer header', { authorization: `Bearer ${token}` }, '/'],
    ['a bearer header in another case', { authorization: `bEARER  ${token}` }, '/'],
    ['?token=', {}, `/?token=${token}`],
    ['?tkn=', {}, `/ws?x=1&tkn=${token}`],
    [
      'the same one twice',
      { authorization: `Bearer ${token}` },
      `/?token=${token}&token=${token}&tkn=${token}`,
    ],
    ['a query beside a login of a proxy', { authorization: 'Basic eDp5' }, `/?token=${token}`],
  ])('admits %s', (_, headers, url) => {
    expect(guard.check(request(headers, url))).toEqual(admitted);
  });

  test.each([
    ['nothing', {}, '/'],
    ['a login of another kind', { authorization: `Basic ${token}` }, '/'],
    ['a name in another case', {}, `/?Token=${token}`],
    ['a fragment', {}, `/#?token=${token}`],
    ['a token in the path', {}, `/token=${token}`],
    ['two headers', { authorization: [`Bearer ${token}`, `Bearer ${token}`] }, '/'],
  ])('answers 401 to %s', (_, headers, url) => {
    expect(statusOf(request(headers, url))).toBe(401);
  });

  test.each([
    ['a wrong one', {}, '/?token=x'],
    ['an empty one', {}, '/?token='],
    ['an empty bearer', { authorization: 'Bearer' }, '/'],
    ['another case', {}, `/?token=${token.toUpperCase()}`],
    ['the beginning of it', {}, `/?token=${token.slice(0, -1)}`],
    ['a right one beside a wrong one', {}, `/?token=${token}&token=x`],
    ['a wrong one beside a right one', {}, `/?tkn=x&token=${token}`],
    ['a right header beside a wrong query', { authorization: `Bearer ${token}` }, '/?token=x'],
    ['two in one header', { authorization: `Bearer ${token}, Bearer ${token}` }, '/'],
  ])('answers 403 to %s', (_, headers, url) => {
    expect(statusOf(request(headers, url))).toBe(403);
  });

  test('is never repeated in the answer', () => {
    const verdict = guard.check(request({ authorization: `Bearer ${token}` }, `/?token=${token}x`));
    expect(JSON.stringify(verdict)).not.toContain(token);
  });
});

describe('AC1: the name of the host', () => {
  test.each([
    'localhost:4000',
    'localhost',
    'LOCALHOST:4000',
    'localhost.:4000',
    '127.0.0.1:4000',
    '[::1]:4000',
    '[::1]',
    '[0:0:0:0:0:0:0:1]:4000',
  ])('admits %s', (host) => {
    expect(statusOf(request({ host }))).toBe(200);
  });

  test.each([
    undefined,
    '',
    'evil.example',
    'evil.example:4000',
    'localhost:4001',
    'localhost:',
    'localhost:04000',
    'localhost:4000:4000',
    'localhost..:4000',
    '.localhost:4000',
    'x.localhost:4000',
    'localhost.evil.example:4000',
    'localhost@evil.example:4000',
    'user@localhost:4000',
    'localhost:4000/',
    'localhost:4000, evil.example',
    'localhost:4000\n',
    ' localhost:4000',
    '127.1:4000',
    '2130706433:4000',
    '0.0.0.0:4000',
    '::1:4000',
    '[::1%lo]:4000',
    '[::ffff:127.0.0.1]:4000',
    '[localhost]:4000',
    'loc\u0430lhost:4000',
    'localhost:99999',
  ])('refuses %j', (host) => {
    expect(statusOf(request({ host }))).toBe(403);
  });

  test('refuses two values', () => {
    expect(statusOf(request({ host: ['localhost:4000', 'localhost:4000'] }))).toBe(403);
  });

  test('includes the address it listens at and the configured names', () => {
    const wide = createUpgradeGuard({
      ...settings,
      address: 'fd00::5',
      hosts: ['Desk.Example', 'other.example:8443'],
    });
    for (const host of [
      '[fd00::5]:4000',
      'desk.example',
      'desk.example:4000',
      'other.example:8443',
      'localhost',
    ]) {
      expect([host, statusOf(request({ host }), wide)]).toEqual([host, 200]);
    }
    for (const host of ['desk.example:8443', 'xdesk.example', 'des\u212a.example', '[fd00::6]:4000']) {
      expect([host, statusOf(request({ host }), wide)]).toEqual([host, 403]);
    }
  });

  test('does not include the address that stands for all', () => {
    for (const address of ['0.0.0.0', '::']) {
      const all = createUpgradeGuard({ ...settings, address });
      expect(statusOf(request({ host: `${address}:4000` }), all)).toBe(403);
      expect(statusOf(request({ host: 'localhost:4000' }), all)).toBe(200);
    }
  });

  test('refuses a whole address in place of a path', () => {
    expect(statusOf(request({}, `http://evil.example/?token=${token}`))).toBe(403);
  });

  test('refuses any other text', () => {
    const known = /^(localhost\.?|127\.0\.0\.1|\[[0:]+1\])(:4000)?$/i;
    const hostLike = fc.oneof(
      fc.string(),
      fc.domain(),
      fc.ipV4(),
      fc.ipV6().map((ip) => `[${ip}]`),
      fc.webAuthority(),
    );
    fc.assert(
      fc.property(hostLike, (host) => {
        fc.pre(!known.test(host));
        expect(statusOf(request({ host }))).toBe(403);
      }),
    );
  });
});

describe('AC1: the origin', () => {
  test.each([
    ['localhost:4000', 'http://localhost:4000'],
    ['localhost:4000', 'HTTP://LocalHost:4000'],
    ['127.0.0.1:4000', 'http://127.0.0.1:4000'],
    ['[::1]:4000', 'http://[::1]:4000'],
    ['localhost', 'https://localhost'],
    ['localhost', 'http://localhost:80'],
  ])('admits a page of %s from %s', (host, origin) => {
    expect(statusOf(request({ host, origin }))).toBe(200);
  });

  test.each([
    'null',
    '',
    '*',
    'http://evil.example',
    'http://localhost',
    'https://localhost',
    'http://localhost:4001',
    'http://127.0.0.1:4000',
    'http://localhost:4000/',
    'http://localhost:4000@evil.example',
    'http://evil.example@localhost:4000',
    'http://localhost:4000.evil.example',
    'http://evil.example#localhost:4000',
    'http://x.localhost:4000',
    'file://',
    'ws://localhost:4000',
    'localhost:4000',
    'http://localhost:4000, http://evil.example',
    'http://localhost:4000 http://localhost:4000',
  ])('refuses a page from %j', (origin) => {
    expect(statusOf(request({ origin }))).toBe(403);
  });

  test('may be configured, in full', () => {
    const origins = ['http://localhost:5173', 'https://Desk.Example:443', 'vscode-webview://abc123'];
    const open = createUpgradeGuard({ ...settings, origins });
    for (const origin of ['http://localhost:5173', 'https://desk.example', 'vscode-webview://abc123']) {
      expect([origin, statusOf(request({ origin }), open)]).toEqual([origin, 200]);
    }
    for (const origin of [
      'http://desk.example',
      'https://desk.example:5173',
      'null',
      'https://x.desk.example',
    ]) {
      expect([origin, statusOf(request({ origin }), open)]).toEqual([origin, 403]);
    }
    expect(statusOf(request({ origin: ['http://localhost:5173', 'http://localhost:5173'] }), open)).toBe(403);
  });
});

test('AC1: what needs no token is still served under our names and to our pages only', () => {
  expect(guard.checkNames(request({}, '/'))).toBeUndefined();
  expect(guard.checkNames(request({ host: 'evil.example' }, '/'))).toMatchObject({ status: 403 });
  expect(guard.checkNames(request({ origin: 'http://evil.example' }, '/'))).toMatchObject({ status: 403 });
});

test('E3, AC1: names of Views never get in, nor do their pages, whatever is allowed', () => {
  const origins = ['http://v-1.views.example:4000', 'https://v-2.views.example', 'http://desk.example'];
  const hosts = ['v-1.views.example', 'localhost:4001'];
  const isSandbox: GuardSettings['isSandbox'] = ({ name, port }) =>
    name.endsWith('.views.example') || port === 4001;
  const wide = createUpgradeGuard({ ...settings, hosts, origins });
  const kept = createUpgradeGuard({ ...settings, hosts, origins, isSandbox });
  const asked = [
    request({ host: 'v-1.views.example' }),
    request({ host: 'v-1.views.example:4000', origin: 'http://v-1.views.example:4000' }),
    request({ host: 'localhost:4001' }),
    request({ origin: 'http://v-1.views.example:4000' }),
    request({ origin: 'https://v-2.views.example' }),
  ];
  expect(asked.map((each) => statusOf(each, wide))).toEqual([200, 200, 200, 200, 200]);
  expect(asked.map((each) => statusOf(each, kept))).toEqual([403, 403, 403, 403, 403]);
  expect(statusOf(request({ origin: 'http://desk.example' }), kept)).toBe(200);
  expect(statusOf(request({}), kept)).toBe(200);
});

test.each<[string, Partial<GuardSettings>]>([
  ['a pattern for a host', { hosts: ['*'] }],
  ['a URL for a host', { hosts: ['http://desk.example'] }],
  ['a pattern for an origin', { origins: ['https://*.example'] }],
  ['the null origin', { origins: ['null'] }],
  ['a name for an origin', { origins: ['desk.example'] }],
])('L5: a guard cannot be set up with %s', (_, wrong) => {
  expect(() => createUpgradeGuard({ ...settings, ...wrong })).toThrow('Write it in full');
});

describe('SE9: without the switch for it, no token opens a WebSocket from its address', () => {
  const strict = createUpgradeGuard({ ...settings, tokenInAddress: false });

  test.each([
    ['?token=', {}, `/ahp?token=${token}`],
    ['?tkn=', {}, `/ahp?tkn=${token}`],
    ['an empty one', {}, '/ahp?token='],
    ['beside a right header', { authorization: `Bearer ${token}` }, `/ahp?token=${token}`],
    ['beside a ticket', {}, `/ahp?ticket=x&tkn=${token}`],
  ])('%s', (_, headers, url) => {
    const verdict = strict.check(request(headers, url));
    expect(verdict).toMatchObject({ status: 401, message: expect.stringContaining('POST /ticket') });
    expect(JSON.stringify(verdict)).not.toContain(token);
  });

  test.each([
    ['beside another protocol', `ahp, bearer.${token}`, 200],
    ['alone', `bearer.${token}`, 200],
    ['a wrong one', 'ahp, bearer.x', 403],
    ['an empty one', 'ahp, bearer.', 403],
    ['a right one and a wrong one', `ahp, bearer.${token}, bearer.x`, 403],
    ['none', 'ahp', 401],
    ['in another case', `ahp, Bearer.${token}`, 401],
  ])('a page brings it as a subprotocol: %s', (_, protocols, status) => {
    expect(statusOf(request({ 'sec-websocket-protocol': protocols }, '/ahp'), strict)).toBe(status);
  });
});

describe('SE9: a ticket opens one WebSocket', () => {
  function rig() {
    const keys = new Credentials(token);
    const issued = new Map([['t1', keys.ofToken]]);
    const redeem = (ticket: string) => {
      const found = issued.get(ticket);
      issued.delete(ticket);
      return found;
    };
    const by = createUpgradeGuard({ ...settings, credentials: keys, tickets: { redeem } });
    return { by, keys, issued };
  }

  test('once', () => {
    const { by } = rig();
    expect(by.check(request({}, '/ahp?ticket=t1'))).toEqual(admitted);
    expect(statusOf(request({}, '/ahp?ticket=t1'), by)).toBe(403);
  });

  test('and is not used up by whoever has no business here', () => {
    const { by } = rig();
    expect(statusOf(request({ origin: 'https://evil.example' }, '/ahp?ticket=t1'), by)).toBe(403);
    expect(statusOf(request({}, '/ahp?ticket=t1'), by)).toBe(200);
  });

  test.each([
    ['twice', {}, '/ahp?ticket=t1&ticket=t1'],
    ['with a token', { authorization: `Bearer ${token}` }, '/ahp?ticket=t1'],
    ['with a wrong token', { authorization: 'Bearer x' }, '/ahp?ticket=t1'],
    ['of nobody', {}, '/ahp?ticket=t2'],
    ['without one in it', {}, '/ahp?ticket='],
  ])('but not %s', (_, headers, url) => {
    expect(statusOf(request(headers, url), rig().by)).toBe(403);
  });

  test('and none at all once its holder is out', () => {
    const { by, keys } = rig();
    keys.rotate('another-token');
    expect(statusOf(request({}, '/ahp?ticket=t1'), by)).toBe(403);
  });

  test('and answers no single request', () => {
    const { by } = rig();
    expect(by.checkRequest(request({}, '/api/x?ticket=t1'))).toMatchObject({ status: 401 });
  });
});

describe('H4: delegated tokens', () => {
  const clock = { time: 0, now: () => clock.time };
  const delegations = createDelegations({ clock });
  const lending = createUpgradeGuard({ ...settings, delegations });
  const issued = delegations.issue({
    by: localPrincipal,
    actor: { kind: 'handler', server: 'notes', name: 'Notes' },
    artifacts: ['A'],
    grant: 'write',
    lifetimeMs: 1000,
  }).token;
  const bearing = (bearer: string, url = '/api/x', more = {}) =>
    request({ authorization: `Bearer ${bearer}`, ...more }, url);
  const statusOfRequest = (asked: IncomingRequest, by = lending) => {
    const verdict = by.checkRequest(asked);
    return 'principal' in verdict ? verdict.principal.kind : verdict.status;
  };

  test('are good for single requests and for no WebSocket', () => {
    clock.time = 0;
    expect(statusOfRequest(bearing(issued))).toBe('delegate');
    expect(statusOf(bearing(issued), lending)).toBe(403);
    expect(statusOf(request({}, `/ahp?token=${issued}`), lending)).toBe(403);
    expect(statusOfRequest(bearing(issued), guard)).toBe(403);
  });

  test('are told apart: over, wrong, missing', () => {
    clock.time = 1000;
    expect(statusOfRequest(bearing(issued))).toBe(401);
    clock.time = 0;
    expect(statusOfRequest(bearing(`${issued}x`))).toBe(403);
    expect(statusOfRequest(bearing('lgd_'))).toBe(403);
    expect(statusOfRequest(request({}, '/api/x'))).toBe(401);
    expect(JSON.stringify(lending.checkRequest(bearing(`${issued}x`)))).not.toContain(issued);
  });

  test('L5: no token is taken from an address, beside a right header or without', () => {
    expect(statusOfRequest(bearing(token))).toBe('local');
    for (const bearer of [token, issued]) {
      expect(statusOfRequest(request({}, `/api/x?token=${bearer}`))).toBe(401);
      expect(statusOfRequest(bearing(bearer, `/api/x?tkn=${bearer}`))).toBe(401);
    }
  });

  test('L5: a right token helps nobody under a wrong name or on a page from elsewhere', () => {
    expect(statusOfRequest(bearing(token, '/api/x', { host: 'evil.example' }))).toBe(403);
    expect(statusOfRequest(bearing(issued, '/api/x', { origin: 'https://evil.example' }))).toBe(403);
    expect(statusOfRequest(bearing(issued, '/api/x', { origin: 'http://localhost:4000' }))).toBe('delegate');
  });
});
