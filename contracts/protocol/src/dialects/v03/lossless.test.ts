import { describe, expect, test } from 'vitest';
import type { StateAction } from '../../actions.ts';
import type { V03Action } from './actions.ts';
import { busyWorld, chatUri, idleWorld, tell } from './busy-world.testkit.ts';
import { lowerNotification, pageOfTurns } from './egress/lower-result.ts';
import { projectSession } from './egress/project-state.ts';
import { liftAction } from './ingress/lift-action.ts';
import { liftCommand } from './ingress/lift-command.ts';
import { mustAgree } from './must-agree.testkit.ts';
import { reduceV03 } from './reducer.testkit.ts';
import type { World } from './world.testkit.ts';

const user = { kind: 'user' } as const;

/** The actions for a client; folding them gives the client's state. */
function toldOf(world: World, action: StateAction): readonly V03Action[] {
  const { told, before, after } = tell(world, action);
  mustAgree(told.reduce(reduceV03, before), after);
  return told;
}

describe('what 0.3 and 1.0 share', () => {
  const same: StateAction[] = [
    { type: 'session/titleChanged', title: 'New' },
    { type: 'session/isReadChanged', isRead: true },
    { type: 'session/isArchivedChanged', isArchived: false },
    { type: 'session/activityChanged', activity: 'thinking' },
    { type: 'session/configChanged', config: { color: 'blue' }, replace: true },
    { type: 'session/serverToolsChanged', tools: [{ name: 't' }] },
    { type: 'session/metaChanged', _meta: { git: {} } },
    {
      type: 'session/changesetsChanged',
      changesets: [{ label: 'all', uriTemplate: 'ahp-changeset:/x', changeKind: 'session' }],
    },
    { type: 'session/ready' },
  ];
  test.each(same)('A1: $type is the same', (action) => {
    expect(toldOf(busyWorld(), action)).toEqual([action]);
  });

  test('A1: status bits are identical', () => {
    const { summary } = projectSession(busyWorld({ session: { status: 8 | 32 | 64 | 128 } }).view);
    expect(summary.status).toBe(24 | 32 | 64 | 128);
  });

  test('A1: a failed session is called creationFailed', () => {
    const error = { errorType: 'e', message: 'no' };
    const world = busyWorld();
    expect(toldOf(world, { type: 'session/creationFailed', error })).toEqual([
      { type: 'session/creationFailed', error },
    ]);
    expect(projectSession(world.view)).toMatchObject({ lifecycle: 'creationFailed', creationError: error });
  });

  test('A1: timestamps are milliseconds', () => {
    const { createdAt, modifiedAt } = projectSession(busyWorld().view).summary;
    expect([createdAt, modifiedAt]).toEqual([Date.UTC(2026, 0, 1), Date.UTC(2026, 0, 2)]);
  });
});

