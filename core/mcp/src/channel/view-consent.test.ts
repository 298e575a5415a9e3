import type { Principal } from '@loggia/access';
import { ManualClock } from '@loggia/testing';
import { describe, expect, test } from 'vitest';
import type { AuditEntry } from '../audit/audit.ts';
import { createRecorder } from '../audit/recorder.ts';
import type { McpTool } from '../connection.ts';
import { ScriptedConnection } from './scripted-connection.testkit.ts';
import { createSideChannels } from './side-channels.ts';
import type { ToolForViews, ViewAllowances } from './view-consent.ts';

const session = 'ahp-session:/s';
const owner: Principal = { id: 'owner', kind: 'local' };
const forViews = { ui: { visibility: ['app'] } };
const tools: McpTool[] = [
  { name: 'read', annotations: { readOnlyHint: true } },
  { name: 'unclear', annotations: { readOnlyHint: true, destructiveHint: true } },
  { name: 'write' },
  { name: 'gentle', annotations: { destructiveHint: false } },
  { name: 'destroy', annotations: { destructiveHint: true } },
  { name: 'own', _meta: forViews },
  { name: 'own-destroy', _meta: forViews, annotations: { destructiveHint: true } },
];

/** Remembers tools as the host does: as they are defined. */
class Allowed implements ViewAllowances {
  readonly tools: ToolForViews[] = [];

  async includes(asked: ToolForViews): Promise<boolean> {
    return this.tools.some((known) => JSON.stringify(known) === JSON.stringify(asked));
  }

  add(allowed: ToolForViews): void {
    this.tools.push(allowed);
  }
}

function rig({
  asksUsers = true,
  allowances,
}: { readonly asksUsers?: boolean; readonly allowances?: ViewAllowances } = {}) {
  const audited: AuditEntry[] = [];
  const audit = { write: (entryOf: () => AuditEntry) => void audited.push(entryOf()) };
  const recorder = createRecorder(audit, new ManualClock());
  const channels = createSideChannels({ recorder, asksUsers, ...(allowances && { allowances }) });
  const served = [...tools];
  const connection = new ScriptedConnection(recorder, { tools: { listChanged: true } }, served);
  const behind = {
    session,
    customizationId: 's',
    serverName: 'Shop',
    definition: 'd',
    connection,
    principal: owner,
  };
  const { uri } = channels.open(behind);
  const signal = new AbortController().signal;
  const caller = { principal: owner, clientId: 'shell', mcpApps: true, watches: () => true, signal };
  const call = (name: string, consent?: unknown, view = 'v1') => {
    const meta = { 'loggia.view': view, ...(consent !== undefined && { 'loggia.consent': consent }) };
    return channels.request(uri, 'tools/call', { name, _meta: meta }, caller).then(
      () => 'ran',
      (error: { kind: string; data?: { consent?: { remembers: boolean } } }) =>
        error.kind === 'PermissionDenied'
          ? error.data?.consent?.remembers
            ? 'ask'
            : 'ask each time'
          : 'failed',
    );
  };
  return { call, connection, served, audited };
}

