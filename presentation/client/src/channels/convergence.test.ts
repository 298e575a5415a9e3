import { isDeepStrictEqual } from 'node:util';
import { foldFor, type ActionEnvelope, type SessionState, type StateAction } from '@loggia/protocol';
import { LinkedNetwork, ManualEnvironment } from '@loggia/testing/transport';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AhpClient } from '../ahp-client.ts';
import { ActionRejected, ActionUnconfirmed } from '../errors.ts';
import type { Transport } from '../transport/transport.ts';
import type { ChannelView } from './channel-view.ts';
import type { Dispatched } from './outbox.ts';

const reduce = foldFor('session') as (state: SessionState, action: StateAction) => SessionState;

const uris = ['ahp-session:/watched', 'ahp-session:/sometimes'] as const;
type Uri = (typeof uris)[number];

const start: SessionState = {
  provider: 'echo',
  title: '',
  status: 1,
  lifecycle: 'ready',
  activeClients: [],
  chats: [],
};

type Message = { id?: number; method: string; params: Record<string, never> };

/** The smallest host there can be: one log, which may forget its beginning, and a rule about what it rejects. */
class ModelHost {
  readonly states = new Map<string, SessionState>(uris.map((uri) => [uri, start]));
  readonly log: ActionEnvelope[] = [];
  knowsClient = false;
  #seq = 0;
  #trimmedThrough = 0;
  #watching = new Set<string>();
  #transport: Transport | undefined;

  readonly accept = (transport: Transport): void => {
    this.#transport = transport;
    this.#watching = new Set();
    transport.onMessage((text) => this.#receive(JSON.parse(text) as Message));
  };

  trim(): void {
    this.#trimmedThrough = this.#seq;
  }

  append(channel: string, action: StateAction, origin?: ActionEnvelope['origin']): void {
    const envelope = { channel, action, serverSeq: ++this.#seq, ...(origin && { origin }) };
    this.log.push(envelope);
    this.states.set(channel, reduce(this.states.get(channel) ?? start, action));
    if (origin || this.#watching.has(channel)) this.#tell('action', envelope);
  }

  #receive({ id, method, params }: Message): void {
    switch (method) {
      case 'dispatchAction':
        this.#dispatched(params);
        return;
      case 'unsubscribe':
        this.#watching.delete(params['channel'] as unknown as string);
        return;
      default:
        this.#send({ id, ...this.#answer(method, params) });
    }
  }

  #dispatched({
    channel,
    clientSeq,
    action,
  }: {
    channel?: string;
    clientSeq?: number;
    action?: StateAction;
  }): void {
    if (channel === undefined || clientSeq === undefined || action === undefined) return;
    const origin = { clientId: 'me', clientSeq };
    const isBad = action.type === 'session/titleChanged' && action.title.startsWith('bad');
    if (isBad)
      this.#tell('action', { channel, action, serverSeq: this.#seq, origin, rejectionReason: 'Bad.' });
    else this.append(channel, action, origin);
  }

