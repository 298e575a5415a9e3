import { agentOf, localPrincipal } from '@loggia/access';
import { apiMetaKey } from '@loggia/content';
import { buildRegistry } from '@loggia/registry';
import { expect, test } from 'vitest';
import { CallKeys } from './call-keys.ts';
import type { KeyRequest } from './key-ring.ts';
import { OpenViews } from './open-views.ts';
import { contractOf } from './servers.testkit.ts';

const parcel = 'application/vnd.acme.parcel+json';

function setUp() {
  const issued: KeyRequest[] = [];
  const registry = buildRegistry({
    claims: [
      {
        server: 'owner',
        name: 'Owner',
        order: 0,
        trust: 'trusted',
        contracts: [
          contractOf(parcel, { presentation: { label: 'Parcel' }, behaviors: { needs: ['servers'] } }),
        ],
      },
    ],
    builtins: [],
    policy: { precedence: {}, chosen: {} },
  });
  const rows: Record<string, object> = {
    a: { id: 'a', workspace: 'w', type: parcel },
    trashed: { id: 'trashed', workspace: 'w', type: parcel, deletedAt: '2026-01-01T00:00:00.000Z' },
  };
  const views = new OpenViews();
  const used: string[] = [];
  const tools = [{ name: 'look', annotations: { readOnlyHint: true } }, { name: 'save' }];
  const keys = new CallKeys({
    views,
    registry: {
      of: () => registry,
      awake: async () => registry,
      server: () => ({ connection: { tools } }) as never,
    },
    keys: {
      issue: (request) => {
        issued.push(request);
        return { url: 'http://host/api', token: `key ${issued.length}`, expiresAt: '' };
      },
    },
    artifacts: { row: async (id) => rows[id] as never },
    used: (artifact) => void used.push(artifact),
  });
  const open = (grant: 'read' | 'write', principal = localPrincipal) =>
    views.open({ artifact: 'a', workspace: 'w', server: 'owner', principal, grant, type: parcel });
  return { keys, issued, used, open };
}

const viewCall = { server: 'owner', tool: 'save', principal: localPrincipal };
const agentCall = { server: 'owner', agent: 'Operator', input: { artifact: 'a' }, readOnly: false };

test('H4: what a View asks of its server comes with a key to its artifact, as good as the tool needs', () => {
  const { keys, issued, open } = setUp();
  const view = open('write');
  expect(keys.forView(view, viewCall)).toEqual({
    [apiMetaKey]: { url: 'http://host/api', token: 'key 1', expiresAt: '' },
  });
  keys.forView(view, { ...viewCall, tool: 'look' });
  keys.forView(open('read'), viewCall);
  const calledBy = { kind: 'view', name: 'Parcel' };
  const key = { workspace: 'w', server: 'owner', artifact: 'a', permissions: ['servers'], calledBy };
  expect(issued).toEqual([
    { ...key, grant: 'write' },
    { ...key, grant: 'read' },
    { ...key, grant: 'read' },
  ]);
});

test('SE5: a View that nobody opened, or of another server, gets no key', () => {
  const { keys, issued, open } = setUp();
  expect(keys.forView('unknown', viewCall)).toBeUndefined();
  expect(keys.forView(open('write'), { ...viewCall, server: 'other' })).toBeUndefined();
  expect(issued).toEqual([]);
});

test('H4, H5: a call of an agent about an artifact comes with a key that lends what the agent holds', async () => {
  const { keys, issued } = setUp();
  expect(await keys.forAgent(agentCall)).toHaveProperty([apiMetaKey, 'token'], 'key 1');
  await keys.forAgent({ ...agentCall, readOnly: true });
  const calledBy = { kind: 'agent', name: 'Operator' };
  const key = { workspace: 'w', server: 'owner', artifact: 'a', permissions: [], calledBy };
  expect(issued).toEqual([
    { ...key, grant: 'write' },
    { ...key, grant: 'read' },
  ]);
  expect(agentOf(localPrincipal).scope.permissions).toEqual([]);
});

test('SE5: no key for what is no artifact, is in the trash, or belongs to another server', async () => {
  const { keys, issued } = setUp();
  for (const artifact of [undefined, 7, 'nothing', 'trashed'])
    expect(await keys.forAgent({ ...agentCall, input: { artifact } })).toBeUndefined();
  expect(await keys.forAgent({ ...agentCall, server: 'other' })).toBeUndefined();
  expect(issued).toEqual([]);
});

test('F3: a call that may change an artifact counts as use before it reaches the server; one that reads does not', async () => {
  const { keys, used, open } = setUp();
  keys.forView(open('write'), { ...viewCall, tool: 'look' });
  keys.forView(open('read'), viewCall);
  await keys.forAgent({ ...agentCall, readOnly: true });
  expect(used).toEqual([]);
  keys.forView(open('write'), viewCall);
  await keys.forAgent(agentCall);
  expect(used).toEqual(['a', 'a']);
});
