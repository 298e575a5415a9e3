import assert from 'node:assert/strict';
import {
  type Store,
  type Subscriber,
  type Subscription,
  StorageStalled,
  TransientStoreError,
} from '@loggia/kernel';
import * as fc from 'fast-check';
import { KernelRig } from './kernel-rig.ts';
import { emptyNotebook, type Notebook, type NotebookAction, notebookKind } from './notebook-kind.ts';

const uris = ['notebook:/a', 'notebook:/b', 'notebook:/c'] as const;
const clientIds = ['ann', 'bob'] as const;
const idleMs = 1_000;

type Step =
  | { readonly do: 'create' | 'remove'; readonly uri: string }
  | { readonly do: 'private' }
  | { readonly do: 'append'; readonly uri: string; readonly action: NotebookAction; readonly from?: string }
  | { readonly do: 'subscribe' | 'unsubscribe'; readonly uri: string; readonly client: string }
  | { readonly do: 'disconnect' | 'reconnect'; readonly client: string }
  | { readonly do: 'settle' | 'endTurn' | 'hold' | 'release' | 'fillDisk' | 'freeDisk' | 'wait' | 'crash' };

const anyUri = fc.constantFrom(...uris);
const anyClient = fc.constantFrom(...clientIds);
const anyAction: fc.Arbitrary<NotebookAction> = fc.oneof(
  fc.record({ type: fc.constant('notebook/wrote' as const), text: fc.constantFrom('', 'x', 'yy') }),
  fc.record({ type: fc.constant('notebook/pageAdded' as const) }),
  fc.record({ type: fc.constant('notebook/pageSet' as const), index: fc.nat(3), text: fc.constant('set') }),
  fc.record({ type: fc.constant('notebook/truncated' as const), length: fc.nat(3) }),
  fc.record({ type: fc.constant('notebook/busySet' as const), busy: fc.boolean() }),
);
const anySender = fc.option(anyClient, { nil: undefined });

/** Anything that can happen to a kernel, in any order. */
export const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 12,
      arbitrary: fc.record({
        do: fc.constant('append' as const),
        uri: anyUri,
        action: anyAction,
        from: anySender,
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({ do: fc.constantFrom('create' as const, 'create', 'remove'), uri: anyUri }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('private' as const) }) },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constantFrom('subscribe' as const, 'unsubscribe'),
        uri: anyUri,
        client: anyClient,
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({ do: fc.constantFrom('disconnect' as const, 'reconnect'), client: anyClient }),
    },
    {
      weight: 9,
      arbitrary: fc.record({
        do: fc.constantFrom(
          'settle' as const,
          'settle',
          'endTurn',
          'hold',
          'release',
          'fillDisk',
          'freeDisk',
          'wait',
          'crash',
        ),
      }),
    },
  ) as fc.Arbitrary<Step>,
  { maxLength: 80, size: 'max' },
);

/** A client as in AHP: states that it folds itself, and the newest number it has seen. */
class Client implements Subscriber {
  readonly states = new Map<string, Notebook>();
  readonly subscriptions = new Map<string, Subscription>();
  lastSeen = 0;
  connected = true;

  snapshot(uri: string, state: Notebook, seq: number): void {
    this.states.set(uri, state);
    this.lastSeen = Math.max(this.lastSeen, seq);
  }

  deliver({ seq, channel, json }: { seq: number; channel: string; json: string }): void {
    assert.ok(seq > this.lastSeen, `${seq} came after ${this.lastSeen}`);
    const envelope = JSON.parse(json) as { channel: string; action: NotebookAction; serverSeq: number };
    assert.deepEqual([envelope.channel, envelope.serverSeq], [channel, seq]);
    const state = this.states.get(channel);
    if (state === undefined) throw new Error(`An entry for ${channel}, which this client does not know.`);
    this.states.set(channel, notebookKind.reduce(state, envelope.action));
    this.lastSeen = seq;
  }

  removed(uri: string): void {
    this.states.delete(uri);
    this.subscriptions.delete(uri);
  }
}

/** The expected history: everything that ever happened, folded from the start. */
interface Story {
  readonly createdSeq: number;
  readonly told: { readonly seq: number; readonly action: NotebookAction }[];
}

class Interleaving {
  readonly #rig: KernelRig;
  readonly #clients = new Map<string, Client>(clientIds.map((id) => [id, new Client()]));
  #stories = new Map<string, Story>();
  /** Removed, but not acknowledged: a crash may restore them. */
  #removals: { readonly uri: string; readonly story: Story }[] = [];
  #acknowledged = 0;
  #newestStored = 0;
  /** Channels of which clients may have seen more than is stored. */
  readonly #toldAhead = new Set<string>();

  constructor(rig: KernelRig) {
    this.#rig = rig;
  }

