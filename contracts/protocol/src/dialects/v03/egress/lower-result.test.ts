import { describe, expect, test } from 'vitest';
import type { TerminalLifecycle } from '../../../channels/terminal/state.ts';
import { rootUri } from '../../../channels/uris.ts';
import { busyWorld, chatUri } from '../busy-world.testkit.ts';
import { sessionUri } from '../world.testkit.ts';
import {
  lowerCompletions,
  lowerInitializeResult,
  lowerNotification,
  lowerSessionList,
  lowerSnapshots,
  pageOfTurns,
} from './lower-result.ts';
import { projectRoot, projectRootAction, projectSession } from './project-state.ts';
import { projectTerminalAction } from './project-terminal.ts';

const summary = {
  resource: sessionUri,
  provider: 'p',
  title: 'A',
  status: 1,
  createdAt: '2026-06-05T10:00:00.000Z',
  modifiedAt: '2026-06-05T10:00:01.000Z',
  workingDirectories: ['file:///a', 'file:///b'],
  changes: { files: 2 },
  defaultChat: chatUri,
  _meta: { 'loggia.model': { id: 'm' } },
};
const summary03 = {
  resource: sessionUri,
  provider: 'p',
  title: 'A',
  status: 1,
  createdAt: Date.UTC(2026, 5, 5, 10),
  modifiedAt: Date.UTC(2026, 5, 5, 10, 0, 1),
  workingDirectory: 'file:///a',
  changes: { files: 2 },
  model: { id: 'm' },
};
const agent = {
  provider: 'p',
  displayName: 'P',
  description: '',
  models: [],
  capabilities: { multipleChats: {} },
  customizations: [
    {
      type: 'plugin' as const,
      id: 'x',
      uri: 'u',
      name: 'X',
      enablement: [{ kind: 'global' as const, enabled: false }],
    },
  ],
};
const agent03 = {
  provider: 'p',
  displayName: 'P',
  description: '',
  models: [],
  customizations: [{ type: 'plugin', id: 'x', uri: 'u', name: 'X', enabled: false }],
};

describe('an answer to a 0.3 client', () => {
  test('A1: sessions are listed with milliseconds and one directory', () => {
    expect(lowerSessionList({ items: [summary] })).toEqual({ items: [summary03] });
  });

  test('A1: snapshots show the session with its conversation, and no chats', () => {
    const { view, session, current } = busyWorld();
    const snapshots = [
      { resource: rootUri, state: { agents: [agent], activeSessions: 1 }, fromSeq: 5 },
      { resource: sessionUri, state: session, fromSeq: 5 },
      { resource: chatUri, state: current, fromSeq: 5 },
      { resource: 'ahp-resource-watch:/w', state: { root: 'file:///a', recursive: true }, fromSeq: 5 },
    ];
    const lowered = lowerSnapshots(snapshots, (uri) => (uri === sessionUri ? view : undefined), 'one');
    expect(lowered).toEqual([
      { resource: rootUri, state: { agents: [agent03], activeSessions: 1 }, fromSeq: 5 },
      { resource: sessionUri, state: projectSession(view, 'one'), fromSeq: 5 },
      snapshots[3],
    ]);
  });

  test('A1: a terminal tells by its exit code that it has ended', () => {
    const claim = { kind: 'session', session: sessionUri, chat: chatUri } as const;
    const info = { resource: 'ahp-terminal:/t', title: 'bash', claim };
    const lowered = (lifecycle: TerminalLifecycle) => {
      const state = { title: 'bash', content: [], claim, lifecycle };
      const [snapshot] = lowerSnapshots(
        [{ resource: info.resource, state, fromSeq: 5 }],
        () => undefined,
        'one',
      );
      const terminals = [{ ...info, lifecycle }];
      return [
        snapshot?.state,
        projectRoot({ agents: [], terminals }).terminals?.[0],
        projectRootAction({ type: 'root/terminalsChanged', terminals }),
      ];
    };
    const told = (exit: object) => {
      const listed = { ...info, ...exit };
      const action = { type: 'root/terminalsChanged', terminals: [listed] };
      return [{ title: 'bash', content: [], claim, ...exit }, listed, action];
    };
    expect(lowered({ status: 'running' })).toEqual(told({}));
    expect(lowered({ status: 'exited', exitCode: 0 })).toEqual(told({ exitCode: 0 }));
    expect(lowered({ status: 'exited' })).toEqual(told({ exitCode: -1 }));
    expect(projectTerminalAction({ type: 'terminal/exited' })).toEqual({
      type: 'terminal/exited',
      exitCode: -1,
    });
  });

  test('A1: initialize answers with what 0.3 knows', () => {
    const result = { protocolVersion: '0.3.0', serverSeq: 4, snapshots: [], defaultDirectory: 'file:///a' };
    expect(lowerInitializeResult({ ...result, automations: {}, serverInfo: { name: 'x' } })).toEqual(result);
  });

  test('A1: agents are announced with one boolean for each plugin', () => {
    expect(projectRootAction({ type: 'root/agentsChanged', agents: [agent] })).toEqual({
      type: 'root/agentsChanged',
      agents: [agent03],
    });
    const other = { type: 'root/activeSessionsChanged', activeSessions: 2 } as const;
    expect(projectRootAction(other)).toBe(other);
  });

  test('A1: completions attach what 0.3 can attach', () => {
    const attachment = { type: 'chat' as const, label: 'Other', resource: chatUri };
    expect(lowerCompletions({ items: [{ insertText: '@other', attachment }] })).toEqual({
      items: [{ insertText: '@other', attachment: { type: 'simple', label: 'Other' } }],
    });
  });

  test('A1: a page of turns before an unknown one is refused', () => {
    expect(() => pageOfTurns(busyWorld().current, 'nowhere', 1)).toThrow('There is no turn "nowhere"');
  });
});

describe('a notification to a 0.3 client', () => {
  test('A1: sessions come, change and go', () => {
    const channel = rootUri;
    expect(lowerNotification('root/sessionAdded', { channel, summary })).toEqual({
      channel,
      summary: summary03,
    });
    expect(lowerNotification('root/sessionRemoved', { channel, session: sessionUri })).toEqual({
      channel,
      session: sessionUri,
    });
    const changes = { title: 'B', modifiedAt: summary.modifiedAt };
    expect(
      lowerNotification('root/sessionSummaryChanged', { channel, session: sessionUri, changes }),
    ).toEqual({
      channel,
      session: sessionUri,
      changes: { title: 'B', modifiedAt: summary03.modifiedAt },
    });
  });

  test('A1: what it does not know is not said', () => {
    const channel = rootUri;
    expect(lowerNotification('root/progress', { channel, progressToken: 1, progress: 1 })).toBeUndefined();
    const changes = { defaultChat: chatUri };
    const nothing = lowerNotification('root/sessionSummaryChanged', {
      channel,
      session: sessionUri,
      changes,
    });
    expect(nothing).toBeUndefined();
  });
});
