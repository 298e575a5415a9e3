import type { HandlerCall } from '@loggia/artifacts';
import type { EquippedServer } from '@loggia/customizations';
import { AuthNeeded, ServerFailure } from '@loggia/mcp';
import { workspaceUri, type McpServerState } from '@loggia/protocol';
import { ArtifactRig } from '@loggia/testing/artifacts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createHandlerAccess, type HandlerAccessPorts } from './handler-access.ts';
import { WorkspaceRegistries } from './workspace-registries.ts';
import { contractOf, equipped, FakeConnection, FakeEquipment, quiet } from './servers.testkit.ts';
import { TypePolicies } from './type-policy.ts';

const note = 'application/vnd.acme.note';
const csv = 'text/csv';
const own = 'application/vnd.loggia.board+json';
const behaviors = {
  events: { commit: { tool: 'committed' } },
  capabilities: { extract_text: { tool: 'text_of' } },
  needs: ['servers'],
};
const extract = { extract_text: { builtin: 'text' } };

let rig: ArtifactRig;
let workspace: string;
let policies: TypePolicies;
let equipment: FakeEquipment;
let registry: WorkspaceRegistries;
let users: number;
const issued: unknown[] = [];

beforeEach(async () => {
  rig = await ArtifactRig.open();
  workspace = await rig.workspace();
  policies = new TypePolicies(rig.kernel);
  equipment = new FakeEquipment();
  users = 0;
  issued.length = 0;
  registry = new WorkspaceRegistries({
    kernel: rig.kernel,
    equipment,
    policies,
    builtins: [
      contractOf(csv, {
        presentation: { label: 'CSV', viewer: { native: 'csv' } },
        behaviors: { capabilities: extract },
      }),
      contractOf(own, { presentation: { label: 'Board' } }),
    ],
    builtinProblems: [],
    platformSources: new Set(),
    use: () => () => undefined,
    report: () => undefined,
  });
  await registry.start();
});
afterEach(async () => {
  registry.stop();
  await rig.close();
});

function handlers(more: Partial<HandlerAccessPorts> = {}) {
  return createHandlerAccess({
    registry,
    apiUrl: 'http://127.0.0.1:1/api',
    use: () => {
      users += 1;
      return () => void (users -= 1);
    },
    issue: (about) => {
      issued.push(about);
      return { url: 'http://127.0.0.1:1/api', token: 'key', expiresAt: '2026-01-01T00:00:00.000Z' };
    },
    ...more,
  });
}

async function equip(...servers: EquippedServer[]): Promise<void> {
  equipment.equip(workspace, servers);
  await quiet();
}

const statusOf = (type: string) => handlers().statusOf(workspace, type);

describe('H2: who answers for a type', () => {
  test('is its owner, with what it declares', async () => {
    await equip(equipped('a', new FakeConnection().serve(note, { 'behaviors.json': behaviors })));
    expect(statusOf(note)).toEqual({ kind: 'server', server: 'a', name: 'A', ready: true, ...behaviors });
  });

  test.each<[McpServerState, string]>([
    [
      { kind: 'error', error: { errorType: 'exit', message: 'It ended with code 3.' } },
      '"A" is down: It ended with code 3.',
    ],
    [{ kind: 'starting' }, '"A" is starting.'],
    [
      { kind: 'authRequired', reason: 'required', resource: { resource: 'https://a.example' } },
      '"A" asks for a sign-in. Sign in to it.',
    ],
  ])('also while it cannot be called: %j', async (state, reason) => {
    const connection = new FakeConnection().serve(note, { 'behaviors.json': behaviors });
    await equip(equipped('a', connection));
    connection.become(state);
    await quiet();
    expect(statusOf(note)).toEqual({
      kind: 'server',
      server: 'a',
      name: 'A',
      ready: false,
      reason,
      ...behaviors,
    });
  });

  test('also when nobody uses the workspace, whose servers do not run', async () => {
    await equip(equipped('a', new FakeConnection().serve(note)));
    equipment.equip(workspace, undefined);
    expect(statusOf(note)).toMatchObject({
      server: 'a',
      ready: false,
      reason: '"A" does not run. Start it.',
    });
  });

  test('is disputed where several claim it, with the names of all', async () => {
    await equip(
      equipped('a', new FakeConnection().serve(note)),
      equipped('b', new FakeConnection().serve(note)),
    );
    expect(statusOf(note)).toEqual({
      kind: 'disputed',
      reason: expect.stringMatching(/^A \(a\) and B \(b\) both claim .*precedence/),
    });
  });

  test('is nobody without an owner, whoever may show it in its absence', async () => {
    await equip(equipped('a', new FakeConnection().serve('application/*', { 'behaviors.json': behaviors })));
    expect(statusOf(note)).toEqual({ kind: 'nobody' });
    expect(statusOf('no type')).toEqual({ kind: 'nobody' });
  });

  test('is the platform for its own types and for those of everybody, with what is built in', async () => {
    expect(statusOf(csv)).toEqual({ kind: 'platform', capabilities: extract });
    expect(statusOf(own)).toEqual({ kind: 'platform', capabilities: {} });
  });

  test('G4: stays the platform for a standard type that another was chosen to open', async () => {
    await equip(equipped('a', new FakeConnection().serve(csv, { 'behaviors.json': behaviors })));
    policies.change({ type: csv, openWith: 'a' }, (id) => `definition of ${id}`);
    registry.refreshAll();
    expect(registry.of(workspace).resolve(csv).provider).toMatchObject({ server: 'a' });
    const { kind, ...rest } = statusOf(csv);
    expect([kind, 'events' in rest]).toEqual(['platform', false]);
  });

  test('H3: but whoever was chosen is asked for what it can do, with the platform as the fallback', async () => {
    const connection = new FakeConnection().serve(csv, { 'behaviors.json': behaviors });
    await equip(equipped('a', connection));
    expect(statusOf(csv)).toEqual({ kind: 'platform', capabilities: extract });
    policies.change({ type: csv, openWith: 'a' }, (id) => `definition of ${id}`);
    registry.refreshAll();
    const provider = { server: 'a', name: 'A', ready: true, capabilities: behaviors.capabilities };
    expect(statusOf(csv)).toEqual({ kind: 'platform', capabilities: extract, providers: [provider] });
    connection.become({ kind: 'starting' });
    await quiet();
    expect(statusOf(csv)).toMatchObject({ providers: [{ ready: false, reason: '"A" is starting.' }] });
  });
});

