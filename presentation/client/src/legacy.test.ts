import type { ActionEnvelope, StateAction } from '@loggia/protocol';
import { ClientRig } from '@loggia/testing/transport';
import { describe, expect, it } from 'vitest';
import { ActionRejected } from './errors.ts';

const uri = 'ahp-session:/old';
/** A session as 0.3 has it: the summary inside, the turns as well, times as numbers. */
const state = { summary: { resource: uri, title: 'old', modifiedAt: 1 }, lifecycle: 'ready', turns: [] };

describe('a host that speaks only 0.3', () => {
  it('A1: gives snapshots as they came, and says that they are', async () => {
    const rig = new ClientRig();
    const view = rig.client.subscribe<typeof state>(uri);
    await rig.connected({ protocolVersion: '0.3.0', snapshots: [{ resource: uri, state, fromSeq: 10 }] });
    expect([rig.client.version, rig.client.family]).toEqual(['0.3.0', '0.3']);
    expect(view.getSnapshot()).toEqual({ phase: 'live', state, confirmed: state, pending: [], legacy: true });
  });

  it('A1: passes its actions to listeners untouched, also those that share a number', async () => {
    const rig = new ClientRig();
    const view = rig.client.subscribe(uri);
    await rig.connected({ protocolVersion: '0.3.0', snapshots: [{ resource: uri, state, fromSeq: 10 }] });
    const heard: unknown[] = [];
    view.onAction((envelope) => heard.push(envelope));
    const actions = [
      { type: 'session/delta', turnId: 't', partId: 'p', content: 'x' },
      // This name has another payload in 1.0.
      { type: 'session/customizationToggled', id: 'c', enabled: false },
    ].map((action) => ({ channel: uri, action, serverSeq: 11 }));
    for (const envelope of actions) rig.host.act(envelope as unknown as ActionEnvelope);
    await rig.settle();
    expect(heard).toEqual(actions);
    expect(view.state).toEqual(state);
    expect(rig.problems).toEqual([]);
  });

  it('A3: own actions are settled all the same', async () => {
    const rig = new ClientRig();
    const view = rig.client.subscribe(uri);
    await rig.connected({ protocolVersion: '0.3.0', snapshots: [{ resource: uri, state, fromSeq: 10 }] });
    rig.host.hears('dispatchAction');
    const action = { type: 'session/modelChanged', model: { id: 'm' } } as unknown as StateAction;
    const { settled, clientSeq } = view.dispatch(action);
    await rig.settle();
    const origin = { clientId: 'me', clientSeq };
    rig.host.act({ channel: uri, action, serverSeq: 11, origin, rejectionReason: 'No.' });
    await rig.settle();
    await expect(settled).rejects.toThrow(ActionRejected);
  });

  it('A4: replays go to listeners, malformed ones are left out', async () => {
    const rig = new ClientRig();
    const view = rig.client.subscribe(uri);
    await rig.connected({ protocolVersion: '0.3.0', snapshots: [{ resource: uri, state, fromSeq: 10 }] });
    const heard: unknown[] = [];
    view.onAction(({ serverSeq }) => heard.push(serverSeq));
    const action = { type: 'session/turnStarted' };
    const actions = [
      { channel: uri, action, serverSeq: 11 },
      { channel: uri },
      { channel: uri, action, serverSeq: 12 },
    ];
    rig.host.answers('reconnect', { type: 'replay', actions, missing: [] }, { lastSeenServerSeq: 10 });
    rig.network.link.cut();
    await rig.pass(250);
    expect(heard).toEqual([11, 12]);
    expect(rig.problems).toMatchObject([{ kind: 'malformed' }]);
  });

  it('A1: results and notifications are not held to the shapes of 1.0', async () => {
    const rig = await new ClientRig().connected({ protocolVersion: '0.3.0' });
    const heard: unknown[] = [];
    rig.client.onNotification('root/sessionAdded', (params) => heard.push(params));
    const items = [{ resource: uri, modifiedAt: 1 }];
    rig.host.answers('listSessions', { items });
    const listed = rig.client.request('listSessions', { channel: 'ahp-root://' });
    const added = { channel: 'ahp-root://', summary: { resource: uri, modifiedAt: 1 } };
    rig.host.notify('root/sessionAdded', added);
    await rig.settle();
    await expect(listed).resolves.toEqual({ items });
    expect(heard).toEqual([added]);
  });
});