  async take(step: Step): Promise<void> {
    const { kernel, store, scheduler } = this.#rig;
    switch (step.do) {
      case 'create':
        if (await kernel.exists(step.uri)) return;
        return this.#create(step.uri);
      case 'remove':
        return this.#remove(step.uri);
      case 'private':
        kernel.appendPrivate(() => {});
        return;
      case 'append':
        return this.#append(step.uri, step.action, step.from);
      case 'subscribe':
        return this.#subscribe(this.#client(step.client), step.uri);
      case 'unsubscribe':
        return this.#unsubscribe(this.#client(step.client), step.uri);
      case 'disconnect':
        return this.#disconnect(this.#client(step.client));
      case 'reconnect':
        return this.#reconnect(this.#client(step.client));
      case 'settle':
        return scheduler.settle();
      case 'endTurn':
        return scheduler.endTurn();
      case 'hold':
        return store.hold();
      case 'release':
        return store.release();
      case 'fillDisk':
        return store.refuse(new TransientStoreError('the disk is full'));
      case 'freeDisk':
        return store.refuse(undefined);
      case 'wait':
        return scheduler.advance(idleMs);
      case 'crash':
        return this.#crash();
    }
  }

  async finish(): Promise<void> {
    const { scheduler, store } = this.#rig;
    store.release();
    store.refuse(undefined);
    await scheduler.advance(10_000);
    await this.#check();
    await this.#crash();
    await this.#check();
    const problems = this.#rig.problems.filter(({ kind }) => !kind.startsWith('storage-'));
    assert.deepEqual(problems, []);
  }

