import { describe, expect, test } from 'vitest';
import type { StateAction } from '../../actions.ts';
import type { ChatState, ResponsePart } from '../../channels/chat/state.ts';
import type { ToolCall } from '../../channels/chat/tool-calls.ts';
import { busyWorld, chatUri, idleWorld, tell } from './busy-world.testkit.ts';
import { projectSession } from './egress/project-state.ts';
import { liftAction } from './ingress/lift-action.ts';
import { liftCommand } from './ingress/lift-command.ts';
import { mustAgree } from './must-agree.testkit.ts';
import { reduceV03 } from './reducer.testkit.ts';
import { chatUris, sessionUri, type World } from './world.testkit.ts';

const user = { kind: 'user' } as const;
const now = { turnId: 'now' };

/** The types of the actions; folding them gives the visible state, whatever was lost. */
function toldTypes(world: World, action: StateAction, clientId?: string): string[] {
  const { told, before, after } = tell(world, action, clientId);
  mustAgree(told.reduce(reduceV03, before), after);
  return told.map(({ type }) => type.replace('session/', ''));
}

function withCall(toolCall: ToolCall): World {
  const world = busyWorld();
  const { activeTurn } = world.current;
  if (activeTurn) {
    const responseParts: ResponsePart[] = [{ kind: 'toolCall', toolCall }];
    world.chats.set(chatUri, { ...world.current, activeTurn: { ...activeTurn, responseParts } });
  }
  return world;
}

function shownCall(world: World): unknown {
  const part = projectSession(world.view).activeTurn?.responseParts[0];
  return part?.kind === 'toolCall' ? part.toolCall : undefined;
}

const call = { toolCallId: 'c', toolName: 't', displayName: 'T' };
const running = {
  ...call,
  status: 'running',
  contributor: { kind: 'mcp', customizationId: 'server' },
  invocationMessage: 'Doing',
  confirmed: 'not-needed',
} as const satisfies ToolCall;
const shownRunning = { ...running };

