import { localPrincipal } from '@loggia/access';
import { createRecorder, ServerFailure, type AuditEntry, type ChannelCaller } from '@loggia/mcp';
import { ProtocolError, type OpenedSandbox } from '@loggia/protocol';
import { ManualClock } from '@loggia/testing/kernel';
import { expect, test } from 'vitest';
import { createSandboxOrigins } from './sandbox-origins.ts';
import { Sandboxes } from './sandboxes.ts';
import { SeenTemplates } from './seen-templates.ts';
import { Templates } from './templates.ts';
import { ViewConnection } from './view-connection.testkit.ts';
import type { ViewCaller } from './view-caller.ts';
import { createViewOperations } from './view-operations.ts';
import { ViewPolicies } from './view-policy.ts';

const channel = 'mcp://1';
const shell = 'http://localhost:5644';

function rig() {
  const clock = new ManualClock();
  const audited: AuditEntry[] = [];
  const audit = { write: (describe: () => AuditEntry) => void audited.push(describe()) };
  const connection = new ViewConnection();
  const asked: ChannelCaller[] = [];
  const records = {
    get: async () => undefined,
    list: async () => [],
    put: () => undefined,
    delete: () => undefined,
  };
  const seen = new SeenTemplates(records);
  const policies = new ViewPolicies(records);
  const sandboxes = new Sandboxes(clock);
  const operations = createViewOperations({
    channels: {
      behind: (uri, caller) => {
        asked.push(caller);
        if (uri !== channel || !caller.mcpApps || !caller.watches('session'))
          throw new ProtocolError('MethodNotFound', 'There is no such channel.');
        return {
          session: 'session',
          customizationId: 'server-1',
          serverName: 'Budget',
          definition: 'd',
          connection: ViewConnection.of(connection),
          principal: localPrincipal,
        };
      },
    },
    audit,
    recorder: createRecorder(audit, clock),
    clock,
    templates: new Templates({ clock, scheduler: { after: () => () => undefined }, seen }),
    seen,
    policies,
    definitionOf: () => 'definition',
    sandboxes,
    proxyPage: () => '<html data-settings>',
    places: createSandboxOrigins({
      port: 5644,
      address: '127.0.0.1',
      sandbox: undefined,
      sharedPort: 7000,
      isServed: (authority) => ['localhost:5644', '10.0.0.5:5644'].includes(authority),
      isAllowed: () => false,
    }),
  });
  const caller: ViewCaller = {
    clientId: 'shell',
    principal: localPrincipal,
    signal: new AbortController().signal,
    channels: { mcpApps: true, watches: (session) => session === 'session' },
  };
  const open = async (changes: object = {}, by = caller) => {
    const params = {
      server: channel,
      resourceUri: 'ui://a',
      shell,
      view: 'v',
      channel: 'ahp-root://',
      ...changes,
    };
    const { sandbox } = (await operations.openSandbox(params, by)) as { sandbox: OpenedSandbox };
    return sandbox;
  };
  return { audited, connection, operations, policies, sandboxes, caller, open, clock };
}

test('E1, E3: a sandbox has an address of its own, and serves what the template may reach', async () => {
  const { connection, open, sandboxes, clock } = rig();
  connection.serve('ui://a', '<p>x</p>', {
    csp: { connectDomains: ['https://api.example', '*'] },
    permissions: { clipboardWrite: {}, usb: {} },
    prefersBorder: true,
  });
  const sandbox = await open();
  expect(sandbox).toMatchObject({
    kind: 'own',
    allow: 'clipboard-write',
    granted: {
      csp: { connectDomains: ['https://api.example'] },
      permissions: { clipboardWrite: {} },
      prefersBorder: true,
    },
    loosened: [],
    consent: {},
    template: { bytes: 8 },
    expiresAt: new Date(clock.now() + 2 * 60_000).toISOString(),
  });
  expect(sandbox.notes).toHaveLength(2);
  const { origin, hostname, pathname } = new URL(sandbox.url);
  expect(origin).toBe(sandbox.origin);
  const served = sandboxes.take(hostname, pathname.slice(1));
  expect(served?.headers).toMatchObject({
    'Content-Security-Policy': sandbox.policy,
    'Connection-Allowlist': '(response-origin "https://api.example");redirects=allow',
  });
  expect(served?.headers['Permissions-Policy']).toContain('clipboard-write=*');
  expect(served?.page).toContain(shell);
  expect(sandbox.policy).toContain(`frame-ancestors ${shell};`);
  expect(sandbox.policy).toContain(`report-uri ${sandbox.url}/report`);
});

