import { workspaceUri, type SessionAction, type SessionState } from '@loggia/protocol';
import type { SessionAccess } from '@loggia/sessions/equipment';
import { ArtifactRig } from '@loggia/testing/artifacts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withWorkspaces } from './workspaces-as-sessions.ts';

const session = 'ahp-session:/s';
const server = {
  type: 'mcpServer',
  id: 'a',
  uri: 'file:///a',
  name: 'A',
  state: { kind: 'ready' },
} as const;
const equipping: SessionAction = { type: 'session/customizationsChanged', customizations: [server] };

let rig: ArtifactRig;
let uri: string;
let closed = false;
/** The calls to sessions. */
const asked: unknown[] = [];
const someSession = { title: 'A session' } as SessionState;
const sessions: SessionAccess = {
  state: (of) => (asked.push(['state', of]), someSession),
  load: async (of) => (asked.push(['load', of]), someSession),
  append: (of, action) => void asked.push(['append', of, action.type]),
  declaredChanged: () => void asked.push(['declaredChanged']),
};

beforeEach(async () => {
  rig = await ArtifactRig.open();
  uri = workspaceUri(await rig.workspace('Mine'));
  asked.length = 0;
  closed = false;
});
afterEach(async () => {
  if (!closed) await rig.close();
});

const sessionAccess = () => withWorkspaces(sessions, rig.kernel);

test('F2: a workspace is equipped as a session is, and what becomes of its servers is told on its channel', async () => {
  const seen = await sessionAccess().load(uri);
  expect(seen).toEqual({
    provider: '',
    title: 'Mine',
    project: { uri, displayName: 'Mine' },
    status: 0,
    lifecycle: 'ready',
    activeClients: [],
    chats: [],
  });
  const channel = await rig.kernel.load(uri);
  const unpin = channel && rig.kernel.pin(channel);
  sessionAccess().append(uri, equipping);
  await rig.kernel.settled();
  expect(sessionAccess().state(uri)).toMatchObject({ title: 'Mine', customizations: [server] });
  expect(await rig.kernel.load(uri)).toMatchObject({ committed: { customizations: [server] } });
  unpin?.();
  expect(asked).toEqual([]);
});

test('F2: a workspace has no agents, so it is told of no tools', async () => {
  const channel = await rig.kernel.load(uri);
  const unpin = channel && rig.kernel.pin(channel);
  const before = channel?.seq;
  sessionAccess().append(uri, { type: 'session/serverToolsChanged', tools: [] } as unknown as SessionAction);
  expect(channel?.seq).toBe(before);
  sessionAccess().append(uri, equipping);
  expect(channel?.seq).not.toBe(before);
  unpin?.();
});

test('F2: a workspace that is not there has no state, and nothing can be added to it', async () => {
  const nowhere = workspaceUri('nowhere');
  expect([sessionAccess().state(nowhere), await sessionAccess().load(nowhere)]).toEqual([
    undefined,
    undefined,
  ]);
  expect(() => sessionAccess().append(nowhere, equipping)).not.toThrow();
});

test('F2: what is about sessions goes to sessions', async () => {
  expect([sessionAccess().state(session), await sessionAccess().load(session)]).toEqual([
    someSession,
    someSession,
  ]);
  sessionAccess().append(session, equipping);
  sessionAccess().declaredChanged();
  expect(asked).toEqual([
    ['state', session],
    ['load', session],
    ['append', session, equipping.type],
    ['declaredChanged'],
  ]);
});

test('F2: servers that end with the host are no error', async () => {
  const made = sessionAccess();
  await made.load(uri);
  await rig.close();
  closed = true;
  expect(await made.load(uri)).toBeUndefined();
  expect(() => made.append(uri, equipping)).not.toThrow();
});
