import { isDeepStrictEqual } from 'node:util';
import {
  addressedBy,
  aimed,
  annotationsActions,
  annotationsStates,
  anyAction,
  changesetActions,
  changesetStates,
  chatActions,
  chatStates,
  resourceWatchActions,
  resourceWatchStates,
  rootActions,
  rootStates,
  sessionActions,
  sessionStates,
  terminalActions,
  terminalStates,
  waitsForAnswer,
} from '@loggia/testing/protocol';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { StateAction } from './actions.ts';
import { changesetStateSchema } from './channels/changeset/state.ts';
import type { ChatAction } from './channels/chat/actions.ts';
import { chatStateSchema, type ChatState } from './channels/chat/state.ts';
import { resourceWatchStateSchema } from './channels/resource-watch/state.ts';
import { rootStateSchema } from './channels/root/state.ts';
import { sessionStateSchema, type SessionState } from './channels/session/state.ts';
import { annotationsStateSchema } from './channels/annotations/state.ts';
import { terminalStateSchema } from './channels/terminal/state.ts';
import type { ChannelScheme } from './channels/uris.ts';
import { activityOf, Status } from './common/status.ts';
import { reducerFor, type ChannelState } from './reducers.ts';

interface Channel {
  readonly kind: ChannelScheme;
  readonly states: fc.Arbitrary<ChannelState>;
  readonly actions: fc.Arbitrary<StateAction>;
  readonly types: readonly string[];
  readonly schema: z.ZodType;
}

/** Much of a chat happens within a turn and can only follow something else; evenly mixed, it hardly would. */
const weights: readonly (readonly [RegExp, number])[] = [
  [/^chat\/(toolCallStart|toolCallReady|responsePart)$/, 20],
  [/^chat\/(turnStarted|toolCallConfirmed|toolCallResultConfirmed|toolCallAuth)/, 10],
  [/^chat\/(delta|reasoning|input|toolCall)/, 6],
  [/^chat\/(turnResume|error)$/, 2],
  [/^session\/(customization|mcpServer|inputNeeded)/, 4],
];
const weightOf = (type: string) => weights.find(([pattern]) => pattern.test(type))?.[1] ?? 1;

const chat: Channel = {
  kind: 'chat',
  states: chatStates,
  actions: anyAction(chatActions, weightOf),
  types: Object.keys(chatActions),
  schema: chatStateSchema,
};
const session: Channel = {
  kind: 'session',
  states: sessionStates,
  actions: anyAction(sessionActions, weightOf),
  types: Object.keys(sessionActions),
  schema: sessionStateSchema,
};
const root: Channel = {
  kind: 'root',
  states: rootStates,
  actions: anyAction(rootActions),
  types: Object.keys(rootActions),
  schema: rootStateSchema,
};
const resourceWatch: Channel = {
  kind: 'resourceWatch',
  states: resourceWatchStates,
  actions: anyAction(resourceWatchActions),
  types: Object.keys(resourceWatchActions),
  schema: resourceWatchStateSchema,
};
const terminal: Channel = {
  kind: 'terminal',
  states: terminalStates,
  actions: anyAction(terminalActions),
  types: Object.keys(terminalActions),
  schema: terminalStateSchema,
};
const annotations: Channel = {
  kind: 'annotations',
  states: annotationsStates,
  actions: anyAction(annotationsActions),
  types: Object.keys(annotationsActions),
  schema: annotationsStateSchema,
};
const changeset: Channel = {
  kind: 'changeset',
  states: changesetStates,
  actions: anyAction(changesetActions),
  types: Object.keys(changesetActions),
  schema: changesetStateSchema,
};
const channels = [root, session, chat, annotations, terminal, changeset, resourceWatch];

interface History {
  readonly start: ChannelState;
  readonly drafts: readonly { readonly action: StateAction; readonly aim: boolean }[];
}

interface Step {
  readonly before: ChannelState;
  readonly action: StateAction;
  readonly after: ChannelState;
}

