import type { EquippedServer } from '@loggia/customizations';
import { ServerFailure } from '@loggia/mcp';
import { workspaceUri } from '@loggia/protocol';
import { ArtifactRig } from '@loggia/testing/artifacts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WorkspaceRegistries } from './workspace-registries.ts';
import { contractOf, equipped, FakeConnection, FakeEquipment, quiet } from './servers.testkit.ts';
import { TypePolicies } from './type-policy.ts';

const note = 'application/vnd.acme.note';
const paper = 'application/vnd.acme.paper+json';
const csv = 'text/csv';
const own = 'application/vnd.loggia.board+json';
const platformUri = 'file:///shipped/handlers';
const starting = { kind: 'starting' } as const;
const ready = { kind: 'ready' } as const;
const stopped = { kind: 'stopped' } as const;
const down = { kind: 'error', error: { errorType: 'exit', message: 'It ended.' } } as const;

let rig: ArtifactRig;
let workspace: string;
let policies: TypePolicies;
let equipment: FakeEquipment;
let registry: WorkspaceRegistries;
/** The number of current users of the servers. */
let users: number;
/** Called when the servers are needed. */
let wake: () => void;
const problems: unknown[] = [];

beforeEach(async () => {
  rig = await ArtifactRig.open();
  workspace = await rig.workspace();
  policies = new TypePolicies(rig.kernel);
  equipment = new FakeEquipment();
  users = 0;
  wake = () => undefined;
  problems.length = 0;
  registry = await living();
});
afterEach(async () => {
  registry.stop();
  await rig.close();
});

async function living(): Promise<WorkspaceRegistries> {
  const made = new WorkspaceRegistries({
    kernel: rig.kernel,
    equipment,
    policies,
    builtins: [contractOf(csv, { presentation: { label: 'CSV', viewer: { native: 'csv' } } })],
    builtinProblems: [],
    platformSources: new Set([platformUri]),
    use: () => {
      users += 1;
      wake();
      return () => void (users -= 1);
    },
    report: (_, error) => void problems.push(error),
  });
  await made.start();
  return made;
}

async function equip(...servers: EquippedServer[]): Promise<void> {
  equipment.equip(workspace, servers);
  await quiet();
}

const ownerOf = (mime: string) => {
  const { owner } = registry.of(workspace).resolve(mime);
  return owner?.kind === 'server' ? owner.server : owner?.kind;
};
const shownTypes = async () => (await rig.shown(workspace)).types.map(({ mime }) => mime);

test('G2: a server comes and goes, its types with it, in what everybody sees', async () => {
  const connection = new FakeConnection().serve(note);
  await equip(equipped('a', connection));
  expect([ownerOf(note), await shownTypes()]).toEqual(['a', [note, csv]]);
  connection.serve(paper).tell('resources');
  await quiet();
  expect([ownerOf(paper), await shownTypes()]).toEqual(['a', [note, paper, csv]]);
  await equip();
  expect([ownerOf(note), await shownTypes()]).toEqual([undefined, [csv]]);
});

test('G2: a server that was stopped, or may not be used, has no types; one that is down still has them', async () => {
  const connection = new FakeConnection().serve(note);
  await equip(equipped('a', connection));
  const states = [];
  for (const state of [starting, down, stopped, ready]) {
    connection.become(state);
    equipment.changed(workspace);
    await quiet();
    states.push([state.kind, ownerOf(note)]);
  }
  expect(states).toEqual([
    ['starting', 'a'],
    ['error', 'a'],
    ['stopped', undefined],
    ['ready', 'a'],
  ]);
  await equip(equipped('a', connection, { usable: false }));
  expect(ownerOf(note)).toBeUndefined();
  await equip(equipped('a', undefined));
  expect(ownerOf(note)).toBeUndefined();
});

test('G2: a host that starts knows the types of servers that are still starting', async () => {
  await equip(equipped('a', new FakeConnection().serve(note)));
  registry.stop();
  registry = await living();
  await equip(equipped('a', new FakeConnection(starting)));
  expect(ownerOf(note)).toBe('a');
});

test('G2: a host that starts tells nobody what the last one has told', async () => {
  await equip(equipped('a', new FakeConnection().serve(note)));
  const seq = await newestSeq();
  registry.stop();
  registry = await living();
  await equip(equipped('a', new FakeConnection().serve(note)));
  expect([ownerOf(note), await newestSeq()]).toEqual(['a', seq]);
});

test('G2: a workspace that nobody uses keeps the types that it was left with', async () => {
  await equip(equipped('a', new FakeConnection().serve(note)));
  equipment.equip(workspace, undefined);
  registry.refreshAll();
  await quiet();
  expect([ownerOf(note), await shownTypes()]).toEqual(['a', [note, csv]]);
  registry.disposed(workspace);
  expect(ownerOf(note)).toBeUndefined();
});

