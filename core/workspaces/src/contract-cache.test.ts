import { ServerFailure } from '@loggia/mcp';
import { ArtifactRig } from '@loggia/testing/artifacts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ContractCache } from './contract-cache.ts';
import { equipped, FakeConnection, quiet } from './servers.testkit.ts';

const note = 'application/vnd.acme.note';
const paper = 'application/vnd.acme.paper+json';
const starting = { kind: 'starting' } as const;
const ready = { kind: 'ready' } as const;
const down = { kind: 'error', error: { errorType: 'exit', message: 'It ended.' } } as const;

let rig: ArtifactRig;
/** The changes and problems the cache reported. */
const changes: string[] = [];
const problems: unknown[] = [];

beforeEach(async () => {
  rig = await ArtifactRig.open();
  changes.length = 0;
  problems.length = 0;
});
afterEach(() => rig.close());

async function openCache(): Promise<ContractCache> {
  const made = new ContractCache({
    kernel: rig.kernel,
    changed: () => void changes.push('changed'),
    report: (_, error) => void problems.push(error),
  });
  await made.load();
  return made;
}

const typesOf = (from: ContractCache, connection: FakeConnection | undefined, id = 's') =>
  from.of(equipped(id, connection))?.contracts.map(({ mime }) => mime);

test('G2: a server is read once, however often it is asked about', async () => {
  const [made, connection] = [await openCache(), new FakeConnection().serve(note)];
  expect([typesOf(made, connection), typesOf(made, connection)]).toEqual([undefined, undefined]);
  await quiet();
  expect([typesOf(made, connection), typesOf(made, connection)]).toEqual([[note], [note]]);
  await quiet();
  expect([connection.listings, changes]).toEqual([1, ['changed']]);
});

test('G2: a server that does not run has nothing to be read', async () => {
  const [made, connection] = [await openCache(), new FakeConnection(starting).serve(note)];
  expect([typesOf(made, undefined), typesOf(made, connection)]).toEqual([undefined, undefined]);
  await quiet();
  expect(connection.asked).toEqual([]);
  connection.become(ready);
  await quiet();
  expect([typesOf(made, connection), changes]).toEqual([[note], ['changed']]);
});

test('G2: it is read again when its resources change, and when it was started anew', async () => {
  const [made, connection] = [await openCache(), new FakeConnection().serve(note)];
  typesOf(made, connection);
  await quiet();
  connection.serve(paper).tell('resources');
  await quiet();
  expect([typesOf(made, connection), connection.listings]).toEqual([[note, paper], 2]);
  connection.resources.clear();
  connection.serve(paper).become(starting);
  await quiet();
  expect([typesOf(made, connection), connection.listings]).toEqual([[note, paper], 2]);
  connection.become(ready);
  await quiet();
  expect([typesOf(made, connection), connection.listings]).toEqual([[paper], 3]);
  for (const other of ['tools', 'prompts', 'facts', 'state'] as const) connection.tell(other);
  await quiet();
  expect(connection.listings).toBe(3);
});

test('G2: a change while it is read is not missed, and read once', async () => {
  const [made, connection] = [await openCache(), new FakeConnection().serve(note)];
  const release: (() => void)[] = [];
  connection.answers['resources/list'] = () => {
    const resources = [...connection.resources.keys()].map((uri) => ({ uri }));
    return new Promise((resolve) => release.push(() => resolve({ resources })));
  };
  typesOf(made, connection);
  await quiet();
  connection.serve(paper);
  connection.tell('resources');
  connection.tell('resources');
  release[0]?.();
  await quiet();
  expect(connection.listings).toBe(2);
  release[1]?.();
  await quiet();
  expect([typesOf(made, connection), connection.listings, changes]).toEqual([[note, paper], 2, ['changed']]);
});

test('G2: what a server had is known while it starts, also after the host was', async () => {
  const first = await openCache();
  typesOf(first, new FakeConnection().serve(note));
  await quiet();
  const second = await openCache();
  expect(typesOf(second, new FakeConnection(starting))).toEqual([note]);
  expect(typesOf(second, new FakeConnection(down))).toEqual([note]);
  expect(typesOf(second, new FakeConnection(starting), 'another')).toBeUndefined();
  typesOf(second, new FakeConnection().serve(paper));
  await quiet();
  expect(typesOf(await openCache(), new FakeConnection(starting))).toEqual([paper]);
});

test('G2: a server that has types no longer is remembered for none', async () => {
  const [made, connection] = [await openCache(), new FakeConnection().serve(note)];
  typesOf(made, connection);
  await quiet();
  connection.resources.clear();
  connection.tell('resources');
  await quiet();
  expect(typesOf(made, connection)).toEqual([]);
  expect(typesOf(await openCache(), new FakeConnection(starting))).toEqual([]);
});

test('G2: a server that never had types is known to have none while it starts again', async () => {
  typesOf(await openCache(), new FakeConnection());
  await quiet();
  expect(typesOf(await openCache(), new FakeConnection(starting))).toEqual([]);
});

test('G2: a server that cannot be read is not asked again and again', async () => {
  const [made, connection] = [await openCache(), new FakeConnection().serve(note)];
  const failure = new ServerFailure('refused', 'Not now.');
  connection.answers['resources/list'] = () => {
    throw failure;
  };
  // Like a real listener: it asks for the types again.
  for (let again = 0; again < 3; again++) {
    typesOf(made, connection);
    await quiet();
  }
  expect([typesOf(made, connection), connection.listings, problems]).toEqual([[], 1, [failure]]);
  delete connection.answers['resources/list'];
  connection.tell('resources');
  await quiet();
  expect(typesOf(made, connection)).toEqual([note]);
});

test('G2: a server that can no longer be read keeps the types it had', async () => {
  const [made, connection] = [await openCache(), new FakeConnection().serve(note)];
  typesOf(made, connection);
  await quiet();
  connection.answers['resources/list'] = () => {
    throw new ServerFailure('timeout', 'Too slow.');
  };
  connection.tell('resources');
  await quiet();
  expect([typesOf(made, connection), problems.length]).toEqual([[note], 1]);
  const next = new FakeConnection();
  next.answers['resources/list'] = connection.answers['resources/list'];
  typesOf(made, next);
  await quiet();
  expect(typesOf(made, next)).toEqual([note]);
});

test('G2: a server that goes while it is read is read when it is back, without a word', async () => {
  const [made, connection] = [await openCache(), new FakeConnection().serve(note)];
  connection.answers['resources/list'] = () => {
    connection.become(down);
    throw new ServerFailure('unavailable', 'It ended.');
  };
  typesOf(made, connection);
  await quiet();
  expect([typesOf(made, connection), problems]).toEqual([undefined, []]);
  delete connection.answers['resources/list'];
  connection.become(ready);
  await quiet();
  expect([typesOf(made, connection), problems]).toEqual([[note], []]);
});
