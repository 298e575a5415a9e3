import { array, assert, nat, noBias, property, record, tuple } from 'fast-check';
import { expect, test } from 'vitest';
import type { ToolCall } from '../../../channels/chat/tool-calls.ts';
import { hasStatus, Status } from '../../../common/status.ts';
import { v03ActionTable, type V03Action } from '../actions.ts';
import { entryFor, stepBounds, Tally } from '../histories.testkit.ts';
import { mustAgree } from '../must-agree.testkit.ts';
import { reduceV03 } from '../reducer.testkit.ts';
import { v03SessionStateSchema } from '../state.ts';
import type { SessionView } from '../view.ts';
import { clientIds, World } from '../world.testkit.ts';
import { callOf } from './chat-changes.ts';
import { actionsFor, SessionProjector, type CanonicalAction } from './project-action.ts';
import { projectSession } from './project-state.ts';

const choice = nat(stepBounds.choice);
// Without bias: small numbers aren't special here.
const step = noBias(tuple(nat(stepBounds.where), nat(stepBounds.kind), tuple(choice, choice, choice)));
const history = record({ seed: nat(59), steps: array(step, { minLength: 1, maxLength: 60, size: 'max' }) });

/** Clients that become active now and then, and one that only watches. */
const clients: readonly string[] = [...clientIds, 'watcher'];

function callIn(view: SessionView, { action }: CanonicalAction): ToolCall | undefined {
  return 'toolCallId' in action ? callOf(view.chat?.activeTurn, action.toolCallId) : undefined;
}

function inputOf(call: ToolCall | undefined): unknown {
  return call && 'toolInput' in call ? call.toolInput : undefined;
}

/** The cases that plain renaming would get wrong. */
function hardCases(before: SessionView, after: SessionView, entry: CanonicalAction): string[] {
  const { action } = entry;
  const [from, to] = [callIn(before, entry), callIn(after, entry)];
  const givenUp = from?.status === 'auth-required' && to?.status === 'completed';
  const topLevel = after.session.customizations?.some(({ id }) => 'id' in action && id === action.id);
  const cases: Record<string, boolean> = {
    'a child is toggled': action.type === 'session/customizationToggled' && !topLevel,
    'a contributor is refined': !!from && from.contributor?.kind !== to?.contributor?.kind,
    'a reference is edited': 'editedToolInput' in action && typeof inputOf(to) === 'object',
    'a sign-in is given up': givenUp,
    'a sign-in is given up and content kept': givenUp && !!to.content && from.content === to.content,
    'a sign-in is needed': from?.status === 'running' && to?.status === 'auth-required',
    'a turn starts unread':
      action.type === 'chat/turnStarted' && hasStatus(after.session.status, Status.isRead),
    'ready again while pending':
      action.type === 'chat/toolCallReady' && from?.status === 'pending-confirmation',
    'several active clients': after.session.activeClients.length > 1,
  };
  return Object.keys(cases).filter((name) => cases[name]);
}

const expectedCases = [
  'a child is toggled',
  'a contributor is refined',
  'a reference is edited',
  'a sign-in is given up',
  'a sign-in is given up and content kept',
  'a sign-in is needed',
  'a turn starts unread',
  'ready again while pending',
  'several active clients',
];

/** Actions that 0.3 can only express by truncating the conversation and repeating it. */
const retold = [
  'chat/delta',
  'chat/inputAnswerChanged',
  'chat/inputCompleted',
  'chat/inputRequested',
  'chat/reasoning',
  'chat/responsePart',
  'chat/toolCallAuthRequired',
  'chat/toolCallAuthResolved',
  'chat/toolCallComplete',
  'chat/toolCallConfirmed',
  'chat/toolCallContentChanged',
  'chat/toolCallDelta',
  'chat/toolCallReady',
  'chat/toolCallResultConfirmed',
  'chat/toolCallStart',
  'chat/turnResume',
  'chat/turnStarted',
  'chat/turnsLoaded',
  'session/chatRemoved',
  'session/defaultChatChanged',
];