describe('H4: a call', () => {
  const wanted = (more: Partial<HandlerCall> = {}): HandlerCall => ({
    workspace,
    server: 'a',
    tool: 'committed',
    arguments: { artifact: { id: 'x', title: 'ü' } },
    about: { artifact: 'x', by: 'ann', grant: 'write', permissions: ['servers'] },
    timeoutMs: 1234,
    ...more,
  });

  test('C7: takes along a key to its artifact, and says for the record who is behind it', async () => {
    const connection = new FakeConnection().serve(note);
    connection.tool = async () => {
      expect(users).toBe(1);
      return { content: [], isError: true };
    };
    await equip(equipped('a', connection));
    const { signal } = new AbortController();
    expect(await handlers().call(wanted({ signal }))).toEqual({ content: [], isError: true });
    const access = { url: 'http://127.0.0.1:1/api', token: 'key', expiresAt: '2026-01-01T00:00:00.000Z' };
    expect(connection.calls).toEqual([
      [
        {
          name: 'committed',
          arguments: { artifact: { id: 'x', title: 'ü' } },
          _meta: { 'loggia/api': access },
        },
        {
          caller: { by: 'handler', principal: 'ann', clientId: 'host' },
          session: workspaceUri(workspace),
          timeoutMs: 1234,
          signal,
        },
      ],
    ]);
    expect(issued).toEqual([
      { workspace, server: 'a', artifact: 'x', grant: 'write', permissions: ['servers'] },
    ]);
    expect(users).toBe(0);
  });

  test('waits for a server that starts', async () => {
    const connection = new FakeConnection().serve(note);
    await equip(equipped('a', connection));
    connection.become({ kind: 'starting' });
    const called = handlers().call(wanted());
    await quiet();
    expect(connection.calls).toEqual([]);
    connection.become({ kind: 'ready' });
    expect(await called).toEqual({ content: [] });
  });

  test.each<[string, EquippedServer[], string]>([
    ['that is not there', [], 'The server "a" does not run in this workspace. Start it.'],
    [
      'that does not run',
      [equipped('a', undefined)],
      'The server "A" does not run in this workspace. Start it.',
    ],
    [
      'that was stopped',
      [equipped('a', new FakeConnection({ kind: 'stopped' }))],
      '"A" is stopped. Start it.',
    ],
    [
      'that is down',
      [equipped('a', new FakeConnection({ kind: 'error', error: { errorType: 'exit', message: 'Gone.' } }))],
      '"A" is down: Gone.',
    ],
  ])('to a server %s says so, and gives no key away', async (_, servers, sentence) => {
    await equip(...servers);
    await expect(handlers().call(wanted())).rejects.toThrow(sentence);
    expect([issued, users]).toEqual([[], 0]);
  });

  test.each([
    [
      new AuthNeeded({ reason: 'required', resource: { resource: 'https://a.example' } }),
      '"A" asks for a sign-in. Sign in to it and try again.',
    ],
    [new ServerFailure('timeout', 'It took too long.'), 'A: It took too long.'],
    [new TypeError('Anything else.'), 'Anything else.'],
  ])('that fails says whose failure it is: %s', async (thrown, sentence) => {
    const connection = new FakeConnection();
    connection.tool = () => Promise.reject(thrown);
    await equip(equipped('a', connection));
    await expect(handlers().call(wanted())).rejects.toThrow(sentence);
    expect(users).toBe(0);
  });
});

test('H4: the content of an artifact has an address, and each version one of its own', () => {
  expect([handlers().contentUrl('x'), handlers().contentUrl('x', 2)]).toEqual([
    'http://127.0.0.1:1/api/artifacts/x/content',
    'http://127.0.0.1:1/api/artifacts/x/content?version=2',
  ]);
});

test('H2: a change of servers is heard of', async () => {
  const heard: string[] = [];
  const unlisten = handlers().onChange((changed) => void heard.push(changed));
  await equip(equipped('a', new FakeConnection().serve(note)));
  expect(new Set(heard)).toEqual(new Set([workspace]));
  unlisten();
});
