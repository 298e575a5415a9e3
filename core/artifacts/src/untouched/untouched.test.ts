import { rm } from 'node:fs/promises';
import { ArtifactRig, me } from '@loggia/testing/artifacts';
import { workspaceUri, type ChatState, type WorkspaceState } from '@loggia/protocol';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Caller } from '../artifacts.ts';

const note = 'application/vnd.acme.note';
const template = { title: 'Untitled note', context: { lines: [] }, content: 'Dear' };
const types = { [note]: { template } };
const agent: Caller = { by: 'ann via agent', powers: [], retypes: true };
const dayMs = 24 * 60 * 60_000;

let rig: ArtifactRig;
let workspace: string;

beforeEach(async () => {
  rig = await ArtifactRig.open({ types });
  workspace = await rig.workspace();
});
afterEach(() => rig.close());

async function blank(caller = me): Promise<string> {
  const params = { workspace, type: note, fromTemplate: true };
  const { artifact } = await rig.artifacts.createArtifact(params, caller);
  expect(artifact).toMatchObject({ title: 'Untitled note', context: { lines: [] }, revision: 1 });
  return artifact.id;
}

async function isThere(id: string): Promise<boolean> {
  const row = await rig.artifacts.row(id);
  return row !== undefined && row.deletedAt === undefined;
}

/** Both ways in which a draft may go: a window is closed, and a day has passed. */
async function leave(id: string): Promise<void> {
  await rig.artifacts.discardUntouched([id], me);
  rig.clock.advance(2 * dayMs);
  await rig.artifacts.discardLeftOver(() => false);
}

test('F3: a draft that nobody touched goes to the trash, and comes back from it for good', async () => {
  const id = await blank();
  const discarded = await rig.artifacts.discardUntouched([id], me);
  expect(discarded.map(({ title }) => title)).toEqual(['Untitled note']);
  expect((await rig.shown(workspace)).artifacts).toEqual([]);
  expect(rig.events.map(({ kind }) => kind)).toEqual(['create', 'delete']);
  await rig.artifacts.undeleteArtifacts({ artifacts: [id] }, me);
  await leave(id);
  expect(await isThere(id)).toBe(true);
});

test('F3: one that was left over goes after a day, unless somebody shows it; not earlier', async () => {
  const [left, shown] = [await blank(), await blank()];
  rig.clock.advance(dayMs - 1000);
  expect(await rig.artifacts.discardLeftOver(() => false)).toEqual({ discarded: 0 });
  rig.clock.advance(2000);
  expect(await rig.artifacts.discardLeftOver((id) => id === shown)).toEqual({ discarded: 1 });
  expect([await isThere(left), await isThere(shown)]).toEqual([false, true]);
  expect((await rig.artifacts.row(left))?.modifiedBy).toBe('host');
});

test('F3: marks survive a restart', async () => {
  const id = await blank();
  const { directory, clock } = rig;
  await rig.kernel.close();
  const again = await ArtifactRig.open({ directory, types });
  try {
    again.clock.advance(clock.now() - again.clock.now() + 2 * dayMs);
    expect(await again.artifacts.discardLeftOver(() => false)).toEqual({ discarded: 1 });
    expect((await again.artifacts.row(id))?.deletedAt).toBeDefined();
  } finally {
    await again.close();
    await rm(directory, { recursive: true, force: true });
    rig = await ArtifactRig.open({ types });
  }
});

