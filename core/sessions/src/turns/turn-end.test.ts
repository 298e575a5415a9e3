import { activityOf, hasStatus, Status, type ChatState } from '@loggia/protocol';
import { reportOf, ScriptedEquipment, SessionRig } from '@loggia/testing';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { RunningCall } from '../equipment.ts';
import type { Harness, HarnessTurn } from '../harness.ts';
import { callsIn } from '../rig.testkit.ts';
import { summaryFacts } from '../summary.ts';

const never = new Promise<never>(() => {});
const challenge = { reason: 'required' as const, resource: { resource: 'https://mcp.example/' } };

async function* unfinished(): AsyncIterable<string> {
  yield '{"a":';
  await never;
}

/** The things an agent can start, and how each looks once it can't get further without help. */
const begins = {
  streaming: (turn: HarnessTurn) => turn.callTool({ name: 'hang', input: unfinished(), says: '' }),
  'pending-confirmation': (turn: HarnessTurn) =>
    turn.callTool({ name: 'hang', input: '{}', says: '', confirm: true }),
  'pending by policy': (turn: HarnessTurn) => turn.callTool({ name: 'hang', input: '{}', says: '' }),
  running: (turn: HarnessTurn) => turn.callTool({ name: 'hang', input: '{}', says: '', confirm: false }),
  'auth-required': (turn: HarnessTurn) =>
    turn.callTool({ name: 'auth', input: '{}', says: '', confirm: false }),
  'pending-result-confirmation': (turn: HarnessTurn) =>
    turn.callTool({ name: 'quick', input: '{}', says: '', confirm: false, review: true }),
  'asked by a server': (turn: HarnessTurn) =>
    turn.callTool({ name: 'asks', input: '{}', says: '', confirm: false }),
  'asked by the agent': (turn: HarnessTurn) => turn.ask({ message: 'Well?', fields: [] }),
  'run by a client': (turn: HarnessTurn) => turn.callTool({ name: 'probe', input: '{}', says: '' }),
  'written for a client': (turn: HarnessTurn) =>
    turn.callTool({ name: 'probe', input: unfinished(), says: '' }),
  'a client is asked about': (turn: HarnessTurn) =>
    turn.callTool({ name: 'probe', input: '{}', says: '', confirm: true }),
  completed: (turn: HarnessTurn) => turn.callTool({ name: 'quick', input: '{}', says: '', confirm: false }),
} as const;
type Beginning = keyof typeof begins;

const arrivedAt: Readonly<Record<Beginning, string>> = {
  streaming: 'streaming',
  'pending-confirmation': 'pending-confirmation',
  'pending by policy': 'pending-confirmation',
  running: 'running',
  'auth-required': 'auth-required',
  'pending-result-confirmation': 'pending-result-confirmation',
  'asked by a server': 'running',
  'asked by the agent': 'question',
  'run by a client': 'running',
  'written for a client': 'streaming',
  'a client is asked about': 'pending-confirmation',
  completed: 'completed',
};

const tools = {
  hang: () => never,
  quick: async () => reportOf('quick'),
  auth: (call: RunningCall) => {
    call.authRequired(challenge);
    return never;
  },
  asks: async (call: RunningCall) => reportOf((await call.ask({ message: 'Who?' })).response),
};

/** An agent that starts everything at once and waits, ignoring the signal. */
class Scene {
  readonly equipment = new ScriptedEquipment({ tools });
  readonly #begun: Promise<unknown>[] = [];
  readonly #ends: () => void;
  turn: HarnessTurn | undefined;
  readonly host: Promise<SessionRig>;

  constructor(beginnings: readonly Beginning[]) {
    let fail: () => void = () => {};
    const failed = new Promise<never>((_, reject) => {
      fail = () => reject(new Error('Broken off on purpose'));
    });
    failed.catch(() => {});
    this.#ends = fail;
    const run = (turn: HarnessTurn) => this.#run(turn, beginnings, failed);
    const harness: Harness = {
      describe: { provider: 'scene', displayName: 'Scene', description: '', models: [] },
      async *run(turn) {
        yield { kind: 'text', text: 'Now: ' };
        if (turn.message.text !== 'next') await run(turn);
      },
    };
    this.host = SessionRig.open({ harnesses: [harness], equipment: this.equipment.attach });
  }

  async #run(turn: HarnessTurn, beginnings: readonly Beginning[], failed: Promise<never>): Promise<void> {
    this.turn = turn;
    for (const beginning of beginnings) this.#begun.push(begins[beginning](turn));
    await failed;
  }

  throwUp(): void {
    this.#ends();
  }

  /** The outcomes of everything the agent waits for; doesn't resolve while anything hangs. */
  outcomes(): Promise<readonly PromiseSettledResult<unknown>[]> {
    return Promise.allSettled(this.#begun);
  }
}

