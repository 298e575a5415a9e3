import type { SessionSummary } from '@loggia/protocol';
import { ClientRig } from '@loggia/testing/transport';
import { describe, expect, it } from 'vitest';
import { SessionList } from './session-list.ts';

const root = 'ahp-root://';

function summary(name: string, day: number, more: Partial<SessionSummary> = {}): SessionSummary {
  return {
    resource: `ahp-session:/${name}`,
    provider: 'echo',
    title: name,
    status: 1,
    createdAt: '2026-01-01T00:00:00.000Z',
    modifiedAt: `2026-01-0${day}T00:00:00.000Z`,
    ...more,
  };
}

const names = (list: SessionList) => list.getSnapshot().sessions.map(({ title }) => title);

async function listing(...pages: SessionSummary[][]): Promise<{ rig: ClientRig; list: SessionList }> {
  const rig = new ClientRig();
  const list = new SessionList(rig.client, { pageSize: 2 });
  for (const [index, items] of pages.entries()) expectPage(rig, items, index < pages.length - 1);
  await startWith(rig);
  return { rig, list };
}

function expectPage(rig: ClientRig, items: SessionSummary[], more = false): void {
  rig.host.answers('listSessions', { items, ...(more && { nextCursor: 'more' }) }, { limit: 2 });
}

/** The handshake has to come first in the script, whatever was expected before. */
async function startWith(rig: ClientRig): Promise<void> {
  const snapshots = [{ resource: root, state: { agents: [] }, fromSeq: 10 }];
  rig.host.first('initialize', { protocolVersion: '1.0.0', serverSeq: 10, snapshots });
  void rig.client.connect();
  await rig.settle();
}

describe('the list of sessions', () => {
  it('A9: is read page by page, newest first', async () => {
    const { rig, list } = await listing([summary('c', 3), summary('b', 2)], [summary('a', 1)]);
    expect(list.getSnapshot().phase).toBe('ready');
    expect(names(list)).toEqual(['c', 'b', 'a']);
    expect(rig.host.expected).toEqual([]);
  });

  it('A9: follows what the host says', async () => {
    const { rig, list } = await listing([summary('b', 2), summary('a', 1)]);
    const seen: string[][] = [];
    list.subscribe(() => seen.push(names(list)));
    rig.host.notify('root/sessionAdded', { channel: root, summary: summary('c', 3) });
    const changes = { title: 'A', modifiedAt: '2026-01-04T00:00:00.000Z' };
    rig.host.notify('root/sessionSummaryChanged', { channel: root, session: 'ahp-session:/a', changes });
    rig.host.notify('root/sessionRemoved', { channel: root, session: 'ahp-session:/b' });
    rig.host.notify('root/sessionSummaryChanged', { channel: root, session: 'ahp-session:/gone', changes });
    await rig.settle();
    expect(seen.slice(0, 3)).toEqual([
      ['c', 'b', 'a'],
      ['A', 'c', 'b'],
      ['A', 'c'],
    ]);
    expect(list.getSnapshot().sessions[0]).toEqual({ ...summary('a', 4), title: 'A' });
  });

  it('A9: what is said while it is read counts more than what was read', async () => {
    const rig = new ClientRig();
    const list = new SessionList(rig.client);
    rig.host.hears('listSessions');
    await startWith(rig);
    rig.host.notify('root/sessionRemoved', { channel: root, session: 'ahp-session:/a' });
    rig.host.notify('root/sessionAdded', { channel: root, summary: summary('new', 5) });
    await rig.settle();
    expect([list.getSnapshot().phase, names(list)]).toEqual(['loading', ['new']]);
    rig.host.answerNow('listSessions', { result: { items: [summary('a', 1), summary('b', 2)] } });
    await rig.settle();
    expect([list.getSnapshot().phase, names(list)]).toEqual(['ready', ['new', 'b']]);
  });

  it('A4, A9: is read anew after each reconnect, because nothing of it is replayed', async () => {
    const { rig, list } = await listing([summary('a', 1)]);
    rig.host.answers('reconnect', { type: 'replay', actions: [], missing: [] });
    expectPage(rig, [summary('b', 2)]);
    rig.network.link.cut();
    expect(names(list)).toEqual(['a']);
    await rig.pass(250);
    expect(names(list)).toEqual(['b']);
  });

  it('A4: a reading that the connection ends is taken up by the next one', async () => {
    const rig = new ClientRig();
    const list = new SessionList(rig.client, { pageSize: 2 });
    rig.host.hears('listSessions');
    await startWith(rig);
    rig.network.link.cut();
    rig.host.answers('reconnect', { type: 'replay', actions: [], missing: [] });
    expectPage(rig, [summary('a', 1)]);
    await rig.pass(249);
    expect(list.getSnapshot()).toEqual({ phase: 'loading', sessions: [] });
    await rig.pass(1);
    expect(names(list)).toEqual(['a']);
  });

  it('L5: says why it could not be read, and can be read again', async () => {
    const rig = new ClientRig();
    const list = new SessionList(rig.client, { pageSize: 2 });
    rig.host.fails('listSessions', { code: -32603, message: 'Disk on fire.' });
    await startWith(rig);
    expect(list.getSnapshot()).toMatchObject({ phase: 'failed', error: { message: 'Disk on fire.' } });
    expectPage(rig, [summary('a', 1)]);
    const refreshed = list.refresh();
    await rig.settle();
    await refreshed;
    expect(list.getSnapshot()).toEqual({ phase: 'ready', sessions: [summary('a', 1)] });
  });

  it('lets go of everything when it is disposed of', async () => {
    const { rig, list } = await listing([summary('a', 1)]);
    rig.host.hears('unsubscribe', { channel: root });
    list.dispose();
    rig.host.notify('root/sessionRemoved', { channel: root, session: 'ahp-session:/a' });
    await rig.settle();
    expect(names(list)).toEqual(['a']);
    expect(rig.host.expected).toEqual([]);
  });
});