function histories({ states, actions }: Channel): fc.Arbitrary<History> {
  const aim = fc.oneof({ weight: 5, arbitrary: fc.constant(true) }, fc.constant(false));
  const drafts = fc.array(fc.record({ action: actions, aim }), { minLength: 20, maxLength: 60 });
  return fc.record({ start: states, drafts });
}

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const inner of Object.values(value)) frozen(inner);
  }
  return value;
}

function throughJson<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

/** Not vitest's equality: a key on the wire may be called "constructor", which it takes for the type. */
function difference(actual: unknown, expected: unknown): string | undefined {
  if (isDeepStrictEqual(actual, expected)) return undefined;
  return `got ${JSON.stringify(actual)}, not ${JSON.stringify(expected)}`;
}

/** Most actions target something in the state; and as in a host, few turns start over an active one. */
function chosen(state: ChannelState, { action, aim }: History['drafts'][number]): StateAction | undefined {
  if (!aim || !action.type.startsWith('chat/')) return action;
  const { activeTurn } = state as ChatState;
  if (action.type === 'chat/turnStarted' && activeTurn) return undefined;
  return aimed(state as ChatState, action as ChatAction);
}

/** Everything passed to a reducer is frozen: writing to it throws. */
function play(kind: ChannelScheme, { start, drafts }: History): Step[] {
  const reduce = reducerFor(kind);
  const steps: Step[] = [];
  let before = frozen(start);
  for (const draft of drafts) {
    const action = frozen(chosen(before, draft));
    if (!action) continue;
    const after = frozen(reduce(before, action));
    steps.push({ before, action, after });
    before = after;
  }
  return steps;
}

/** Reproducible, because tests below count what the runs have reached. */
function forAllHistories(channel: Channel, check: (steps: readonly Step[], history: History) => void): void {
  fc.assert(
    fc.property(histories(channel), (history) => check(play(channel.kind, history), history)),
    { seed: 20_260_301, numRuns: 200 },
  );
}

describe.each(channels)('the $kind reducer', (channel) => {
  const { kind, types, schema } = channel;
  const reduce = reducerFor(kind);

  test('A2: never throws, never writes to what it is given, and answers the same twice', () => {
    forAllHistories(channel, (steps) => {
      for (const { before, action, after } of steps)
        expect(difference(reduce(before, action), after)).toBeUndefined();
    });
  });

  test('A2: a state reads the same after it has traveled as JSON', () => {
    forAllHistories(channel, (steps) => {
      for (const { after } of steps) expect(difference(throughJson(after), after)).toBeUndefined();
    });
  });

  test('A2: a snapshot and the actions behind it give what all actions give', () => {
    const cut = fc.nat(60);
    fc.assert(
      fc.property(histories(channel), cut, (history, at) => {
        const steps = play(kind, history);
        const snapshot = throughJson(steps[Math.min(at, steps.length) - 1]?.after ?? history.start);
        const tail = throughJson(steps.slice(at).map(({ action }) => action));
        expect(
          difference(tail.reduce(reduce, snapshot), steps.at(-1)?.after ?? history.start),
        ).toBeUndefined();
      }),
    );
  });

  test('A2: a state stays what its schema describes', () => {
    forAllHistories(channel, (steps) => {
      for (const { after } of steps) expect(schema.safeParse(after).error).toBeUndefined();
    });
  });

  test('A2: an action that it does not know leaves the very same state', () => {
    const foreign = channels.filter((other) => other !== channel).map(({ actions }) => actions);
    const unknown = fc.constantFrom<string[]>('x-lab/thing', `${kind}/later`, 'toString', '__proto__');
    const strangers = fc.oneof(
      unknown.map((type) => ({ type }) as StateAction),
      ...foreign,
    );
    fc.assert(
      fc.property(channel.states, strangers, (state, action) => {
        expect(reduce(state, action)).toBe(state);
      }),
    );
  });

  test('A2: an action that names nothing leaves the very same state', () => {
    const reached = new Set<string>();
    forAllHistories(channel, (steps) => {
      for (const { before, action } of steps) {
        for (const field of addressedBy[action.type] ?? []) {
          if (!(field in action)) continue;
          reached.add(action.type);
          expect(reduce(before, { ...action, [field]: 'nobody' })).toBe(before);
        }
      }
    });
    expect([...reached].toSorted()).toEqual(types.filter((type) => type in addressedBy).toSorted());
  });
});