test('G2: each workspace has the types of its own servers', async () => {
  const other = await rig.workspace('Other');
  equipment.equip(other, []);
  await equip(equipped('a', new FakeConnection().serve(note)));
  expect(registry.of(other).resolve(note).owner).toBeUndefined();
  expect((await rig.shown(other)).types.map(({ mime }) => mime)).toEqual([csv]);
});

test('G2: nothing is told when nothing has changed, but to those who wait for a server', async () => {
  const connection = new FakeConnection().serve(note);
  await equip(equipped('a', connection));
  const seq = await newestSeq();
  const heard: string[] = [];
  const unlisten = registry.onChange((changed) => void heard.push(changed));
  const before = registry.of(workspace);
  equipment.changed(workspace);
  connection.tell('resources');
  await quiet();
  expect(await newestSeq()).toBe(seq);
  expect(registry.of(workspace)).toBe(before);
  expect(heard.length).toBeGreaterThan(0);
  unlisten();
  heard.length = 0;
  equipment.changed(workspace);
  expect(heard).toEqual([]);
});

async function newestSeq(): Promise<number | undefined> {
  return (await rig.kernel.load(workspaceUri(workspace)))?.seq;
}

test.each([
  [{ kind: 'host' }, 'trusted'],
  [{ kind: 'added' }, 'trusted'],
  [{ kind: 'workspace' }, 'untrusted'],
  [{ kind: 'client' }, 'untrusted'],
  [{ kind: 'plugin', uri: 'file:///elsewhere' }, 'untrusted'],
  [{ kind: 'plugin' }, 'untrusted'],
  [{ kind: 'plugin', uri: platformUri }, 'platform'],
  // Only a plugin can come with the host, whatever else claims that location.
  [{ kind: 'workspace', uri: platformUri }, 'untrusted'],
  [{ kind: 'client', uri: platformUri }, 'untrusted'],
] as const)('G4: who declared a server decides how far it is trusted: %j is %s', async (source, trust) => {
  const connection = new FakeConnection().serve(csv).serve(own);
  await equip(equipped('a', connection, { source }));
  const { alternates, ignored } = registry.of(workspace).resolve(csv);
  expect([alternates.length, ignored.length]).toEqual(trust === 'untrusted' ? [0, 1] : [1, 0]);
  expect(registry.isPlatform(workspace, 'a')).toBe(trust === 'platform');
  expect(registry.of(workspace).resolve(own).provider !== undefined).toBe(trust === 'platform');
});

test('G4: a user trusts, and distrusts, whom they want to; what comes with the host stays what it is', async () => {
  const claims = () => new FakeConnection().serve(csv);
  await equip(
    equipped('mine', claims()),
    equipped('theirs', claims(), { source: { kind: 'workspace' } }),
    equipped('shipped', claims(), { source: { kind: 'plugin', uri: platformUri } }),
  );
  const trusted = () =>
    registry
      .of(workspace)
      .resolve(csv)
      .alternates.map(({ provider }) => (provider.kind === 'server' ? provider.server : provider.kind))
      .sort();
  expect(trusted()).toEqual(['mine', 'shipped']);
  policies.change({ trust: { server: 'mine', decision: 'untrusted' } }, (id) => `definition of ${id}`);
  policies.change({ trust: { server: 'theirs', decision: 'trusted' } }, (id) => `definition of ${id}`);
  policies.change({ trust: { server: 'shipped', decision: 'untrusted' } }, (id) => `definition of ${id}`);
  registry.refreshAll();
  expect(trusted()).toEqual(['shipped', 'theirs']);
});

test('G3: a dispute is everybody’s to see, until precedence ends it', async () => {
  await equip(
    equipped('a', new FakeConnection().serve(note)),
    equipped('b', new FakeConnection().serve(note)),
  );
  const problem = async () =>
    (await rig.shown(workspace)).types.find(({ mime }) => mime === note)?.problem ?? '';
  expect(ownerOf(note)).toBeUndefined();
  expect(await problem()).toContain('A (a) and B (b) both claim');
  policies.change({ type: note, precedence: ['b'] }, (id) => `definition of ${id}`);
  registry.refreshAll();
  await quiet();
  expect([ownerOf(note), await problem()]).toEqual(['b', '']);
});