describe('F3: nothing goes that anybody has used', () => {
  const uses: Record<string, (id: string) => Promise<unknown>> = {
    'edited and reverted': async (id) => {
      await rig.artifacts.updateArtifact({ artifact: id, content: { text: 'Dear Ann' } }, me);
      await rig.artifacts.updateArtifact({ artifact: id, content: { text: template.content } }, me);
    },
    'edited in its context and reverted, by a handler': async (id) => {
      const handler: Caller = { by: 'ann via handler notes', powers: [], retypes: false };
      await rig.artifacts.updateArtifact({ artifact: id, context: { lines: ['a'] } }, handler);
      await rig.artifacts.updateArtifact({ artifact: id, context: { lines: [] } }, handler);
    },
    renamed: (id) => rig.artifacts.updateArtifact({ artifact: id, title: 'Letter' }, me),
    'renamed and named back, by an agent': async (id) => {
      await rig.artifacts.updateArtifact({ artifact: id, title: 'Letter' }, agent);
      await rig.artifacts.updateArtifact({ artifact: id, title: template.title }, agent);
    },
    committed: (id) => rig.commit(id),
    'linked into a collection': async (id) => {
      const { collection } = await rig.artifacts.createCollection({ title: 'Shelf' }, me);
      await rig.commit(id);
      await rig.artifacts.linkArtifacts({ collection: collection.id, artifacts: [id] }, me);
    },
    'archived and brought back': async (id) => {
      await rig.artifacts.archiveArtifacts({ artifacts: [id] }, me);
      await rig.artifacts.unarchiveArtifacts({ artifacts: [id] }, me);
    },
    'linked from a document': (id) => rig.create(workspace, { content: { text: `[it](artifact:///${id})` } }),
    'named in the context of another artifact': async (id) => {
      const other = await rig.create(workspace);
      await rig.artifacts.updateArtifact({ artifact: other.id, context: { cards: [{ of: id }] } }, me);
    },
    'put into a saved layout': async (id) => {
      const channel = await rig.kernel.load<WorkspaceState>(workspaceUri(workspace));
      if (!channel) throw new Error('There is no workspace.');
      const window = {
        id: 'w',
        target: { kind: 'artifact', artifact: id },
        x: 0,
        y: 0,
        width: 9,
        height: 9,
        order: 1,
      };
      const layout = { id: 'l', title: 'Mine', savedAt: '2026-01-01T00:00:00.000Z', windows: [window] };
      rig.kernel.append(channel, { type: 'x-loggia/layoutSet', layout } as never);
    },
    'attached to a message that is being written': async (id) => {
      const attachment = { type: 'simple', label: 'Note', _meta: { 'loggia.artifact': { id } } };
      said({ type: 'chat/draftChanged', draft: { text: '', attachments: [attachment] } });
    },
    'named in an answer that came in pieces': async (id) => {
      const turn = { responseParts: [{ kind: 'markdown', content: `[it](artifact:///${id})` }] };
      said({ type: 'chat/turnComplete', turnId: 't' }, { turns: [turn] });
    },
  };

  /** Notifies the observer of an action in a chat, as the kernel does, without a real chat. */
  function said(action: object, state: object = { turns: [] }): void {
    rig.untouched.observer.appended({ state } as { state: ChatState } as never, action as never);
  }

  test.each(Object.keys(uses))('%s', async (how) => {
    const id = await blank();
    await uses[how]?.(id);
    await leave(id);
    expect(await isThere(id)).toBe(true);
  });
});

describe('F3: nothing goes that holds anything of its maker', () => {
  const given = { type: note, fromTemplate: true };
  test.each([
    ['a title', { ...given, title: 'Letter' }],
    ['the very title of the template', { ...given, title: template.title }],
    ['a context', { ...given, context: { lines: ['a'] } }],
    ['content', { ...given, content: { text: 'Dear' } }],
    ['no template', { type: note, title: template.title, context: { lines: [] } }],
  ])('%s', async (_what, params) => {
    const { artifact } = await rig.artifacts.createArtifact({ ...params, workspace }, me);
    await leave(artifact.id);
    expect(await isThere(artifact.id)).toBe(true);
  });

  test('what an agent made, which goes on from there', async () => {
    const id = await blank(agent);
    await leave(id);
    expect(await isThere(id)).toBe(true);
  });
});

test('F1: without a title and a template that has one, nothing is created', async () => {
  const create = (given: object) => rig.artifacts.createArtifact({ ...given, workspace }, me);
  await expect(create({ content: { text: '' } })).rejects.toThrow('Send one as "title"');
  await expect(create({ type: 'a/b', fromTemplate: true })).rejects.toThrow('a/b');
  expect((await rig.shown(workspace)).artifacts).toEqual([]);
});