test('E9: every sandbox is on record with its policy, but not with its address; so is what its browser blocks', async () => {
  const { audited, connection, open, sandboxes } = rig();
  connection.serve('ui://a', '<p>x</p>');
  const sandbox = await open();
  const about = {
    session: 'session',
    server: 'server-1',
    serverName: 'Budget',
    principal: 'local',
    clientId: 'shell',
    view: 'v',
  };
  expect(audited).toMatchObject([
    { ...about, method: 'sandbox/open', target: 'ui://a', decision: 'allowed' },
  ]);
  expect(audited[0]?.reason).toMatch(/^default-src 'none';.*frame-ancestors http:\/\/localhost:5644$/);
  expect(JSON.stringify(audited)).not.toContain(new URL(sandbox.url).pathname.slice(1));
  const { hostname, pathname } = new URL(sandbox.url);
  sandboxes.find(hostname, pathname.slice(1))?.reports?.take({
    'csp-report': { 'effective-directive': 'img-src', 'blocked-uri': 'https://x.example/a.png' },
  });
  expect(audited[1]).toMatchObject({
    ...about,
    method: 'csp',
    target: 'https://x.example',
    decision: 'refused',
  });
});

test('E3: each View has an origin of its own; where Views share one it has none', async () => {
  const { connection, open, sandboxes } = rig();
  connection.serve('ui://a', '<p>x</p>');
  const settingsOf = ({ url }: OpenedSandbox): string =>
    sandboxes.take(new URL(url).hostname, new URL(url).pathname.slice(1))?.page ?? '';
  const [one, two] = [await open(), await open()];
  expect([one.kind, two.kind, one.notes]).toEqual(['own', 'own', []]);
  expect(one.origin).not.toBe(two.origin);
  expect(settingsOf(one)).toContain('allow-same-origin');
  const shared = await open({ shell: 'http://10.0.0.5:5644' });
  expect(shared).toMatchObject({ kind: 'shared', origin: 'http://10.0.0.5:7000', notes: [] });
  expect(settingsOf(shared)).not.toContain('allow-same-origin');
});

test('E3: a View that declares a domain keeps its origin where the user agrees, and is told where not', async () => {
  const { connection, open, operations, caller } = rig();
  connection.serve('ui://a', '<p>x</p>', { domain: 'my.example' });
  connection.serve('ui://b', '<p>x</p>', { domain: 'my.example' });
  connection.serve('ui://c', '<p>x</p>');
  const before = await open();
  expect(before.granted).toEqual({});
  expect(before.notes).toEqual([expect.stringMatching(/new origin each time.*Allow "Keep its origin"/)]);
  expect((await open()).origin).not.toBe(before.origin);
  const loosen = ['stable-origin' as const];
  await operations.setViewPolicy({ server: 'server-1', loosen, channel: 'ahp-root://' }, caller);
  const kept = await open();
  expect(kept).toMatchObject({ kind: 'own', granted: { domain: 'my.example' }, notes: [] });
  expect((await open()).origin).toBe(kept.origin);
  expect((await open({ resourceUri: 'ui://b' })).origin).not.toBe(kept.origin);
  const [c, again] = [await open({ resourceUri: 'ui://c' }), await open({ resourceUri: 'ui://c' })];
  expect(c.origin).not.toBe(again.origin);
  const shared = await open({ shell: 'http://10.0.0.5:5644' });
  expect([shared.granted, shared.notes]).toEqual([{}, [expect.stringContaining('wildcard name')]]);
});