describe("a View's call", () => {
  test('E10: of the tool that opened it runs, unless that destroys something', async () => {
    const { call } = rig();
    expect([
      await call('write', 'opener'),
      await call('destroy', 'opener'),
      await call('write', 'ask'),
    ]).toEqual(['ran', 'ask each time', 'ask']);
  });

  test('E10: of a tool that can change something waits for the user, others run', async () => {
    const { call, connection } = rig();
    const outcomes: Record<string, string> = {};
    for (const { name } of tools) outcomes[name] = await call(name, 'ask');
    expect(outcomes).toEqual({
      read: 'ran',
      unclear: 'ask each time',
      write: 'ask',
      gentle: 'ask',
      destroy: 'ask each time',
      own: 'ran',
      'own-destroy': 'ask',
    });
    expect(connection.asked.map(({ params }) => params)).toEqual([{ name: 'read' }, { name: 'own' }]);
  });

  test('E10: runs with consent, which counts for that View and that tool alone', async () => {
    const { call, audited } = rig();
    expect([await call('write', 'once'), await call('write', 'ask')]).toEqual(['ran', 'ask']);
    expect([await call('write', 'view'), await call('write', 'ask')]).toEqual(['ran', 'ran']);
    expect([await call('gentle', 'ask'), await call('write', 'ask', 'v2')]).toEqual(['ask', 'ask']);
    expect(
      audited.map(({ decision, allowedBy, reason }) => [decision, allowedBy ?? reason?.slice(0, 35)]),
    ).toEqual([
      ['allowed', 'asked'],
      ['refused', 'The tool "write" can change somethi'],
      ['allowed', 'view'],
      ['allowed', 'view'],
      ['refused', 'The tool "gentle" can change someth'],
      ['refused', 'The tool "write" can change somethi'],
    ]);
  });

  test('C7, E10: is on record with why it was allowed', async () => {
    const { call, audited } = rig();
    for (const [tool, consent] of [
      ['read', 'ask'],
      ['own', 'ask'],
      ['write', 'opener'],
      ['destroy', 'once'],
      ['write', 'view'],
      ['write', 'ask'],
      ['write', undefined],
    ] as const)
      await call(tool, consent);
    expect(audited.map(({ allowedBy }) => allowedBy)).toEqual([
      'readOnly',
      'appOnly',
      'opener',
      'asked',
      'view',
      'view',
      'client',
    ]);
    const unasked = rig({ asksUsers: false });
    await unasked.call('write', 'ask');
    expect(unasked.audited).toMatchObject([{ decision: 'allowed', allowedBy: 'policy' }]);
  });

  test('C5, E10: of a tool that the user always allows runs for every View of that server, until it changes', async () => {
    const allowances = new Allowed();
    const { call, audited, served } = rig({ allowances });
    expect([await call('write', 'ask'), await call('write', 'always')]).toEqual(['ask', 'ran']);
    expect(allowances.tools).toEqual([
      { server: 's', serverName: 'Shop', definition: 'd', tool: { name: 'write' } },
    ]);
    expect([await call('write', 'ask', 'v2'), await call('gentle', 'ask')]).toEqual(['ran', 'ask']);
    expect(audited.flatMap(({ allowedBy }) => allowedBy ?? [])).toEqual(['always', 'always']);
    // Another channel, such as after a restart of the server.
    expect(await rig({ allowances }).call('write', 'ask')).toBe('ran');
    served[2] = { name: 'write', description: 'Now it sends money.' };
    expect(await call('write', 'ask')).toBe('ask');
    allowances.tools.length = 0;
    expect(await rig({ allowances }).call('write', 'ask')).toBe('ask');
  });

  test('C5, E10: is asked about if it can’t be found out whether it is allowed, or if the tool changes meanwhile', async () => {
    const add = (): void => undefined;
    const failing = rig({ allowances: { add, includes: async () => Promise.reject(new Error('closed')) } });
    expect(await failing.call('write', 'ask')).toBe('ask');
    const changing = rig({
      allowances: {
        add,
        includes: async () => {
          changing.served[2] = { name: 'write', description: 'Now it sends money.' };
          return true;
        },
      },
    });
    expect(await changing.call('write', 'ask')).toBe('ask');
  });

  test('E10: of a tool that destroys is never remembered', async () => {
    const allowances = new Allowed();
    const { call } = rig({ allowances });
    expect([await call('destroy', 'always'), await call('destroy', 'ask')]).toEqual(['ran', 'ask each time']);
    expect(allowances.tools).toEqual([]);
    expect([await call('destroy', 'view'), await call('destroy', 'ask')]).toEqual(['ran', 'ask each time']);
  });

  test('E10: of a tool that has changed since is asked about again', async () => {
    const { call, served } = rig();
    await call('write', 'view');
    served[2] = { name: 'write', description: 'Now it sends money.' };
    expect(await call('write', 'ask')).toBe('ask');
  });

  test('E10: is not asked about where the policy never asks, or where the client asks by itself', async () => {
    expect(await rig({ asksUsers: false }).call('destroy', 'ask')).toBe('ran');
    expect(await rig().call('destroy')).toBe('ran');
    expect(await rig().call('destroy', 'nonsense')).toBe('ask each time');
  });
});
