import { describe, expect, test } from 'vitest';
import { parseAction, type StateAction } from '../../../actions.ts';
import { v03ActionTable, type V03Action } from '../actions.ts';
import { busyWorld, chatUri, idleWorld } from '../busy-world.testkit.ts';
import { envelopesFor, type V03Envelope } from '../egress/envelopes.ts';
import { SessionProjector } from '../egress/project-action.ts';
import { projectSession } from '../egress/project-state.ts';
import { mustAgree } from '../must-agree.testkit.ts';
import { reduceV03 } from '../reducer.testkit.ts';
import { withSticky } from '../sticky.ts';
import { sessionUri, type World } from '../world.testkit.ts';
import { liftAction, type LiftContext, type Lifted } from './lift-action.ts';

const later = '2026-06-05T10:00:07.000Z';

function contextOf(world: World, clientId = 'one'): LiftContext {
  return { sessionUri, session: world.session, chat: world.view.chat, clientId, now: later };
}

/** Like a host: a sticky choice becomes `_meta` of the session. */
function canonical(lifted: Lifted, world: World): StateAction {
  if ('reject' in lifted) throw new Error(lifted.reject);
  if ('action' in lifted) return lifted.action;
  return { type: 'session/metaChanged', _meta: withSticky(world.session._meta, lifted.sticky) };
}

/** Sends an action and returns the answer, after checking that it leads to the client's state. */
function exchange(world: World, sent: { type: string }, clientId = 'one'): V03Envelope[] {
  const action = canonical(liftAction({ ...sent }, contextOf(world, clientId)), world);
  expect(parseAction(action)).toEqual(action);
  const channel = action.type.startsWith('chat/') ? chatUri : sessionUri;
  const entry = { channel, action, serverSeq: 7, origin: { clientId, clientSeq: 3 } };
  const projector = new SessionProjector(world.view);
  const before = projector.state(clientId);
  const answer = envelopesFor(clientId, sessionUri, entry, projector.apply(entry));
  mustAgree(
    answer.map((envelope) => envelope.action as V03Action).reduce(reduceV03, before),
    projector.state(clientId),
  );
  world.apply(entry);
  return answer;
}

const message = { text: 'Hi', origin: { kind: 'user' } } as const;
const now = { turnId: 'now' };
const tools = [{ name: 'other' }];
const activeClient = {
  clientId: 'one',
  tools,
  customizations: [
    { type: 'plugin' as const, id: 'mine', uri: 'file:///mine', name: 'Mine', enabled: false, nonce: '1' },
  ],
};
const answers = { q: { state: 'submitted' as const, value: { kind: 'text' as const, value: 'that' } } };
const failure = { success: false, pastTenseMessage: 'Failed', error: { message: 'no' } };

const sendable: V03Action[] = [
  { type: 'session/turnStarted', turnId: 't', message, queuedMessageId: 'q1' },
  { type: 'session/turnCancelled', ...now },
  { type: 'session/truncated', turnId: 'first' },
  {
    type: 'session/toolCallConfirmed',
    ...now,
    toolCallId: 'pending',
    approved: true,
    confirmed: 'user-action',
  },
  {
    type: 'session/toolCallConfirmed',
    ...now,
    toolCallId: 'pending',
    approved: true,
    confirmed: 'setting',
    editedToolInput: '{}',
    selectedOptionId: 'yes',
  },
  {
    type: 'session/toolCallConfirmed',
    ...now,
    toolCallId: 'pending',
    approved: false,
    reason: 'skipped',
    userSuggestion: message,
  },
  {
    type: 'session/toolCallContentChanged',
    ...now,
    toolCallId: 'running',
    content: [{ type: 'text', text: 'x' }],
  },
  { type: 'session/toolCallComplete', ...now, toolCallId: 'running', result: failure },
  { type: 'session/toolCallResultConfirmed', ...now, toolCallId: 'review', approved: false },
  {
    type: 'session/inputAnswerChanged',
    requestId: 'question',
    questionId: 'q',
    answer: { state: 'skipped' },
  },
  { type: 'session/inputCompleted', requestId: 'question', response: 'accept', answers },
  { type: 'session/pendingMessageSet', kind: 'queued', id: 'q1', message },
  { type: 'session/pendingMessageRemoved', kind: 'queued', id: 'q2' },
  { type: 'session/queuedMessagesReordered', order: ['q2', 'q1'] },
  { type: 'session/titleChanged', title: 'New' },
  { type: 'session/isReadChanged', isRead: true },
  { type: 'session/isArchivedChanged', isArchived: false },
  { type: 'session/configChanged', config: { color: 'blue' }, replace: true },
  { type: 'session/modelChanged', model: { id: 'm', config: { depth: '2' } } },
  { type: 'session/agentChanged', agent: { uri: 'agent:/x' } },
  { type: 'session/activeClientChanged', activeClient },
  { type: 'session/activeClientChanged', activeClient: null },
  { type: 'session/activeClientToolsChanged', tools },
  { type: 'session/customizationToggled', id: 'plugin', enabled: false },
  { type: 'session/customizationToggled', id: 'server', enabled: false },
];