// Without the watch: a change on disk is an event for watchers, and leaves no trace in the state.
describe.each([root, session, chat, changeset])('the histories of the $kind reducer', (channel) => {
  test('A2: are not idle: every action changes a state, and often', () => {
    const effects = new Map<string, number>();
    let played = 0;
    forAllHistories(channel, (steps) => {
      for (const { before, action, after } of steps) {
        played += 1;
        if (!isDeepStrictEqual(before, after)) effects.set(action.type, (effects.get(action.type) ?? 0) + 1);
      }
    });
    const changed = [...effects.values()].reduce((sum, count) => sum + count, 0);
    expect([...effects.keys()].toSorted()).toEqual(channel.types.toSorted());
    expect(changed / played).toBeGreaterThan(0.3);
  });
});

function expectedActivity({ before, action, after }: Step): number {
  const { activeTurn } = after as ChatState;
  if (activeTurn) return waitsForAnswer(activeTurn) ? Status.inputNeeded : Status.inProgress;
  if (action.type === 'chat/error' && after !== before) return Status.error;
  if (action.type === 'chat/truncated' && after !== before) return Status.idle;
  return (before as ChatState).activeTurn ? Status.idle : activityOf((before as ChatState).status);
}

describe('the status of a chat', () => {
  test('A2: follows from what its turn waits for', () => {
    const seen = new Map<number, number>();
    forAllHistories(chat, (steps) => {
      for (const step of steps) {
        const activity = activityOf((step.after as ChatState).status);
        expect(activity).toBe(expectedActivity(step));
        seen.set(activity, (seen.get(activity) ?? 0) + 1);
      }
    });
    for (const activity of [Status.idle, Status.error, Status.inProgress, Status.inputNeeded]) {
      expect(seen.get(activity)).toBeGreaterThan(200);
    }
  });

  test('A2: keeps the flags that an action does not mean, those of later versions included', () => {
    const unread = new Set(['chat/turnStarted', 'chat/turnResume', 'chat/inputRequested']);
    let withLaterFlag = 0;
    forAllHistories(chat, (steps) => {
      for (const { before, action, after } of steps) {
        const meant = {
          isRead: unread.has(action.type) || action.type === 'chat/isReadChanged',
          isArchived: action.type === 'chat/isArchivedChanged',
        };
        const others = (status: number) =>
          status -
          activityOf(status) -
          (meant.isRead ? status & Status.isRead : 0) -
          (meant.isArchived ? status & Status.isArchived : 0);
        const { status } = after as ChatState;
        expect(others(status)).toBe(others((before as ChatState).status));
        if (status > 2 ** 31) withLaterFlag += 1;
      }
    });
    expect(withLaterFlag).toBeGreaterThan(1000);
  });
});

describe('the status of a session', () => {
  test('A8: needs input exactly while something waits for a person', () => {
    const seen = { asking: 0, executing: 0 };
    forAllHistories(session, (steps) => {
      for (const { after } of steps) {
        const { status, inputNeeded = [] } = after as SessionState;
        const asks = inputNeeded.some(({ kind }) => kind !== 'toolClientExecution');
        expect(activityOf(status) === Status.inputNeeded).toBe(asks);
        if (asks) seen.asking += 1;
        else if (inputNeeded.length > 0) seen.executing += 1;
      }
    });
    expect(Math.min(seen.asking, seen.executing)).toBeGreaterThan(100);
  });
});