test('C4, E1: whoever has no such channel gets no sandbox and writes no record', async () => {
  const { connection, open, operations, caller, audited } = rig();
  connection.serve('ui://a', '<p>x</p>');
  const { channels: _none, ...without } = caller;
  await expect(open({}, without)).rejects.toThrow(/no such channel/);
  await expect(open({ server: 'mcp://2' })).rejects.toThrow(/no such channel/);
  const records = [{ method: 'ui/message', decision: 'allowed' as const, bytes: 1 }];
  const recording = { server: channel, view: 'v', records, channel: 'ahp-root://' };
  await expect(operations.recordView(recording, without)).rejects.toThrow(/no such channel/);
  expect(audited).toEqual([]);
  expect(connection.asked).toEqual([]);
});

test('E1: a blocked template says who blocked it and what to do; one that nobody reviewed waits if it must', async () => {
  const { connection, open, operations, caller, audited } = rig();
  connection.serve('ui://a', '<p>x</p>');
  const { template } = await open();
  const on = { hash: template.hash, channel: 'ahp-root://' };
  await operations.decideTemplate({ ...on, decision: 'blocked' }, caller);
  const refusal = await open().catch((error: unknown) => error);
  expect(refusal).toMatchObject({
    kind: 'PermissionDenied',
    data: { review: 'blocked', hash: template.hash },
  });
  expect(String(refusal)).toMatch(
    /ui:\/\/a of Budget was blocked by local on \d{4}-\d\d-\d\d\. Allow its template/,
  );
  expect(audited.at(-1)).toMatchObject({ method: 'sandbox/open', decision: 'refused' });
  await operations.decideTemplate({ ...on, decision: 'undecided' }, caller);
  await operations.setUnreviewedTemplates({ unreviewed: 'ask', channel: 'ahp-root://' }, caller);
  await expect(open()).rejects.toMatchObject({ data: { review: 'undecided', hash: template.hash } });
  await operations.decideTemplate({ ...on, decision: 'allowed' }, caller);
  await expect(open()).resolves.toMatchObject({ template });
  expect(await operations.listTemplates({ channel: 'ahp-root://' }, caller)).toMatchObject({
    templates: [{ hash: template.hash, server: 'server-1', serverName: 'Budget', decision: 'allowed' }],
    unreviewed: 'ask',
  });
});

test('E3: what the user grants to a server is in the next sandbox', async () => {
  const { connection, open, operations, caller } = rig();
  connection.serve('ui://a', '<p>x</p>');
  await open();
  const root = { channel: 'ahp-root://' };
  const change = {
    server: 'server-1',
    loosen: ['unsafe-eval' as const],
    consent: { message: 'allow' as const },
  };
  expect(await operations.setViewPolicy({ ...change, ...root }, caller)).toEqual({
    policy: { ...change, serverName: 'Budget' },
  });
  const sandbox = await open();
  expect(sandbox).toMatchObject({ loosened: ['unsafe-eval'], consent: { message: 'allow' } });
  expect(sandbox.policy).toContain("'unsafe-eval'");
  expect(await operations.listViewPolicies(root, caller)).toEqual({
    policies: [{ ...change, serverName: 'Budget' }],
  });
});

test('E9, C6: what a View did in the shell is put on record as whose it is', async () => {
  const { operations, caller, audited } = rig();
  const records = [
    {
      method: 'ui/open-link',
      target: 'https://a.example',
      decision: 'refused' as const,
      reason: 'No.',
      bytes: 10,
    },
    { method: 'ui/message', decision: 'allowed' as const, bytes: 20 },
  ];
  await operations.recordView({ server: channel, view: 'v', records, channel: 'ahp-root://' }, caller);
  const about = {
    session: 'session',
    server: 'server-1',
    serverName: 'Budget',
    by: 'view',
    principal: 'local',
    clientId: 'shell',
    view: 'v',
  };
  expect(audited).toEqual([
    {
      ...about,
      method: 'ui/open-link',
      target: 'https://a.example',
      decision: 'refused',
      reason: 'No.',
      requestBytes: 10,
    },
    { ...about, method: 'ui/message', decision: 'allowed', requestBytes: 20 },
  ]);
});