describe('an action of a 0.3 client', () => {
  test.each(sendable)('A1: $type comes back to its sender in its own form', (sent) => {
    const world = sent.type === 'session/turnStarted' ? idleWorld() : busyWorld();
    expect(exchange(world, sent)[0]).toEqual({
      channel: sessionUri,
      action: sent,
      serverSeq: 7,
      origin: { clientId: 'one', clientSeq: 3 },
    });
  });

  test('A1: every action that a client may send is lifted', () => {
    const tested = new Set<string>(sendable.map(({ type }) => type));
    const byClient = [...v03ActionTable].flatMap(([type, { by }]) => (by === 'client' ? [type] : []));
    expect(byClient.filter((type) => !tested.has(type))).toEqual([]);
  });

  test('A1: it is answered even where nothing changed that it is shown', () => {
    const [answer] = exchange(busyWorld(), { type: 'session/truncated', turnId: 'nowhere' } as V03Action);
    expect(answer?.action).toEqual({ type: 'session/truncated', turnId: 'nowhere' });
  });

  test('A1: the host dates it', () => {
    const started = liftAction({ type: 'session/turnStarted', turnId: 't', message }, contextOf(idleWorld()));
    expect(started).toMatchObject({ channel: 'chat', action: { startedAt: later } });
    const cancelled = liftAction({ type: 'session/turnCancelled', ...now }, contextOf(busyWorld()));
    expect(cancelled).toMatchObject({ channel: 'chat', action: { duration: 7000 } });
  });

  test('A1: what it chose for the session is stamped on its messages', () => {
    const world = idleWorld();
    exchange(world, { type: 'session/modelChanged', model: { id: 'm' } } as V03Action);
    exchange(world, { type: 'session/agentChanged', agent: { uri: 'agent:/x' } } as V03Action);
    const stamped = { model: { id: 'm' }, agent: { uri: 'agent:/x' } };
    const queued = { type: 'session/pendingMessageSet', kind: 'queued', id: 'q3', message };
    expect(liftAction(queued, contextOf(world))).toMatchObject({ action: { message: stamped } });
    exchange(world, { type: 'session/agentChanged' } as V03Action);
    expect(projectSession(world.view).summary).toMatchObject({ model: { id: 'm' } });
    expect(projectSession(world.view).summary).not.toHaveProperty('agent');
  });

  test('A1: a plugin that it publishes is its decision for everywhere', () => {
    const sent = { type: 'session/activeClientChanged', activeClient };
    expect(liftAction(sent, contextOf(busyWorld()))).toMatchObject({
      action: {
        activeClient: { customizations: [{ id: 'mine', enablement: [{ kind: 'global', enabled: false }] }] },
      },
    });
  });

  test('A1: when it releases its role, it is shown who else is active', () => {
    const world = busyWorld({
      session: {
        activeClients: [
          { clientId: 'two', tools: [] },
          { clientId: 'one', tools },
        ],
      },
    });
    const [answer] = exchange(world, {
      type: 'session/activeClientChanged',
      activeClient: null,
    } as V03Action);
    expect(answer?.action).toEqual({
      type: 'session/activeClientChanged',
      activeClient: { clientId: 'two', tools: [] },
    });
  });
});

