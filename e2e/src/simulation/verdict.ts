import type { ChannelView } from '@loggia/client';
import { fetchTurns, HostError, RequestTimedOut } from '@loggia/client';
import { sessionOfAnnotations, type ChatState, type SessionSummary } from '@loggia/protocol';
import { kinds } from '@loggia/sessions';
import { assertSame } from './same.ts';
import type { SimulatedClient } from './simulated-client.ts';
import type { World } from './world.ts';

function assert(condition: boolean, what: string): asserts condition {
  if (!condition) throw new Error(what);
}

/** Everybody is connected, has what they asked for, and nothing is under way. */
function isAtRest({ host, clients }: World): boolean {
  if (!host.engine) return false;
  return clients.every(
    (client) =>
      client.isConnected &&
      client.openRequests === 0 &&
      client.list.getSnapshot().phase === 'ready' &&
      [...client.views.values()].every((view) => view.phase !== 'loading'),
  );
}

async function comeToRest(world: World): Promise<void> {
  for (let rounds = 0; rounds < 200; rounds++) {
    await world.settle();
    if (isAtRest(world)) return;
    // A list that took too long to be read says so, and is read again when somebody asks for it.
    for (const { list } of world.clients) if (list.getSnapshot().phase === 'failed') void list.refresh();
    await world.live(50);
  }
  const states = world.clients.map(({ clientId, ahp, openRequests, views }) => {
    const phases = [...views].map(([uri, { phase }]) => `${uri} ${phase}`);
    return `${clientId} ${JSON.stringify(ahp.status.getSnapshot())} ${openRequests} ${phases.join()}`;
  });
  throw new Error(`They never came to rest: ${states.join('\n')}`);
}

function busyChats({ disk }: World): { uri: string; state: ChatState }[] {
  return disk.chronicle.living().flatMap(({ uri, kind, state }) => {
    return kind === 'chat' && (state as ChatState).activeTurn ? [{ uri, state: state as ChatState }] : [];
  });
}

/** Whether the turn has a reason to be still there. */
function waitsForSomebody({ activeTurn }: ChatState): boolean {
  if (activeTurn?.message.text.startsWith('/forever')) return true;
  return (activeTurn?.responseParts ?? []).some((part) => {
    if (part.kind === 'inputRequest') return part.response === undefined;
    return part.kind === 'toolCall' && ['pending-confirmation', 'running'].includes(part.toolCall.status);
  });
}

/** No turn hangs: each ends by itself, or waits for somebody and can be cancelled. */
async function endAllTurns(world: World): Promise<void> {
  const [client] = world.clients;
  for (let rounds = 0; rounds < 100; rounds++) {
    await world.live(600);
    await comeToRest(world);
    const busy = busyChats(world);
    if (busy.length === 0) return;
    for (const { uri, state } of busy) {
      assert(waitsForSomebody(state), `The turn of ${uri} hangs: ${JSON.stringify(state.activeTurn)}`);
      client?.dispatch(uri, { type: 'chat/turnCancelled', turnId: state.activeTurn?.id ?? '', duration: 1 });
    }
    await world.settle();
    const left = busyChats(world).filter(({ uri, state }) =>
      busy.some((was) => was.uri === uri && was.state.activeTurn?.id === state.activeTurn?.id),
    );
    assert(left.length === 0, `A turn could not be cancelled: ${JSON.stringify(left)}`);
  }
  throw new Error('There is always another turn.');
}

/** The host's own state is the whole log folded; so is what a restart would read: a snapshot and the rest. */
async function assertHostIsWhole(world: World): Promise<void> {
  const { disk, host } = world;
  const living = disk.chronicle.living();
  assertSame(
    'The set of channels',
    [...disk.memory.histories.keys()].sort(),
    living.map(({ uri }) => uri).sort(),
  );
  for (const { uri, kind: name, state } of living) {
    const { snapshot, log } = disk.memory.histories.get(uri) ?? {};
    const kind = kinds.find((other) => other.name === name);
    assert(snapshot !== undefined && log !== undefined && kind !== undefined, `${uri} cannot be read`);
    const head = JSON.parse(snapshot.head) as unknown;
    const items = snapshot.items.map((item) => JSON.parse(item) as unknown);
    const tail = log.filter(({ seq }) => seq > snapshot.seq);
    const restored = tail.reduce<unknown>(
      (folded, { json }) => kind.reduce(folded, (JSON.parse(json) as { action: unknown }).action) as unknown,
      kind.parts ? kind.parts.join(head, items) : head,
    );
    assertSame(`${uri}, from its snapshot and the rest of its log,`, restored, state);
    const loading = host.engine?.kernel.load(uri);
    await world.settle();
    assertSame(`${uri} in the host`, (await loading)?.committed, state);
  }
}

async function assertClientIsUpToDate(world: World, client: SimulatedClient): Promise<void> {
  const { chronicle } = world.disk;
  for (const [uri, view] of client.views) {
    const whole = chronicle.stateOf(uri);
    if (whole === undefined || view.phase === 'gone') continue;
    const what = `${uri} at ${client.clientId}`;
    assertSame(`${what}, pending`, view.getSnapshot().pending, []);
    assert(view.state === view.confirmed, `${what} shows something else than what is confirmed`);
    if (uri.startsWith('ahp-chat:')) await assertChat(world, client, view as ChannelView<ChatState>);
    assertSame(what, view.confirmed, whole);
  }
}