describe('the conversation of the default chat', () => {
  test('A1: a turn starts, without the time at which it did', () => {
    const message = { text: 'Hi', origin: user };
    expect(
      toldOf(idleWorld(), {
        type: 'chat/turnStarted',
        turnId: 't',
        startedAt: '2026-06-05T11:00:00.000Z',
        message,
        queuedMessageId: 'q1',
      }),
    ).toEqual([{ type: 'session/turnStarted', turnId: 't', message, queuedMessageId: 'q1' }]);
  });

  const renamed: [StateAction, object][] = [
    [
      { type: 'chat/delta', turnId: 'now', partId: 'text', content: 'Yes.' },
      { type: 'session/delta', turnId: 'now', partId: 'text', content: 'Yes.' },
    ],
    [
      { type: 'chat/reasoning', turnId: 'now', partId: 'thought', content: 'So.' },
      { type: 'session/reasoning', turnId: 'now', partId: 'thought', content: 'So.' },
    ],
    [
      { type: 'chat/usage', turnId: 'now', usage: { inputTokens: 1 } },
      { type: 'session/usage', turnId: 'now', usage: { inputTokens: 1 } },
    ],
    [
      { type: 'chat/turnComplete', turnId: 'now', duration: 5 },
      { type: 'session/turnComplete', turnId: 'now' },
    ],
    [
      { type: 'chat/turnCancelled', turnId: 'now', duration: 5 },
      { type: 'session/turnCancelled', turnId: 'now' },
    ],
    [
      { type: 'chat/truncated', turnId: 'first' },
      { type: 'session/truncated', turnId: 'first' },
    ],
    [
      { type: 'chat/queuedMessagesReordered', order: ['q2'] },
      { type: 'session/queuedMessagesReordered', order: ['q2'] },
    ],
    [
      { type: 'chat/pendingMessageRemoved', kind: 'queued', id: 'q1' },
      { type: 'session/pendingMessageRemoved', kind: 'queued', id: 'q1' },
    ],
    [
      { type: 'chat/pendingMessageSet', kind: 'steering', id: 's', message: { text: 'left', origin: user } },
      {
        type: 'session/pendingMessageSet',
        kind: 'steering',
        id: 's',
        message: { text: 'left', origin: user },
      },
    ],
    [
      { type: 'chat/inputRequested', request: { id: 'more' } },
      { type: 'session/inputRequested', request: { id: 'more' } },
    ],
    [
      {
        type: 'chat/inputAnswerChanged',
        requestId: 'question',
        questionId: 'q',
        answer: { state: 'skipped' },
      },
      {
        type: 'session/inputAnswerChanged',
        requestId: 'question',
        questionId: 'q',
        answer: { state: 'skipped' },
      },
    ],
    [
      { type: 'chat/inputCompleted', requestId: 'question', response: 'accept' },
      { type: 'session/inputCompleted', requestId: 'question', response: 'accept' },
    ],
    [
      {
        type: 'chat/toolCallStart',
        turnId: 'now',
        toolCallId: 'c',
        toolName: 't',
        displayName: 'T',
        intention: 'why',
      },
      { type: 'session/toolCallStart', turnId: 'now', toolCallId: 'c', toolName: 't', displayName: 'T' },
    ],
    [
      {
        type: 'chat/toolCallReady',
        turnId: 'now',
        toolCallId: 'running',
        invocationMessage: 'Again?',
        riskAssessment: { judge: 'x' },
      },
      { type: 'session/toolCallReady', turnId: 'now', toolCallId: 'running', invocationMessage: 'Again?' },
    ],
    [
      {
        type: 'chat/toolCallConfirmed',
        turnId: 'now',
        toolCallId: 'pending',
        approved: true,
        selectedOptionId: 'yes',
      },
      {
        type: 'session/toolCallConfirmed',
        turnId: 'now',
        toolCallId: 'pending',
        approved: true,
        confirmed: 'user-action',
        selectedOptionId: 'yes',
      },
    ],
    [
      { type: 'chat/toolCallConfirmed', turnId: 'now', toolCallId: 'pending', approved: false },
      {
        type: 'session/toolCallConfirmed',
        turnId: 'now',
        toolCallId: 'pending',
        approved: false,
        reason: 'denied',
      },
    ],
    [
      {
        type: 'chat/toolCallContentChanged',
        turnId: 'now',
        toolCallId: 'running',
        content: [{ type: 'text', text: 'x' }],
      },
      {
        type: 'session/toolCallContentChanged',
        turnId: 'now',
        toolCallId: 'running',
        content: [{ type: 'text', text: 'x' }],
      },
    ],
    [
      {
        type: 'chat/toolCallComplete',
        turnId: 'now',
        toolCallId: 'running',
        result: { success: true, pastTenseMessage: 'Looked' },
        requiresResultConfirmation: true,
      },
      {
        type: 'session/toolCallComplete',
        turnId: 'now',
        toolCallId: 'running',
        result: { success: true, pastTenseMessage: 'Looked' },
        requiresResultConfirmation: true,
      },
    ],
    [
      { type: 'chat/toolCallResultConfirmed', turnId: 'now', toolCallId: 'review', approved: true },
      { type: 'session/toolCallResultConfirmed', turnId: 'now', toolCallId: 'review', approved: true },
    ],
  ];
  test.each(renamed)('A1: $type is renamed', (action, words) => {
    expect(toldOf(busyWorld(), action)).toEqual([words]);
  });

  test('A1: a client that runs a call is named as in 0.1 as well', () => {
    const contributor = { kind: 'client', clientId: 'one' } as const;
    const start = { turnId: 'now', toolCallId: 'c', toolName: 't', displayName: 'T', contributor };
    expect(toldOf(busyWorld(), { type: 'chat/toolCallStart', ...start })).toEqual([
      { type: 'session/toolCallStart', ...start, toolClientId: 'one' },
    ]);
  });

  test('A1: an input request is a part in 1.0 and in a list of its own in 0.3', () => {
    const { activeTurn, inputRequests, summary } = projectSession(busyWorld().view);
    expect(inputRequests).toEqual([{ id: 'question', message: 'Which one?' }]);
    expect(activeTurn?.responseParts.map(({ kind }) => kind)).not.toContain('inputRequest');
    expect(summary.status & 31).toBe(24);
  });

  test('A1: an error is a part in 1.0 and a field of the turn in 0.3', () => {
    const world = busyWorld();
    const error = { errorType: 'lost', message: 'The line went dead.' };
    expect(
      toldOf(world, {
        type: 'chat/error',
        turnId: 'now',
        duration: 5,
        part: { kind: 'error', error, resumable: true },
      }),
    ).toEqual([{ type: 'session/error', turnId: 'now', error }]);
    const state = projectSession(world.view);
    expect(state.turns.at(-1)).toMatchObject({ state: 'error', error });
    expect(state.summary.status & 31).toBe(2);
  });
});

