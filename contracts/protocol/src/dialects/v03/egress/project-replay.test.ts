import { array, assert, nat, noBias, property, record, tuple } from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { StateAction } from '../../../actions.ts';
import { rootUri } from '../../../channels/uris.ts';
import type { V03Action } from '../actions.ts';
import { entryFor, stepBounds, Tally, type Step } from '../histories.testkit.ts';
import { mustAgree } from '../must-agree.testkit.ts';
import { reduceV03 } from '../reducer.testkit.ts';
import { message, sessionUri, World } from '../world.testkit.ts';
import type { LoggedAction } from './envelopes.ts';
import { projectReplay } from './project-replay.ts';
import { projectSession } from './project-state.ts';
import { openRequests } from './project-turn.ts';

const choice = nat(stepBounds.choice);
const step = noBias(tuple(nat(stepBounds.where), nat(stepBounds.kind), tuple(choice, choice, choice)));
const history = record({
  seed: nat(59),
  before: array(step, { maxLength: 30, size: 'max' }),
  missed: array(step, { minLength: 1, maxLength: 8, size: 'max' }),
});

/** Logs like a host that refuses to start a turn over one that waits for input. */
function play(world: World, steps: readonly Step[]): LoggedAction[] {
  return steps.flatMap((next, index) => {
    const entry = entryFor(world, next);
    const refused =
      entry.action.type === 'chat/turnStarted' && openRequests(world.current.activeTurn).length > 0;
    if (refused) return [];
    world.apply(entry);
    return [{ ...entry, serverSeq: index + 1 }];
  });
}

function logged(world: World, channel: string, ...actions: StateAction[]): LoggedAction[] {
  return actions.map((action, index) => {
    world.apply({ channel, action });
    return { channel, action, serverSeq: index + 1 };
  });
}

function replay(world: World, entries: readonly LoggedAction[]) {
  return projectReplay(entries, new Map([[sessionUri, world.view]]), 'one');
}

describe('a returning 0.3 client', () => {
  test('A1: folding what it is replayed gives the projection of the state it missed', () => {
    const tally = new Tally();
    const check = property(history, ({ seed, before, missed }) => {
      const world = new World(seed);
      play(world, before);
      const known = projectSession(world.view, 'one');
      const entries = play(world, missed);
      const envelopes = replay(world, entries);
      tally.add(envelopes ? 'replayed' : 'refused');
      if (!envelopes) return;
      for (const { action } of envelopes) tally.add(action.type);
      const numbers = envelopes.map(({ serverSeq }) => serverSeq);
      expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
      mustAgree(
        envelopes.map(({ action }) => action as V03Action).reduce(reduceV03, known),
        projectSession(world.view, 'one'),
      );
    });
    assert(check, { numRuns: 3000, seed: 20260605 });
    expect(tally.of('replayed')).toBeGreaterThan(1000);
    expect(tally.of('refused')).toBeGreaterThan(500);
    const told = tally.names.filter((name) => name.startsWith('session/'));
    expect(told.length).toBeGreaterThan(35);
    expect(told.filter((name) => tally.of(name) < 5)).toEqual([]);
  });

  test('A1: what belongs to one entry stays together, and only its first envelope has the origin', () => {
    const world = new World(0);
    const origin = { clientId: 'two', clientSeq: 4 };
    const turnStarted = {
      type: 'chat/turnStarted',
      turnId: 't',
      startedAt: '',
      message: message(0),
    } as const;
    const [entry] = logged(world, world.current.resource, turnStarted);
    expect(entry && replay(world, [{ ...entry, origin }])).toEqual([
      {
        channel: sessionUri,
        serverSeq: 1,
        origin,
        action: { type: 'session/turnStarted', turnId: 't', message: message(0) },
      },
      { channel: sessionUri, serverSeq: 1, action: { type: 'session/isReadChanged', isRead: true } },
    ]);
  });

  test('A1: a change of the active client is told once, as it is at the end', () => {
    const world = new World(1);
    const set = (clientId: string): StateAction => ({
      type: 'session/activeClientSet',
      activeClient: { clientId, tools: [] },
    });
    const entries = logged(world, sessionUri, set('two'), set('three'));
    expect(replay(world, entries)).toEqual([
      {
        channel: sessionUri,
        serverSeq: 2,
        action: { type: 'session/activeClientChanged', activeClient: { clientId: 'three', tools: [] } },
      },
    ]);
  });

  test('A1: a changeset is told with the actions that 0.3 has', () => {
    const channel = 'ahp-changeset:/s';
    const removed: StateAction = { type: 'changeset/fileRemoved', fileId: 'a' };
    const later: StateAction = { type: 'changeset/filesReviewChanged', files: ['a'], reviewed: true };
    const entries = [later, removed].map((action, index) => ({ channel, action, serverSeq: index + 1 }));
    expect(replay(new World(0), entries)).toEqual([{ channel, action: removed, serverSeq: 2 }]);
  });

  test('A1: its own action is answered even where nothing changed', () => {
    const world = new World(1);
    const [entry] = logged(world, world.current.resource, { type: 'chat/truncated', turnId: 'nowhere' });
    const origin = { clientId: 'one', clientSeq: 9 };
    expect(entry && replay(world, [{ ...entry, origin }])).toEqual([
      { channel: sessionUri, serverSeq: 1, origin, action: { type: 'session/truncated', turnId: 'nowhere' } },
    ]);
  });

  const started = (turnId: string): StateAction => ({
    type: 'chat/turnStarted',
    turnId,
    startedAt: '',
    message: message(0),
  });
  const written: StateAction = {
    type: 'chat/responsePart',
    turnId: 't',
    part: { kind: 'markdown', id: 'p', content: '' },
  };
  const requested: StateAction = { type: 'chat/inputRequested', request: { id: 'r' } };
  const untold: [string, StateAction[], StateAction[]][] = [
    ['a turn is resumed', [], [{ type: 'chat/turnResume', turnId: 't' }]],
    ['older turns are loaded', [], [{ type: 'chat/turnsLoaded', turns: [] }]],
    [
      'a call was started before',
      [started('t')],
      [{ type: 'chat/toolCallReady', turnId: 't', toolCallId: 'c', invocationMessage: '' }],
    ],
    [
      'text has two places to go',
      [started('t'), written, written],
      [{ type: 'chat/delta', turnId: 't', partId: 'p', content: '' }],
    ],
    ['a turn starts over open requests', [], [started('t'), requested, started('u')]],
    ['a turn may be over that a request is for', [started('t')], [requested]],
  ];
  test.each(untold)('A1: it is given snapshots where %s', (_why, before, missed) => {
    const world = new World(1);
    logged(world, world.current.resource, ...before);
    expect(replay(world, logged(world, world.current.resource, ...missed))).toBeUndefined();
  });

  test('A1: it is given snapshots where another chat was shown', () => {
    const world = new World(2);
    expect(replay(world, logged(world, sessionUri, { type: 'session/defaultChatChanged' }))).toBeUndefined();
  });

  test('A1: other channels are replayed too, and sessions it does not watch are not', () => {
    const world = new World(1);
    const entries = [
      ...logged(world, rootUri, { type: 'root/activeSessionsChanged', activeSessions: 3 }),
      ...logged(world, 'ahp-session:/other', { type: 'session/titleChanged', title: 'x' }),
      ...logged(world, 'ahp-chat:/c', { type: 'chat/truncated' }),
    ];
    expect(replay(world, entries)).toEqual([
      { channel: rootUri, serverSeq: 1, action: { type: 'root/activeSessionsChanged', activeSessions: 3 } },
    ]);
  });
});