test('E1, E8: what the server fails at is told in its own words, and what is no View in ours', async () => {
  const { connection, open, audited } = rig();
  connection.contents.set('ui://a', new ServerFailure('unavailable', 'Budget does not run.'));
  await expect(open()).rejects.toMatchObject({ kind: 'Unavailable', message: 'Budget does not run.' });
  await expect(open({ resourceUri: 'ui://none' })).rejects.toThrow(/isn't a View/);
  await expect(open({ resourceUri: 'https://x.example' })).rejects.toThrow(/starts with "ui:/);
  connection.serve('ui://a', '<p>x</p>');
  await expect(open({ shell: 'http://evil.example' })).rejects.toThrow(/isn't a page of this host/);
  expect(audited.map(({ decision }) => decision)).toEqual(['refused', 'refused', 'refused', 'refused']);
});

/** Opened ahead, for a View that doesn't exist yet. */
const ahead = { view: undefined };

test('E3, E9: one that was opened ahead is the next View’s, once, and is on record as that', async () => {
  const { connection, open, sandboxes, audited } = rig();
  connection.serve('ui://a', '<p>x</p>');
  const early = await open(ahead);
  expect(audited).toEqual([]);
  const { hostname, pathname } = new URL(early.url);
  const served = sandboxes.take(hostname, pathname.slice(1));
  expect(await open({ view: 'first', ahead: early.url })).toEqual(early);
  expect(audited).toMatchObject([{ method: 'sandbox/open', view: 'first', decision: 'allowed' }]);
  served?.reports?.take({
    'csp-report': { 'effective-directive': 'img-src', 'blocked-uri': 'https://x.example' },
  });
  expect(audited[1]).toMatchObject({ method: 'csp', view: 'first' });
  const second = await open({ view: 'second', ahead: early.url });
  expect(second.url).not.toBe(early.url);
});

test('E1, E3: what was decided since it was opened counts', async () => {
  const { connection, open, operations, caller } = rig();
  const root = { channel: 'ahp-root://' };
  connection.serve('ui://a', '<p>x</p>');
  connection.serve('ui://b', '<p>y</p>');
  const taken = async (changes: object = {}, by = caller): Promise<boolean> => {
    const { url } = await open(ahead);
    await change();
    return (await open({ ahead: url, ...changes }, by)).url === url;
  };
  let change = async (): Promise<unknown> => undefined;
  expect(await taken()).toBe(true);
  expect(await taken({ resourceUri: 'ui://b' })).toBe(false);
  expect(await taken({ shell: 'http://10.0.0.5:5644' })).toBe(false);
  expect(await taken({}, { ...caller, clientId: 'another' })).toBe(false);
  change = () => operations.setViewPolicy({ server: 'server-1', loosen: ['blob:'], ...root }, caller);
  expect(await taken()).toBe(false);
  connection.serve('ui://a', '<p>x</p>', { domain: 'my.example' });
  change = () => operations.setViewPolicy({ server: 'server-1', loosen: ['stable-origin'], ...root }, caller);
  expect(await taken()).toBe(false);
  change = () =>
    operations.setViewPolicy({ server: 'server-1', consent: { message: 'deny' }, ...root }, caller);
  expect(await taken()).toBe(false);
  const { url, template } = await open(ahead);
  await operations.decideTemplate({ hash: template.hash, decision: 'blocked', ...root }, caller);
  await expect(open({ ahead: url })).rejects.toThrow(/was blocked/);
});