  #client(id: string): Client {
    const found = this.#clients.get(id);
    if (found === undefined) throw new Error(`There is no client ${id}.`);
    return found;
  }

  #create(uri: string): void {
    const { kernel } = this.#rig;
    if (!isAccepting(kernel)) return;
    const { seq } = kernel.create(uri, 'notebook', emptyNotebook);
    this.#stories.set(uri, { createdSeq: seq, told: [] });
    kernel.afterCommit(() => this.#acknowledge(seq));
  }

  #remove(uri: string): void {
    const { kernel } = this.#rig;
    const story = this.#stories.get(uri);
    if (story === undefined) return;
    const removal = { uri, story };
    this.#stories.delete(uri);
    this.#removals.push(removal);
    kernel.remove(uri);
    kernel.afterCommit(() => {
      this.#removals = this.#removals.filter((other) => other !== removal);
    });
  }

  async #append(uri: string, action: NotebookAction, from: string | undefined): Promise<void> {
    const { kernel } = this.#rig;
    const story = this.#stories.get(uri);
    // Loading waits for a creation to become durable, which this very step may be blocking.
    const channel = kernel.peek(uri) ?? (story && (await kernel.load(uri)));
    if (channel === undefined || story === undefined) return;
    const origin = from === undefined ? undefined : { clientId: from, clientSeq: 1, by: from };
    if (origin !== undefined && !isAccepting(kernel)) return;
    const entry = kernel.append(channel, action, origin);
    if (entry === undefined) return;
    story.told.push({ seq: entry.seq, action });
    assert.deepEqual(channel.state, fold(story));
    if (toldAheadKind.isToldAhead(action)) return void this.#toldAhead.add(uri);
    kernel.afterCommit(() => this.#acknowledge(entry.seq));
  }

  #acknowledge(seq: number): void {
    assert.ok(seq > this.#acknowledged, `${seq} was acknowledged after ${this.#acknowledged}`);
    this.#acknowledged = seq;
  }

  async #subscribe(client: Client, uri: string): Promise<void> {
    const { kernel } = this.#rig;
    if (!client.connected || client.states.has(uri)) return;
    if (kernel.peek(uri)?.durable === false) return;
    const channel = await kernel.load<Notebook>(uri);
    if (channel === undefined) return;
    const { state, seq, unsubscribe } = kernel.subscribe(channel, client);
    client.snapshot(uri, state, seq);
    client.subscriptions.set(uri, { unsubscribe });
  }

  #unsubscribe(client: Client, uri: string): void {
    if (!client.connected) return;
    client.subscriptions.get(uri)?.unsubscribe();
    client.subscriptions.delete(uri);
    client.states.delete(uri);
  }

  #disconnect(client: Client): void {
    client.connected = false;
    for (const { unsubscribe } of client.subscriptions.values()) unsubscribe();
    client.subscriptions.clear();
  }

  async #reconnect(client: Client): Promise<void> {
    if (client.connected) return;
    const wanted = [...client.states.keys()];
    const resumed = await this.#rig.kernel.resume(client.lastSeen, wanted, client);
    client.connected = true;
    if (resumed === undefined) {
      client.states.clear();
      for (const uri of wanted) await this.#subscribe(client, uri);
      return;
    }
    for (const row of resumed.entries) client.deliver(row);
    client.lastSeen = Math.max(client.lastSeen, resumed.through);
    for (const uri of resumed.missing) client.removed(uri);
    for (const [uri, subscription] of resumed.subscriptions) client.subscriptions.set(uri, subscription);
    resumed.start();
  }

  /** Nothing is closed: the next kernel finds what the last one had committed. */
  async #crash(): Promise<void> {
    for (const client of this.#clients.values()) {
      client.connected = false;
      client.subscriptions.clear();
    }
    const { store } = this.#rig;
    await store.sever();
    this.#newestStored = Math.max(this.#newestStored, store.newestStored);
    await this.#rig.reopen();
    const { kernel } = this.#rig;
    for (const { lastSeen } of this.#clients.values())
      assert.ok(kernel.seq >= lastSeen, `${lastSeen} was told and can be used again`);
    assert.ok(kernel.seq >= this.#acknowledged, `${this.#acknowledged} was acknowledged and is gone`);
    this.#acknowledged = Math.max(this.#acknowledged, this.#newestStored);
    await this.#forgetWhatWasNotStored(this.#acknowledged);
    await this.#recover();
  }

  /** As the owner of a kind does whose actions are told ahead. */
  async #recover(): Promise<void> {
    const { kernel } = this.#rig;
    for (const [uri, story] of this.#stories) {
      if (!this.#toldAhead.has(uri)) continue;
      const channel = await kernel.load(uri);
      if (channel === undefined) continue;
      const action = { type: 'notebook/renamed', title: `Recovered ${kernel.seq}` } as const;
      const { seq = 0 } = kernel.append(channel, action) ?? {};
      kernel.forgetPast(channel);
      this.#stories.set(uri, { createdSeq: seq, told: [...story.told, { seq, action }] });
    }
    this.#toldAhead.clear();
    await this.#rig.settle();
  }

  async #forgetWhatWasNotStored(lastSeq: number): Promise<void> {
    for (const { uri, story } of this.#removals) {
      // Not acknowledged, so both outcomes are correct; the store tells which one it was.
      const stored = await this.#rig.store.readChannel(uri);
      if (stored?.createdSeq === story.createdSeq) this.#stories.set(uri, story);
    }
    this.#removals = [];
    const stories = [...this.#stories].filter(([, { createdSeq }]) => createdSeq <= lastSeq);
    this.#stories = new Map(
      stories.map(([uri, { createdSeq, told }]) => [
        uri,
        { createdSeq, told: told.filter(({ seq }) => seq <= lastSeq) },
      ]),
    );
  }

  async #check(): Promise<void> {
    const { kernel } = this.#rig;
    for (const uri of uris) {
      const story = this.#stories.get(uri);
      const channel = await kernel.load<Notebook>(uri);
      assert.deepEqual(channel?.state, story && fold(story));
      if (channel === undefined || story === undefined) continue;
      assert.equal(channel.committed, channel.state);
      await this.#checkReplay(uri, story);
    }
    const busy = [...this.#stories].filter(([, story]) => fold(story).busy).map(([uri]) => uri);
    assert.deepEqual(await kernel.busy('notebook'), busy.sort());
    for (const client of this.#clients.values()) {
      await this.#reconnect(client);
      for (const [uri, state] of client.states) {
        const story = this.#stories.get(uri);
        assert.deepEqual(state, story && fold(story));
      }
    }
  }

  async #checkReplay(uri: string, { createdSeq, told }: Story): Promise<void> {
    const { kernel, store } = this.#rig;
    const { trimmedThrough } = await store.position();
    const after = Math.max(createdSeq, trimmedThrough);
    const replay = await kernel.replay(after, [uri]);
    const expected = told.map(({ seq }) => seq).filter((seq) => seq > after);
    assert.deepEqual(
      replay?.entries.map(({ seq }) => seq),
      expected,
    );
  }
}

const toldAheadKind = {
  ...notebookKind,
  isToldAhead: ({ type }: NotebookAction) => type === 'notebook/wrote',
};

function fold({ told }: Story): Notebook {
  return told.reduce((state, { action }) => notebookKind.reduce(state, action), emptyNotebook);
}

/** Plays the steps on a kernel with tight limits and compares it with the expected history. */
export async function playInterleaving(played: readonly Step[], openStore: () => Store): Promise<void> {
  const limits = {
    snapshotEvery: 4,
    idleMs,
    retainActions: 12,
    trimStep: 3,
    evictAtOnce: 1,
    reservedNumbers: 5,
  };
  const kinds = [toldAheadKind];
  const interleaving = new Interleaving(await KernelRig.open({ kinds, limits, openStore }));
  for (const step of played) await interleaving.take(step);
  await interleaving.finish();
}

/** A client is refused while storage is stalled, and must leave no trace. */
function isAccepting(kernel: KernelRig['kernel']): boolean {
  try {
    kernel.assertAccepting();
    return true;
  } catch (error) {
    assert.ok(error instanceof StorageStalled);
    return false;
  }
}
