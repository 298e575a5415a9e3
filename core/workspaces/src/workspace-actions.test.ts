import type { Channel } from '@loggia/kernel';
import { workspaceUri, type StateAction, type WorkspaceState } from '@loggia/protocol';
import { ActionRefused } from '@loggia/sessions/equipment';
import { ArtifactRig } from '@loggia/testing/artifacts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WorkspaceActions } from './workspace-actions.ts';

let rig: ArtifactRig;
let uri: string;
let actions: WorkspaceActions;
/** The calls to equipment. */
const told: unknown[] = [];
let refusal: string | undefined;

beforeEach(async () => {
  rig = await ArtifactRig.open();
  uri = workspaceUri(await rig.workspace());
  told.length = 0;
  refusal = undefined;
  actions = new WorkspaceActions({
    kernel: rig.kernel,
    equipment: {
      refuse: () => refusal,
      followed: (followed, action, clientId) => void told.push(['followed', followed, action.type, clientId]),
    },
  });
});
afterEach(async () => {
  await rig.close();
});

async function channelOf(): Promise<Channel<WorkspaceState>> {
  const channel = await rig.kernel.load<WorkspaceState>(uri);
  if (!channel) throw new Error(`There is no ${uri}.`);
  return channel;
}

describe('F2: what a client wants of the servers of a workspace', () => {
  const origin = { clientId: 'c', clientSeq: 1, by: 'p' };
  const stop = { type: 'session/mcpServerStopRequested', id: 'a' } as StateAction;

  test.each([
    'session/customizationToggled',
    'session/mcpServerStartRequested',
    'session/mcpServerStopRequested',
    'session/mcpServerBackgroundRequested',
  ])('happens, and equipment follows: %s', async (type) => {
    const channel = await channelOf();
    const before = channel.seq;
    actions.dispatch(channel, { type, id: 'a', enablement: [] } as StateAction, origin);
    expect(channel.seq).toBeGreaterThan(before);
    expect(told).toEqual([['followed', uri, type, 'c']]);
  });

  test.each([
    'session/titleChanged',
    'session/customizationsChanged',
    'session/mcpServerStateChanged',
    'x-loggia/artifactsSet',
    'x-loggia/typesChanged',
    'constructor',
  ])('is nothing that only the host may say: %s', async (type) => {
    const channel = await channelOf();
    const before = channel.seq;
    expect(() => actions.dispatch(channel, { type } as unknown as StateAction, origin)).toThrow(
      new ActionRefused(`The action ${type} does not belong to a workspace.`),
    );
    expect([channel.seq, told]).toEqual([before, []]);
  });

  test('is for the workspace or for everywhere, never for a session', async () => {
    const channel = await channelOf();
    const before = channel.seq;
    const toggle = (kind: string) =>
      actions.dispatch(
        channel,
        {
          type: 'session/customizationToggled',
          id: 'a',
          enablement: [{ kind, uri, enabled: false }],
        } as StateAction,
        origin,
      );
    expect(() => toggle('session')).toThrow(`Send the kind "workspace" with the URI ${uri}.`);
    expect(channel.seq).toBe(before);
    toggle('workspace');
    toggle('global');
    expect(told).toHaveLength(2);
  });

  test('does not happen where equipment says why not', async () => {
    refusal = 'There is no server "a".';
    const channel = await channelOf();
    const before = channel.seq;
    expect(() => actions.dispatch(channel, stop, origin)).toThrow(new ActionRefused(refusal));
    expect([channel.seq, told]).toEqual([before, []]);
  });
});

describe('F2, J8: windows on a desk', () => {
  const set = (id: string) => ({
    type: 'x-loggia/windowSet' as const,
    window: { id, target: { kind: 'artifact', artifact: 'a' }, x: 0, y: 0, width: 10, height: 10, order: 1 },
  });

  test('are what clients put there, up to a bound that says what to do', async () => {
    const channel = await channelOf();
    const origin = { clientId: 'c', clientSeq: 1, by: 'p' };
    const dispatch = (action: object) => actions.dispatch(channel, action as StateAction, origin);
    for (let index = 0; index < 50; index += 1) dispatch(set(`w${index}`));
    expect(() => dispatch(set('one more'))).toThrow(ActionRefused);
    expect(() => dispatch(set('one more'))).toThrow('Close one');
    dispatch(set('w7'));
    dispatch({ type: 'x-loggia/windowRemoved', id: 'w7' });
    dispatch(set('one more'));
    const { windows = [] } = channel.state;
    expect(windows.map(({ id }) => id)).toHaveLength(50);
    expect(told).toEqual([]);
  });

  test('are saved as layouts, up to a bound that says what to do', async () => {
    const channel = await channelOf();
    const dispatch = (action: object) =>
      actions.dispatch(channel, action as StateAction, { clientId: 'c', clientSeq: 1, by: 'p' });
    const layout = (id: string) => ({
      type: 'x-loggia/layoutSet' as const,
      layout: { id, title: id, savedAt: '2026-01-01T00:00:00.000Z', windows: [] },
    });
    for (let index = 0; index < 20; index += 1) dispatch(layout(`l${index}`));
    expect(() => dispatch(layout('one more'))).toThrow('Delete one to save another');
    dispatch(layout('l7'));
    dispatch({ type: 'x-loggia/layoutRemoved', id: 'l7' });
    dispatch(layout('one more'));
    expect(channel.state.layouts).toHaveLength(20);
  });
});