describe('what 0.3 cannot say', () => {
  test('A1: other chats are hidden', () => {
    const world = busyWorld();
    const summary = { resource: 'ahp-chat:/x', title: 'X', status: 1, modifiedAt: '' };
    expect(toldTypes(world, { type: 'session/chatAdded', summary })).toEqual([]);
    expect(projectSession(world.view)).not.toHaveProperty('chats');
  });

  test('A1: another default chat is told as another conversation, turn by turn', () => {
    const world = busyWorld();
    const other: ChatState = {
      resource: chatUris[1],
      title: 'B',
      status: 2,
      modifiedAt: '',
      turns: [
        { id: 'b1', message: { text: 'x', origin: user }, responseParts: [], state: 'complete' },
        { id: 'b2', message: { text: 'y', origin: user }, responseParts: [], state: 'error' },
      ],
    };
    world.chats.set(chatUris[1], other);
    expect(toldTypes(world, { type: 'session/defaultChatChanged', defaultChat: chatUris[1] })).toEqual([
      'truncated',
      'turnStarted',
      'turnComplete',
      'turnStarted',
      'error',
      'pendingMessageRemoved',
      'pendingMessageRemoved',
    ]);
  });

  test('A1: turns that two chats share are kept, unless the last one has to end in an error again', () => {
    const failed = {
      id: 'x',
      message: { text: 'x', origin: user },
      responseParts: [],
      state: 'error' as const,
    };
    const turns = [...busyWorld().current.turns, failed];
    const world = idleWorld({ chat: { turns, queuedMessages: [] } });
    const { queuedMessages } = world.current;
    const fork = { ...world.current, resource: chatUris[1], status: 2, queuedMessages } as ChatState;
    world.chats.set(chatUris[1], fork);
    expect(toldTypes(world, { type: 'session/defaultChatChanged', defaultChat: chatUris[1] })).toEqual([
      'truncated',
      'turnStarted',
      'error',
    ]);
    expect(toldTypes(world, { type: 'session/defaultChatChanged', defaultChat: chatUri })).toEqual([
      'truncated',
    ]);
  });

  test('A1: of several active clients one sees itself, or the latest', () => {
    const world = busyWorld();
    const two = { clientId: 'two', tools: [] };
    expect(toldTypes(world, { type: 'session/activeClientSet', activeClient: two }, 'one')).toEqual([]);
    expect(projectSession(world.view, 'one').activeClient?.clientId).toBe('one');
    expect(projectSession(world.view, 'watcher').activeClient?.clientId).toBe('two');
    const three = { clientId: 'three', tools: [] };
    expect(toldTypes(world, { type: 'session/activeClientSet', activeClient: three }, 'watcher')).toEqual([
      'activeClientChanged',
    ]);
  });

  test('A1: the model that was used last is the model of the session', () => {
    const world = idleWorld({ session: { _meta: { other: 1 } } });
    const _meta = { other: 1, 'loggia.model': { id: 'm', config: { depth: 2, note: null } } };
    expect(tell(world, { type: 'session/metaChanged', _meta }).told).toEqual([
      { type: 'session/modelChanged', model: { id: 'm', config: { depth: '2' } } },
    ]);
    const state = projectSession(world.view);
    expect([state.summary.model, state._meta]).toEqual([{ id: 'm', config: { depth: '2' } }, { other: 1 }]);
    const lifted = liftAction(
      { type: 'session/turnStarted', turnId: 't', message: { text: 'Hi', origin: user } },
      {
        sessionUri,
        session: world.session,
        chat: world.current,
        clientId: 'one',
        now: '2026-06-05T11:00:00.000Z',
      },
    );
    expect(lifted).toMatchObject({
      action: { message: { model: { id: 'm', config: { depth: 2, note: null } } } },
    });
  });

  test('A1: only the first working directory is shown, and only snapshots change it', () => {
    const world = busyWorld({ session: { workingDirectories: ['file:///a', 'file:///b'] } });
    expect(projectSession(world.view).summary.workingDirectory).toBe('file:///a');
    expect(toldTypes(world, { type: 'session/workingDirectoryRemoved', directory: 'file:///a' })).toEqual([]);
    expect(projectSession(world.view).summary.workingDirectory).toBe('file:///b');
  });

  test('A1: a call that waits for a sign-in is shown as running', () => {
    const world = withCall(running);
    const auth = { reason: 'required', resource: { resource: 'https://x.example' } };
    expect(toldTypes(world, { type: 'chat/toolCallAuthRequired', ...now, toolCallId: 'c', auth })).toEqual(
      [],
    );
    expect([shownCall(world), projectSession(world.view).summary.status & 31]).toEqual([shownRunning, 8]);
    const failed = { success: false, pastTenseMessage: 'Gave up' };
    expect(
      toldTypes(world, { type: 'chat/toolCallComplete', ...now, toolCallId: 'c', result: failed }),
    ).toEqual(['toolCallComplete']);
  });

  test('A1: error and input parts are left out of history', () => {
    const responseParts: ResponsePart[] = [
      { kind: 'markdown', id: 'p', content: 'x' },
      { kind: 'inputRequest', request: { id: 'r' }, response: 'accept' },
      { kind: 'error', error: { errorType: 'e', message: 'm' } },
    ];
    const turns = [{ id: 't', message: { text: '', origin: user }, responseParts, state: 'error' as const }];
    expect(projectSession(idleWorld({ chat: { turns } }).view).turns).toEqual([
      {
        id: 't',
        message: { text: '', origin: user },
        responseParts: [{ kind: 'markdown', id: 'p', content: 'x' }],
        state: 'error',
        error: { errorType: 'e', message: 'm' },
      },
    ]);
  });

  test('A1: input behind a reference is inlined, or says that it is a reference', () => {
    const world = withCall({ ...running, toolInput: { uri: 'ahp-content:/1' } });
    expect(shownCall(world)).toMatchObject({ toolInput: '[content at ahp-content:/1]' });
    const { activeTurn } = projectSession(world.view, 'one', ({ uri }) => `inside ${uri}`);
    expect(activeTurn?.responseParts[0]).toMatchObject({ toolCall: { toolInput: 'inside ahp-content:/1' } });
  });

  test('A1: enablement is one boolean for containers and servers, and nothing for other children', () => {
    const world = busyWorld();
    expect(projectSession(world.view).customizations).toMatchObject([
      { id: 'plugin', enabled: true, children: [{ id: 'skill' }, { id: 'inner', enabled: true }] },
      { id: 'server', enabled: true },
    ]);
    const off = [{ kind: 'session' as const, enabled: false }];
    expect(toldTypes(world, { type: 'session/customizationToggled', id: 'skill', enablement: off })).toEqual(
      [],
    );
    expect(toldTypes(world, { type: 'session/customizationToggled', id: 'inner', enablement: off })).toEqual([
      'customizationUpdated',
    ]);
  });

  test('A1: a resumed turn is cut off and told again', () => {
    const error = { errorType: 'e', message: 'm' };
    const last = {
      id: 'last',
      message: { text: 'x', origin: user },
      responseParts: [
        { kind: 'markdown' as const, id: 'p', content: 'so far' },
        { kind: 'error' as const, error, resumable: true },
      ],
      usage: { inputTokens: 3 },
      state: 'error' as const,
    };
    const { turns } = busyWorld().current;
    const world = idleWorld({ chat: { turns: [...turns, last] }, session: { status: 1 | 32 } });
    const types = toldTypes(world, { type: 'chat/turnResume', turnId: 'last' });
    expect(types).toEqual(['truncated', 'turnStarted', 'responsePart', 'usage', 'isReadChanged']);
  });

  test('A1: turns that are loaded later make the whole conversation told again', () => {
    const older = {
      id: 'older',
      message: { text: 'x', origin: user },
      responseParts: [],
      state: 'complete' as const,
    };
    const types = toldTypes(idleWorld(), { type: 'chat/turnsLoaded', turns: [older] });
    expect(types).toEqual(['truncated', 'turnStarted', 'turnComplete', 'turnStarted', 'turnComplete']);
  });

  test('A1: a pending call that is refined is told again with its turn', () => {
    const world = busyWorld();
    const ready = { ...now, toolCallId: 'pending', invocationMessage: 'Remove it for good?' };
    const types = toldTypes(world, { type: 'chat/toolCallReady', ...ready });
    expect(types).toEqual([
      'truncated',
      'turnStarted',
      'responsePart',
      'responsePart',
      'responsePart',
      'toolCallReady',
      'responsePart',
      'responsePart',
      'toolCallComplete',
      'inputRequested',
    ]);
  });

  test('A1: risk assessment, intention and blocking are dropped', () => {
    const call03 = { ...call, intention: 'why', invocationMessage: 'May I', riskAssessment: { judge: 'x' } };
    const world = withCall({ status: 'pending-confirmation', ...call03 });
    expect(shownCall(world)).toEqual({ status: 'pending-confirmation', ...call, invocationMessage: 'May I' });
    const state = { kind: 'starting' as const, blocking: true };
    expect(tell(world, { type: 'session/mcpServerStateChanged', id: 'server', state }).told).toEqual([
      { type: 'session/mcpServerStateChanged', id: 'server', state: { kind: 'starting' } },
    ]);
    expect(toldTypes(world, { type: 'session/mcpServerBackgroundRequested', id: 'server' })).toEqual([]);
  });

  test('A1: newer attachments are shown by their label, newer speakers as the user', () => {
    const { told } = tell(idleWorld(), {
      type: 'chat/turnStarted',
      turnId: 't',
      startedAt: '2026-06-05T11:00:00.000Z',
      message: {
        text: 'x',
        origin: { kind: 'automation' },
        attachments: [
          { type: 'chat', label: 'Other', resource: 'ahp-chat:/x' },
          { type: 'annotations', label: 'Remarks', resource: 'ahp-session:/s/annotations' },
        ],
      },
    });
    expect(told).toMatchObject([
      {
        message: {
          origin: { kind: 'user' },
          attachments: [
            { type: 'simple', label: 'Other' },
            { type: 'simple', label: 'Remarks' },
          ],
        },
      },
    ]);
  });

  test("E10: a View's message is the system's, not the user's", () => {
    const message = { text: 'x', origin: { kind: 'tool' as const }, _meta: { 'loggia.view': { id: 'v' } } };
    const startedAt = '2026-06-05T11:00:00.000Z';
    const { told } = tell(idleWorld(), { type: 'chat/turnStarted', turnId: 't', startedAt, message });
    expect(told).toMatchObject([{ message: { text: 'x', origin: { kind: 'systemNotification' } } }]);
  });

  const absent: StateAction[] = [
    {
      type: 'session/inputNeededSet',
      request: { kind: 'chatInput', id: 'i', chat: chatUri, request: { id: 'question' } },
    },
    {
      type: 'chat/backgroundWorkSet',
      work: { kind: 'shell', id: 'w', label: 'x', startedAt: '', command: 'ls' },
    },
    { type: 'chat/movableChanged', movable: true },
    { type: 'chat/canvasesChanged', canvases: [] },
    { type: 'chat/draftChanged', draft: { text: 'x', origin: user } },
    { type: 'chat/isReadChanged', isRead: true },
  ];
  test.each(absent)('A1: $type is not told', (action) => {
    expect(toldTypes(busyWorld(), action)).toEqual([]);
  });

  test('A1: a fork comes in as a new session that begins with the turns of another', () => {
    const params = {
      channel: 'ahp-session:/new',
      provider: 'p',
      model: { id: 'm' },
      workingDirectory: 'file:///a',
      fork: { session: sessionUri, turnId: 'first' },
    };
    expect(liftCommand('createSession', params, () => undefined)).toEqual({
      kind: 'createSession',
      params: { channel: 'ahp-session:/new', provider: 'p', workingDirectories: ['file:///a'] },
      sticky: { model: { id: 'm' } },
      fork: { session: sessionUri, turnId: 'first' },
    });
  });
});