function stagesOf(state: ChatState): string[] {
  return (state.activeTurn?.responseParts ?? []).flatMap((part) => {
    if (part.kind === 'toolCall') return [part.toolCall.status];
    if (part.kind !== 'inputRequest' || part.request.message === 'Who?') return [];
    return ['question'];
  });
}

interface RunningScene {
  readonly host: SessionRig;
  readonly scene: Scene;
  readonly session: string;
  readonly chat: string;
  readonly turnId: string;
}

/** Each way in which a turn can end early. */
const endings: Readonly<Record<string, (running: RunningScene) => Promise<unknown>>> = {
  cancelled: ({ host, chat, turnId }) =>
    host.dispatch(chat, { type: 'chat/turnCancelled', turnId, duration: 1 }),
  truncated: ({ host, chat }) => host.dispatch(chat, { type: 'chat/truncated' }),
  'client gone, then cancelled': async ({ host, session, chat, turnId }) => {
    await host.sessions.presence.left('c1', session);
    const owned = callsIn(await host.chat(chat)).filter((call) => call.contributor?.kind === 'client');
    expect(owned.every((call) => call.status === 'completed' && !call.success)).toBe(true);
    await host.dispatch(chat, { type: 'chat/turnCancelled', turnId, duration: 1 }, 'c2');
  },
  'agent fails': async ({ host, scene, chat }) => {
    scene.throwUp();
    await host.until(chat, (state) => !state.activeTurn);
  },
  'host stops': ({ host }) => host.sessions.stop(),
  'session disposed': async ({ host, session, chat }) => {
    await host.sessions.disposeSession(session);
    expect(host.kernel.peek(chat)).toBeUndefined();
  },
};

async function begin(scene: Scene, beginnings: readonly Beginning[]): Promise<RunningScene> {
  const host = await scene.host;
  const { session, chat } = await host.create();
  const activeClient = { clientId: 'c1', tools: [{ name: 'probe' }] };
  await host.dispatch(session, { type: 'session/activeClientSet', activeClient });
  const turnId = await host.say(chat, 'go');
  const wanted = beginnings.map((beginning) => arrivedAt[beginning]).toSorted();
  await host.until(chat, (state) => {
    const asked = state.activeTurn?.responseParts.filter((part) => part.kind === 'inputRequest') ?? [];
    const questions = beginnings.filter((beginning) => beginning.startsWith('asked by'));
    const stages = stagesOf(state).toSorted();
    return asked.length === questions.length && JSON.stringify(stages) === JSON.stringify(wanted);
  });
  return { host, scene, session, chat, turnId };
}

async function expectConsistent({ host, session, chat }: RunningScene): Promise<void> {
  const state = await host.chat(chat);
  const shown = await host.session(session);
  expect(state.activeTurn).toBeUndefined();
  for (const call of state.turns.flatMap((turn) => turn.responseParts)) {
    if (call.kind === 'toolCall') expect(['completed', 'cancelled']).toContain(call.toolCall.status);
  }
  expect(shown.inputNeeded).toBeUndefined();
  expect(hasStatus(shown.status, Status.inputNeeded)).toBe(false);
  // The protocol defines the session's own progress; the host derives the status in the list.
  const listed = summaryFacts(shown);
  for (const { status } of [state, listed, ...shown.chats]) {
    expect([Status.idle, Status.error]).toContain(activityOf(status ?? 0));
  }
}

const beginning = fc.constantFrom(...(Object.keys(begins) as Beginning[]));
const ending = fc.constantFrom(...Object.keys(endings));

async function endsWell(calls: readonly Beginning[], end: string): Promise<void> {
  const scene = new Scene(calls);
  const place = await begin(scene, calls);
  const { host, chat } = place;
  try {
    await endings[end]?.(place);
    expect(scene.turn?.signal.aborted).toBe(true);
    expect(scene.equipment.calls.map((call) => call.signal.aborted)).not.toContain(false);
    expect(await scene.outcomes()).toHaveLength(calls.length);
    await host.kernel.settled();
    if (end === 'session disposed') return;
    await expectConsistent(place);
    if (end === 'host stops') return;
    const { turns } = await host.chat(chat);
    await host.say(chat, 'next', 'next');
    const after = await host.until(chat, (state) => state.turns.length > turns.length);
    expect(after.turns.at(-1)?.state).toBe('complete');
  } finally {
    await host.close();
  }
}

test('A6, A7, A8: a turn that ends in whatever state of its calls leaves nothing behind', async () => {
  const calls = fc.array(beginning, { minLength: 1, maxLength: 5 });
  await fc.assert(fc.asyncProperty(calls, ending, endsWell), { numRuns: 150 });
});