  #answer(method: string, params: Record<string, unknown>): object {
    if (method === 'subscribe') return { result: { snapshot: this.#watch(params['channel'] as string) } };
    if (method === 'initialize') {
      this.knowsClient = true;
      const snapshots = ((params['initialSubscriptions'] ?? []) as string[]).map((uri) => this.#watch(uri));
      return { result: { protocolVersion: '1.0.0', serverSeq: this.#seq, snapshots } };
    }
    if (!this.knowsClient) return { error: { code: -32600, message: 'Who are you?' } };
    const after = params['lastSeenServerSeq'] as number;
    const asked = params['subscriptions'] as string[];
    if (after < this.#trimmedThrough) {
      return { result: { type: 'snapshot', snapshots: asked.map((uri) => this.#watch(uri)) } };
    }
    for (const uri of asked) this.#watch(uri);
    const actions = this.log.filter(({ channel, serverSeq }) => serverSeq > after && asked.includes(channel));
    return { result: { type: 'replay', actions, missing: [] } };
  }

  #watch(resource: string): object {
    this.#watching.add(resource);
    return { resource, state: this.states.get(resource), fromSeq: this.#seq };
  }

  #tell(method: string, params: object): void {
    this.#send({ method, params });
  }

  #send(message: object): void {
    this.#transport?.send(JSON.stringify({ jsonrpc: '2.0', ...message }));
  }
}

class World {
  readonly host = new ModelHost();
  readonly network = new LinkedNetwork(this.host.accept);
  readonly client = new AhpClient({
    connect: this.network.connect,
    environment: new ManualEnvironment('client'),
    clientId: 'me',
    limits: { keepAliveMs: 0 },
    onProblem: (problem) => {
      throw new Error(problem.message);
    },
  });
  readonly views = new Map<Uri, ChannelView<SessionState>>([[uris[0], this.client.session(uris[0])]]);
  readonly dispatched: Dispatched[] = [];

  dispatch(uri: Uri, action: StateAction): void {
    this.dispatched.push(this.client.dispatch(uri, action));
  }

  toggle(uri: Uri): void {
    const view = this.views.get(uri);
    if (view) {
      view.dispose();
      this.views.delete(uri);
    } else this.views.set(uri, this.client.session(uri));
  }

  cut(): void {
    this.network.links.at(-1)?.cut();
    this.client.retryNow();
  }

  /** Invariant: the shown state is the confirmed one with the client's own actions on top. */
  misfolded(): string[] {
    return [...this.views].flatMap(([uri, view]) => {
      const { confirmed, pending, state } = view.getSnapshot();
      const folded = confirmed && pending.reduce(reduce, confirmed);
      const same = pending.length === 0 ? state === confirmed : isDeepStrictEqual(state, folded);
      return same ? [] : `${uri} shows ${JSON.stringify(state)}, not ${JSON.stringify(folded)}`;
    });
  }

  /** When everything has arrived: client and host agree on all states and on what became of each action. */
  async differences(): Promise<string[]> {
    await this.network.settle();
    this.client.retryNow();
    await this.network.settle();
    const different = [...this.views].flatMap(([uri, view]) => {
      const { phase, pending, state } = view.getSnapshot();
      const there = this.host.states.get(uri);
      const same = phase === 'live' && pending.length === 0 && isDeepStrictEqual(state, there);
      return same
        ? []
        : `${uri} is ${phase}, ${JSON.stringify(state)}, and on the host ${JSON.stringify(there)}`;
    });
    for (const { clientSeq, settled } of this.dispatched) {
      const times = this.host.log.filter(({ origin }) => origin?.clientSeq === clientSeq).length;
      const outcome = await settled.catch((error: unknown) => error);
      const same =
        (outcome === 'accepted' && times === 1) ||
        (outcome instanceof ActionRejected && times === 0) ||
        (outcome instanceof ActionUnconfirmed && times <= 1);
      if (!same) different.push(`action ${clientSeq} is in the log ${times} times: ${String(outcome)}`);
    }
    return different;
  }
}

type Step = { readonly name: string; readonly run: (world: World) => void | Promise<void> };

const named = (name: string, run: Step['run']): fc.Arbitrary<Step> => fc.constant({ name, run });

const uri = fc.constantFrom(...uris);
const number = fc.nat(9);
const action: fc.Arbitrary<StateAction> = fc.oneof(
  number.map((n): StateAction => ({ type: 'session/titleChanged', title: `title ${n}` })),
  number.map((n): StateAction => ({ type: 'session/titleChanged', title: `bad ${n}` })),
  number.map((n): StateAction => ({ type: 'session/workingDirectorySet', directory: `file:///${n}` })),
  number.map((n): StateAction => ({ type: 'session/workingDirectoryRemoved', directory: `file:///${n}` })),
  fc.boolean().map((isRead): StateAction => ({ type: 'session/isReadChanged', isRead })),
);

const calm = [
  {
    weight: 4,
    arbitrary: fc.record({ uri, action }).map(({ uri: to, action: own }): Step => {
      return { name: `own ${to} ${JSON.stringify(own)}`, run: (world) => world.dispatch(to, own) };
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ uri, action }).map(({ uri: to, action: foreign }): Step => {
      return {
        name: `foreign ${to} ${JSON.stringify(foreign)}`,
        run: (world) => world.host.append(to, foreign),
      };
    }),
  },
  { weight: 5, arbitrary: named('to host', (world) => void world.network.links.at(-1)?.flushOne('host')) },
  {
    weight: 5,
    arbitrary: named('to client', (world) => void world.network.links.at(-1)?.flushOne('client')),
  },
  { weight: 2, arbitrary: named('promises', () => new Promise((resolve) => setImmediate(resolve))) },
  { weight: 1, arbitrary: named('toggle', (world) => world.toggle(uris[1])) },
  { weight: 1, arbitrary: named('flush', (world) => world.network.settle()) },
];

const rough = [
  ...calm,
  { weight: 1, arbitrary: named('cut', (world) => world.cut()) },
  { weight: 1, arbitrary: named('trim', (world) => world.host.trim()) },
  {
    weight: 1,
    arbitrary: named('forget', ({ host }) => {
      host.knowsClient = false;
    }),
  },
];

/** Returns every violation. */
async function play(steps: readonly Step[]): Promise<string[]> {
  const world = new World();
  void world.client.connect();
  for (const { run } of steps) {
    await run(world);
    const misfolded = world.misfolded();
    if (misfolded.length > 0) return misfolded;
  }
  return world.differences();
}

const steps = (choices: typeof calm) =>
  fc.array(fc.oneof(...choices), { maxLength: 60, size: 'max' }).map((list) => ({
    list,
    toString: () => list.map(({ name }) => name).join('\n'),
  }));

describe('any order of events', () => {
  it('A2, A3: what shows is always the confirmed state and the own actions, and ends as the state of the host', async () => {
    await fc.assert(
      fc.asyncProperty(steps(calm), async ({ list }) => {
        expect(await play(list)).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it('A2, A3, A4: also when the connection is cut, the log trimmed and the client forgotten', async () => {
    await fc.assert(
      fc.asyncProperty(steps(rough), async ({ list }) => {
        expect(await play(list)).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });
});