function count(tally: Tally, entry: CanonicalAction, told: readonly V03Action[]): void {
  tally.add(told.length === 0 ? 'silent change' : 'told change');
  if (told.length > 1) tally.add('several actions');
  const again = told[0]?.type === 'session/truncated' && entry.action.type !== 'chat/truncated';
  if (again) tally.add(`again: ${entry.action.type}`);
}

function projectorOf(world: World): SessionProjector {
  return new SessionProjector(world.view, { chatOf: (uri) => world.chats.get(uri) });
}

test('A1: a 0.3 client that folds what it is told sees the projection of the canonical state', () => {
  const tally = new Tally();
  const runs = 2000;
  const check = property(history, ({ seed, steps }) => {
    const world = new World(seed);
    const projector = projectorOf(world);
    const seen = new Map(clients.map((id) => [id, projector.state(id)]));
    let changes = 0;
    for (const next of steps) {
      const entry = entryFor(world, next);
      const before = world.view;
      world.apply(entry);
      const { view } = world;
      const projection = projector.apply(entry);
      const told = actionsFor(projection, 'one');
      if (before.session === view.session && before.chat === view.chat) {
        if (told.length > 0) throw new Error(`${entry.action.type} changed nothing and was told.`);
        tally.add('no-op');
        continue;
      }
      changes++;
      count(tally, entry, told);
      for (const name of hardCases(before, view, entry)) tally.add(name);
      for (const id of clients) {
        seen.set(id, actionsFor(projection, id).reduce(reduceV03, seen.get(id) ?? projector.state(id)));
      }
      // Only the active client differs between clients, so each step is compared for one of them.
      mustAgree(seen.get('one') ?? projector.state(), projectSession(view, 'one'));
    }
    for (const [id, state] of seen) mustAgree(state, projectSession(world.view, id));
    tally.add(changes > 0 ? 'run with changes' : 'run without changes');
  });
  assert(check, { numRuns: runs, seed: 20260605 });

  // A slow machine is interrupted before all runs.
  const made = tally.of('run with changes') + tally.of('run without changes');
  expect(made).toBeGreaterThan(runs / 10);
  expect(tally.of('run with changes')).toBeGreaterThan(made * 0.95);
  const often = ['no-op', 'silent change', 'told change', 'several actions'];
  expect(often.filter((what) => tally.of(what) < made / 2)).toEqual([]);
  const rarely = [...expectedCases, ...retold.map((type) => `again: ${type}`)];
  expect(rarely.filter((what) => tally.of(what) < 3)).toEqual([]);
  expect(tally.names.filter((name) => name.startsWith('again: '))).toEqual(
    retold.map((type) => `again: ${type}`),
  );
});

test('A1: all that a 0.3 client is told and shown is in the vocabulary of 0.3', () => {
  const types = new Set<string>();
  const check = property(history, ({ seed, steps }) => {
    const world = new World(seed);
    const projector = projectorOf(world);
    for (const next of steps) {
      const entry = entryFor(world, next);
      world.apply(entry);
      for (const action of actionsFor(projector.apply(entry), 'one')) {
        types.add(action.type);
        expect(v03ActionTable.get(action.type)?.schema.safeParse(action).error).toBeUndefined();
      }
    }
    const state = projector.state('one');
    expect(v03SessionStateSchema.safeParse(state).error).toBeUndefined();
    expect(JSON.stringify(state)).not.toMatch(
      /"(enablement|childEnablement|intention|riskAssessment|blocking|startedAt)":/,
    );
  });
  assert(check, { numRuns: 200, seed: 20260605 });
  expect([...v03ActionTable.keys()].filter((type) => !types.has(type))).toEqual([]);
});

test('A1: the sender of an action that changed nothing is answered in plain words', () => {
  const world = new World(1);
  const projector = projectorOf(world);
  const action = { type: 'chat/truncated', turnId: 'nowhere' } as const;
  expect(projector.apply({ channel: world.current.resource, action })).toEqual({
    audience: 'all',
    actions: [],
  });
  expect(projector.echoOf(action)).toEqual({ type: 'session/truncated', turnId: 'nowhere' });
});