describe('the spellings of 0.1', () => {
  function lifted(world: World, sent: { type: string } & Record<string, unknown>): unknown {
    const result = liftAction(sent, contextOf(world));
    return 'action' in result ? result.action : result;
  }

  test('A1: userMessage, and an action that carries its own session', () => {
    const sent = {
      type: 'session/turnStarted',
      session: sessionUri,
      turnId: 't',
      userMessage: { text: 'Hi' },
    };
    expect(lifted(idleWorld(), sent)).toEqual({
      type: 'chat/turnStarted',
      turnId: 't',
      startedAt: later,
      message,
    });
  });

  test('A1: toggles by uri', () => {
    const sent = {
      type: 'session/customizationToggled',
      session: sessionUri,
      uri: 'file:///plugin',
      enabled: false,
    };
    expect(lifted(busyWorld(), sent)).toMatchObject({ type: 'session/customizationToggled', id: 'plugin' });
    expect(lifted(busyWorld(), { ...sent, uri: 'file:///shared' })).toEqual({
      reject: 'Several customizations have the URI "file:///shared"; name one by its id.',
    });
    expect(lifted(busyWorld(), { ...sent, uri: 'file:///none' })).toEqual({
      reject: 'The session has no customization "file:///none".',
    });
  });

  test('A1: activeClient null, and plugins as bare references', () => {
    const sent = { type: 'session/activeClientChanged', session: sessionUri };
    expect(lifted(busyWorld(), { ...sent, activeClient: null })).toEqual({
      type: 'session/activeClientRemoved',
      clientId: 'one',
    });
    const customizations = [{ uri: 'https://plugin.example', displayName: 'Plugin', nonce: '2' }];
    expect(
      lifted(busyWorld(), { ...sent, activeClient: { clientId: 'one', tools: [], customizations } }),
    ).toEqual({
      type: 'session/activeClientSet',
      activeClient: {
        clientId: 'one',
        tools: [],
        customizations: [
          { id: 'https://plugin.example', uri: 'https://plugin.example', name: 'Plugin', nonce: '2' },
        ],
      },
    });
  });

  test('A1: toolClientId, which must be its own', () => {
    const sent = {
      type: 'session/toolCallComplete',
      ...now,
      toolCallId: 'running',
      result: failure,
      toolClientId: 'one',
    };
    expect(lifted(busyWorld(), sent)).toEqual({
      type: 'chat/toolCallComplete',
      ...now,
      toolCallId: 'running',
      result: failure,
    });
    expect(lifted(busyWorld(), { ...sent, toolClientId: 'two' })).toEqual({
      reject: 'The action is about a tool call of another client.',
    });
  });

  test('A1: a model by its name', () => {
    expect(lifted(busyWorld(), { type: 'session/modelChanged', model: 'm' })).toEqual({
      sticky: { model: { id: 'm' } },
    });
  });
});

describe('what is refused', () => {
  const refused: [string, { type: string } & Record<string, unknown>, RegExp][] = [
    ['an unknown action', { type: 'chat/delta' }, /has no action "chat\/delta"/],
    [
      'an action of the host',
      { type: 'session/delta', turnId: 't', partId: 'p', content: 'x' },
      /Only the host/,
    ],
    ['a malformed action', { type: 'session/titleChanged', title: 3 }, /Invalid action .* at "title"/],
    [
      'an action on another session',
      { type: 'session/titleChanged', session: 'x:/y', title: 't' },
      /another session/,
    ],
    [
      'making another client active',
      { type: 'session/activeClientChanged', activeClient: { clientId: 'two', tools: [] } },
      /itself/,
    ],
    [
      'an active client that is left out',
      { type: 'session/activeClientChanged' },
      /Invalid action .* at "activeClient"/,
    ],
    [
      'a toggle of nothing',
      { type: 'session/customizationToggled', id: 'none', enabled: true },
      /no customization "none"/,
    ],
    ['no model', { type: 'session/modelChanged' }, /names no model/],
  ];
  test.each(refused)('A1: %s', (_name, sent, reason) => {
    const result = liftAction(sent, contextOf(busyWorld()));
    expect('reject' in result && result.reject).toMatch(reason);
  });

  test('A1: tools of a client that is not active', () => {
    const result = liftAction(
      { type: 'session/activeClientToolsChanged', tools },
      contextOf(busyWorld(), 'two'),
    );
    expect(result).toEqual({
      reject: 'Only an active client has tools; send session/activeClientChanged first.',
    });
  });

  test('A1: a turn in a session without a default chat', () => {
    const world = busyWorld();
    const { defaultChat: _none, ...session } = world.session;
    world.session = session;
    const result = liftAction({ type: 'session/turnStarted', turnId: 't', message }, contextOf(world));
    expect(result).toEqual({ reject: 'The session has no default chat.' });
  });
});