test('G2: a server that cannot be read neither spins nor takes others with it', async () => {
  const broken = new FakeConnection();
  broken.answers['resources/list'] = () => {
    throw new ServerFailure('refused', 'No.');
  };
  await equip(equipped('broken', broken), equipped('a', new FakeConnection().serve(note)));
  await quiet();
  expect([broken.listings, problems.length, ownerOf(note)]).toEqual([1, 1, 'a']);
});

test('H5: what a type needs is known while its server is down, stopped or yet to start, and in every workspace', async () => {
  const needs = { 'behaviors.json': { mime: note, needs: ['servers'] } };
  const other = await rig.workspace('Nobody opened it yet');
  expect(registry.needs(workspace, note)).toEqual([]);
  await equip(equipped('a', new FakeConnection().serve(note, needs)));
  const everywhere = () => [workspace, other].map((one) => registry.needs(one, `${note.toUpperCase()}; a=b`));
  expect(everywhere()).toEqual([['servers'], ['servers']]);
  for (const state of [down, starting, stopped]) {
    await equip(equipped('a', new FakeConnection(state)));
    expect([state.kind, ...everywhere()]).toEqual([state.kind, ['servers'], ['servers']]);
  }
  await equip();
  expect(everywhere()).toEqual([['servers'], ['servers']]);
  registry.stop();
  registry = await living();
  expect(everywhere()).toEqual([['servers'], ['servers']]);
});

test('H5: an unknown type may need everything while a server has not said which types it has', async () => {
  await equip(equipped('new', new FakeConnection(starting)));
  expect(registry.needs(workspace, note)).toEqual(['servers']);
  expect(registry.needs(workspace, csv)).toEqual([]);
  await equip(equipped('new', new FakeConnection().serve(paper)));
  expect(registry.needs(workspace, note)).toEqual([]);
});

test('H5: two that claim a type need what either of them asked for, and the owner what it says now', async () => {
  const needs = { 'behaviors.json': { mime: note, needs: ['servers'] } };
  await equip(
    equipped('a', new FakeConnection().serve(note)),
    equipped('b', new FakeConnection().serve(note, needs)),
  );
  expect(registry.needs(workspace, note)).toEqual(['servers']);
  policies.change({ type: note, precedence: ['a'] }, (id) => `definition of ${id}`);
  registry.refreshAll();
  expect(registry.needs(workspace, note)).toEqual([]);
});

test('H5: no server keeps others from a standard type by asking for more', async () => {
  const asking = new FakeConnection()
    .serve(csv, { 'behaviors.json': { mime: csv, needs: ['servers'] } })
    .serve('*/*', { 'behaviors.json': { mime: '*/*', needs: ['servers'] } });
  await equip(equipped('a', asking));
  policies.change({ type: csv, openWith: 'a' }, (id) => `definition of ${id}`);
  registry.refreshAll();
  expect(registry.of(workspace).resolve(csv).provider).toMatchObject({ server: 'a' });
  for (const type of [csv, 'image/png', paper]) expect(registry.needs(workspace, type)).toEqual([]);
});

test('G2: whoever needs the types wakes the servers, and waits until they have said what they have', async () => {
  const connection = new FakeConnection(starting).serve(note);
  wake = () => setImmediate(() => equipment.equip(workspace, [equipped('a', connection)]));
  const awake = registry.awake(workspace, 60_000);
  await quiet();
  expect(users).toBe(1);
  connection.become(ready);
  expect((await awake).resolve(note).owner).toMatchObject({ server: 'a' });
  expect(users).toBe(0);
});

test('G2: nobody waits for a server whose types are remembered, or that is down', async () => {
  await equip(equipped('a', new FakeConnection().serve(note)));
  await equip(equipped('a', new FakeConnection(starting)), equipped('b', new FakeConnection(down)));
  expect((await registry.awake(workspace, 60_000)).resolve(note).owner).toMatchObject({ server: 'a' });
});

test('G2: nor for ever for one that does not come', async () => {
  await equip(
    equipped('slow', new FakeConnection(starting)),
    equipped('a', new FakeConnection().serve(note)),
  );
  expect((await registry.awake(workspace, 10)).resolve(note).owner).toMatchObject({ server: 'a' });
  expect(users).toBe(0);
});

test('G2: a workspace that is not there is not woken', async () => {
  const woken = vi.fn<() => void>();
  wake = woken;
  expect((await registry.awake('nowhere', 60_000)).types().map(({ mime }) => mime)).toEqual([csv]);
  expect(woken).not.toHaveBeenCalled();
});

test('G2: nobody hears of anything once it has stopped', async () => {
  const heard = vi.fn<() => void>();
  registry.onChange(heard);
  registry.stop();
  await equip(equipped('a', new FakeConnection().serve(note)));
  expect([heard.mock.calls, ownerOf(note)]).toEqual([[], undefined]);
});