describe('what is named differently', () => {
  test('A1: a toggle is one boolean, and one that comes in leaves other scopes alone', () => {
    const world = busyWorld();
    const lifted = liftAction(
      { type: 'session/customizationToggled', id: 'plugin', enabled: false },
      {
        sessionUri: world.view.resource,
        session: world.session,
        chat: world.current,
        clientId: 'one',
        now: '',
      },
    );
    const action = {
      type: 'session/customizationToggled' as const,
      id: 'plugin',
      enablement: [
        { kind: 'session' as const, enabled: false },
        { kind: 'global' as const, enabled: false },
      ],
    };
    expect(lifted).toEqual({ channel: 'session', action });
    expect(toldOf(world, action)).toEqual([
      { type: 'session/customizationToggled', id: 'plugin', enabled: false },
    ]);
  });

  test('A1: the active client comes and goes, and its tools change', () => {
    const world = busyWorld();
    const entry = { clientId: 'one', displayName: 'One', tools: [{ name: 'other' }] };
    expect(toldOf(world, { type: 'session/activeClientSet', activeClient: entry })).toEqual([
      { type: 'session/activeClientToolsChanged', tools: entry.tools },
    ]);
    expect(toldOf(world, { type: 'session/activeClientRemoved', clientId: 'one' })).toEqual([
      { type: 'session/activeClientChanged', activeClient: null },
    ]);
    expect(toldOf(world, { type: 'session/activeClientSet', activeClient: entry })).toEqual([
      { type: 'session/activeClientChanged', activeClient: entry },
    ]);
  });

  test.each([
    ['Start', 'starting'],
    ['Stop', 'stopped'],
  ] as const)('A1: a request to %s a server shows as the state it leads to', (verb, kind) => {
    expect(toldOf(busyWorld(), { type: `session/mcpServer${verb}Requested`, id: 'inner' })).toEqual([
      { type: 'session/mcpServerStateChanged', id: 'inner', state: { kind } },
    ]);
  });

  test('A1: auth/required names its resource by a string', () => {
    const params = { channel: 'ahp-root://', resource: { resource: 'https://x.example' }, reason: 'expired' };
    expect(lowerNotification('auth/required', params)).toEqual({ ...params, resource: 'https://x.example' });
  });

  test('A1: turns are fetched, and text completed, on the session', () => {
    const { current } = busyWorld();
    const turns = ['a', 'b', 'c'].map((id) => ({ ...(current.turns[0] ?? { responseParts: [] }), id }));
    const chat = { ...current, turns } as typeof current;
    expect(
      liftCommand('fetchTurns', { channel: 'ahp-session:/s', before: 'c', limit: 1 }, () => chatUri),
    ).toEqual({
      kind: 'fetchTurns',
      session: 'ahp-session:/s',
      before: 'c',
      limit: 1,
    });
    const page = pageOfTurns(chat, 'c', 1);
    expect([page.turns.map(({ id }) => id), page.hasMore]).toEqual([['b'], true]);
    expect(pageOfTurns(chat, undefined, undefined).turns.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    const asked = { channel: 'ahp-session:/s', kind: 'userMessage', text: '@', offset: 1 };
    expect(liftCommand('completions', asked, () => chatUri)).toEqual({
      kind: 'same',
      method: 'completions',
      params: { ...asked, channel: chatUri },
    });
  });
});
