import { workspaceUri } from '@loggia/protocol';
import { ClientRig } from '@loggia/testing/transport';
import { describe, expect, it } from 'vitest';
import { openLibrary, openWorkspace } from './open.ts';

const counts = { drafts: 1, committed: 0, archived: 0, deleted: 0 };
const state = {
  id: 'w',
  title: 'Work',
  createdAt: '2026-01-01T00:00:00.000Z',
  counts,
  artifacts: [],
  types: [],
};
const changed = {
  channel: workspaceUri('w'),
  action: { type: 'x-loggia/workspaceChanged', title: 'Play' } as never,
  serverSeq: 12,
};

async function watching(rig: ClientRig): Promise<ReturnType<typeof openWorkspace>> {
  await rig.connected();
  rig.host.answers('subscribe', { snapshot: { resource: workspaceUri('w'), state, fromSeq: 11 } });
  const view = openWorkspace(rig.client, 'w');
  await rig.settle();
  return view;
}

describe('the channels of a workspace and of the library', () => {
  it('F5: are folded by every client', async () => {
    const rig = new ClientRig();
    const view = await watching(rig);
    const snapshots: string[] = [];
    view.onSnapshot(() => snapshots.push(view.state?.title ?? ''));
    rig.host.act(changed);
    await rig.settle();
    expect(view.state).toEqual({ ...state, title: 'Play' });
    expect(view.legacy).toBe(false);
    expect(snapshots).toEqual([]);

    rig.host.answers('subscribe', {
      snapshot: { resource: 'x-loggia-library:/', state: { workspaces: [], collections: [] }, fromSeq: 12 },
    });
    const library = openLibrary(rig.client);
    await rig.settle();
    const workspace = { id: 'w', channel: workspaceUri('w'), title: 'Play', createdAt: state.createdAt };
    const action = { type: 'x-loggia/workspaceSet', workspace } as never;
    rig.host.act({ channel: 'x-loggia-library:/', action, serverSeq: 13 });
    await rig.settle();
    expect(library.state).toEqual({ workspaces: [workspace], collections: [] });
  });

  it('F5: unless somebody knows better how', async () => {
    const rig = new ClientRig({ reducers: () => (_, action) => action.type });
    const view = await watching(rig);
    rig.host.act(changed);
    await rig.settle();
    expect(view.state).toBe('x-loggia/workspaceChanged');
  });

  it('A4: tell of a snapshot that replaced the state, before what came after it', async () => {
    const rig = new ClientRig();
    const view = await watching(rig);
    const heard: string[] = [];
    view.onSnapshot(() => heard.push(`snapshot ${view.state?.title}`));
    view.onAction(({ action }) => heard.push(action.type));
    rig.host.answers('reconnect', {
      type: 'snapshot',
      snapshots: [{ resource: workspaceUri('w'), state: { ...state, title: 'New' }, fromSeq: 11 }],
    });
    rig.network.link.cut();
    await rig.pass(250);
    rig.host.act(changed);
    await rig.settle();
    expect(heard).toEqual(['snapshot New', 'x-loggia/workspaceChanged']);
  });
});
