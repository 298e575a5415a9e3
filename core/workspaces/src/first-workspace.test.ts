import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Artifacts } from '@loggia/artifacts';
import { ArtifactRig, me } from '@loggia/testing/artifacts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ensureFirstWorkspace } from './first-workspace.ts';

let directory: string;
let welcome: string;
let rig: ArtifactRig;
const problems: unknown[] = [];

beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'loggia-first-'));
  welcome = await mkdtemp(path.join(tmpdir(), 'loggia-welcome-'));
  await shipped({ title: 'Welcome', collections: [{ key: 'book', title: 'Handbook' }], artifacts: [note] });
  await writeFile(path.join(welcome, 'note.md'), 'Hello');
  problems.length = 0;
  rig = await ArtifactRig.open({ directory });
});
afterEach(async () => {
  await rig.close();
  await Promise.all([directory, welcome].map((made) => rm(made, { recursive: true })));
});

const note = { title: 'Note', content: 'note.md', commit: 'First', collections: ['book'] };

async function shipped(manifest: unknown): Promise<void> {
  await writeFile(path.join(welcome, 'workspace.json'), JSON.stringify(manifest));
}

function start(
  more: { readonly welcome?: string | undefined; readonly artifacts?: Partial<Artifacts> } = {},
): Promise<void> {
  return ensureFirstWorkspace({
    kernel: rig.kernel,
    artifacts: { ...rig.artifacts, ...more.artifacts },
    caller: me,
    welcome: 'welcome' in more ? more.welcome : welcome,
    report: (_, error) => void problems.push(error),
  });
}

async function restart(): Promise<void> {
  await rig.close();
  rig = await ArtifactRig.open({ directory });
}

/** Workspaces and collections, each with the number of artifacts in it. */
async function all() {
  const { workspaces, collections } = await rig.library();
  const states = await Promise.all(workspaces.map(({ id }) => rig.shown(id)));
  return {
    workspaces: states.map(({ title, counts }) => [title, counts.committed]),
    collections: collections.map(({ title, count }) => [title, count]),
  };
}

const welcomed = { workspaces: [['Welcome', 1]], collections: [['Handbook', 1]] };
const empty = { workspaces: [['Workspace', 0]], collections: [] };

test('F2: the first start makes the workspace that shows what there is, and the second one nothing', async () => {
  await start();
  expect(await all()).toEqual(welcomed);
  await restart();
  await start();
  expect([await all(), problems]).toEqual([welcomed, []]);
});

test('F2: without a welcome, there is an empty workspace', async () => {
  await start({ welcome: undefined });
  expect(await all()).toEqual(empty);
});

test('F2: whoever deletes the last workspace gets an empty one, and not the welcome again', async () => {
  await start();
  for (const { id } of (await rig.library()).workspaces)
    await rig.artifacts.deleteWorkspace({ workspace: id, withContents: true }, me);
  await restart();
  await start();
  expect((await all()).workspaces).toEqual(empty.workspaces);
});

test('F2: a host that has workspaces keeps them as they are', async () => {
  await rig.workspace('Mine');
  await start();
  expect(await all()).toEqual({ workspaces: [['Mine', 0]], collections: [] });
});

test.each(['createArtifact', 'commitArtifacts', 'linkArtifacts'] as const)(
  'F2: a start that is cut off at %s is made up for by the next one, with nothing twice',
  async (at) => {
    // Simulates the end of the process: nothing after this point happens.
    let reached: () => void = () => undefined;
    const cut = new Promise<void>((resolve) => {
      reached = resolve;
    });
    const never = () => {
      reached();
      return new Promise<never>(() => undefined);
    };
    void start({ artifacts: { [at]: never } });
    await cut;
    await restart();
    await start();
    expect([await all(), problems]).toEqual([welcomed, []]);
    await restart();
    await start();
    expect(await all()).toEqual(welcomed);
  },
);

test('F2: a start that was cut off, and the welcome turned off since, leaves an empty workspace', async () => {
  rig.kernel.records.put('first-start', 'welcome', 'begun');
  await rig.workspace('Half of it');
  await start({ welcome: undefined });
  expect(await all()).toEqual(empty);
  await rig.workspace('Mine');
  await restart();
  await start();
  expect((await all()).workspaces).toHaveLength(2);
});

test('F2: a welcome that cannot be read is reported, and there is a workspace all the same', async () => {
  await shipped({ no: 'title' });
  await start();
  expect([await all(), problems.length]).toEqual([empty, 1]);
  await restart();
  await start();
  expect([await all(), problems.length]).toEqual([empty, 1]);
});

test('F2: a welcome that fails half way leaves what came before it', async () => {
  await shipped({ title: 'Welcome', artifacts: [note, { title: 'Missing', content: 'missing.md' }] });
  await start();
  expect([await all(), problems.length]).toEqual([{ workspaces: [['Welcome', 1]], collections: [] }, 1]);
  await restart();
  await start();
  expect(await all()).toEqual({ workspaces: [['Welcome', 1]], collections: [] });
});