/** A part of a chat is its end; paging back then leads to the whole of it. */
async function assertChat(
  world: World,
  client: SimulatedClient,
  view: ChannelView<ChatState>,
): Promise<void> {
  const whole = world.disk.chronicle.stateOf(view.uri) as ChatState;
  const { turns = [], turnsNextCursor, ...rest } = view.confirmed ?? ({} as Partial<ChatState>);
  const { turns: allTurns, ...wholeRest } = whole;
  assertSame(`${view.uri} at ${client.clientId}, but for its turns,`, rest, wholeRest);
  assertSame(
    `The turns of ${view.uri} at ${client.clientId}`,
    turns,
    allTurns.slice(allTurns.length - turns.length),
  );
  const isAll = turns.length === allTurns.length;
  assert(isAll === (turnsNextCursor === undefined), `${view.uri} at ${client.clientId} has a wrong cursor`);
  if (isAll) return;
  const paging = fetchTurns(client.ahp, view).catch((error: unknown) => error);
  await world.settle();
  const refusal = await paging;
  assert(refusal === undefined, `${view.uri} at ${client.clientId} cannot be paged back: ${String(refusal)}`);
  assert(turnsNextCursor !== view.confirmed?.turnsNextCursor, `${view.uri} cannot be paged back`);
  await assertChat(world, client, view);
}

function assertListIsUpToDate(client: SimulatedClient, expected: readonly SessionSummary[]): void {
  const shown = client.list.getSnapshot().sessions.map(withoutEmpty).sort(byResource);
  assertSame(
    `The list of sessions at ${client.clientId}`,
    shown,
    expected.map(withoutEmpty).sort(byResource),
  );
}

/** A vanished field is sent as empty, because a merge cannot remove one. */
function withoutEmpty(summary: SessionSummary): SessionSummary {
  const entries = Object.entries(summary).filter(([, value]) => value !== '');
  return Object.fromEntries(entries) as unknown as SessionSummary;
}

function byResource(a: SessionSummary, b: SessionSummary): number {
  return a.resource < b.resource ? -1 : 1;
}

/** Every action came to an end, and was done exactly as often as its sender was told. */
function assertActionsWereCounted({ clients, disk }: World): void {
  for (const sent of clients.flatMap((client) => client.sent)) {
    const times = disk.chronicle.timesLogged(sent);
    const once = times === 1 || (times === 0 && disk.chronicle.wasRemoved(sent.channel));
    const fits = { open: false, accepted: once, rejected: times === 0, unconfirmed: times <= 1 }[
      sent.outcome
    ];
    assert(fits, `An action was ${sent.outcome} and is ${times} times in the log: ${JSON.stringify(sent)}`);
  }
}

/**
 * Reopens views that the host had refused, so that their states can be compared, and chats that were disposed of and
 * recreated.
 */
function reopenViews({ clients, disk }: World): void {
  for (const client of clients) {
    for (const [uri, view] of [...client.views]) {
      const session = sessionOfAnnotations(uri);
      const wasRemoved = disk.chronicle.wasRemoved(uri) || disk.chronicle.wasRemoved(session ?? uri);
      if (view.phase !== 'gone' && !wasRemoved) continue;
      const { error } = view.getSnapshot();
      client.leave(uri);
      if (disk.chronicle.stateOf(uri) === undefined) continue;
      // Comments that nobody has looked at yet can't be shown while the disk is full.
      const isFull = session !== undefined && error instanceof HostError && error.kind === 'Unavailable';
      const isExcused = wasRemoved || isFull || error instanceof RequestTimedOut;
      assert(isExcused, `${uri} is there, and ${client.clientId} was told otherwise: ${String(error)}`);
      client.open(uri);
    }
  }
}

/** Lets the world come to rest and holds everything in it against what ever became durable. */
export async function judge(world: World): Promise<void> {
  world.calm();
  await comeToRest(world);
  await endAllTurns(world);
  // Beyond every deadline for an action that nobody answers.
  await world.live(2_500);
  await comeToRest(world);
  reopenViews(world);
  await comeToRest(world);

  const { host, clients } = world;
  assert(host.running === 0, `${host.running} agents work on, and no turn is running`);
  await assertHostIsWhole(world);
  const listing = host.engine?.sessions.list({});
  await world.settle();
  const items = (await listing)?.items ?? [];
  for (const client of clients) {
    await assertClientIsUpToDate(world, client);
    assertListIsUpToDate(client, items);
  }
  assertActionsWereCounted(world);

  for (const client of clients) client.close();
  await world.settle();
  const watched = world.disk.chronicle.living().filter(({ uri }) => world.host.engine?.kernel.isWatched(uri));
  assertSame(
    'What is watched when all have gone',
    watched.map(({ uri }) => uri),
    [],
  );
  assertSame('Troubles', world.troubles, []);
}
