import {
  ActionRejected,
  AhpClient,
  createChat,
  createSession,
  fetchTurns,
  HostError,
  SessionList,
  type ChannelView,
  type Connect,
  type Environment,
  type Problem,
  type SubscribeOptions,
} from '@loggia/client';
import {
  annotationsUri,
  sessionOfAnnotations,
  type AnnotationsState,
  type ChatState,
  type SessionState,
  type StateAction,
} from '@loggia/protocol';
import type { LinkedTransport, ManualClock, ManualScheduler, SeededRandom } from '@loggia/testing';
import { message, onAnnotations, onChat, onSession, type Chooser } from './choose-action.ts';
import type { Tally } from './tally.ts';

export interface ClientOptions {
  readonly name: string;
  readonly clock: ManualClock;
  readonly scheduler: ManualScheduler;
  readonly random: SeededRandom;
  readonly tally: Tally;
  readonly connect: Connect;
  trouble(problem: string, error: unknown): void;
}

export interface Sent {
  readonly channel: string;
  readonly clientId: string;
  readonly clientSeq: number;
  readonly action: StateAction;
  outcome: 'open' | 'accepted' | 'rejected' | 'unconfirmed';
}

/** A client and the person in front of it. */
export class SimulatedClient {
  readonly sent: Sent[] = [];
  readonly views = new Map<string, ChannelView>();
  /** The line that it used last. */
  linked: LinkedTransport | undefined;
  readonly #options: ClientOptions;
  readonly #chooser: Chooser;
  #ahp: AhpClient;
  #list: SessionList;
  #clientId: string;
  #openRequests = 0;
  #ids = 0;

  constructor(options: ClientOptions) {
    const { name, random, clock } = options;
    this.#options = options;
    this.#clientId = name;
    this.#chooser = {
      random,
      clientId: () => this.#clientId,
      newId: () => `${name}-${++this.#ids}`,
      now: () => new Date(clock.now()).toISOString(),
    };
    this.#ahp = this.#newClient();
    this.#list = new SessionList(this.#ahp);
    void this.#ahp.connect();
  }

  get clientId(): string {
    return this.#clientId;
  }

  get ahp(): AhpClient {
    return this.#ahp;
  }

  get list(): SessionList {
    return this.#list;
  }

  get openRequests(): number {
    return this.#openRequests;
  }

  get isConnected(): boolean {
    return this.#ahp.status.getSnapshot().phase === 'connected';
  }

  get isMidHandshake(): boolean {
    return this.linked?.isOpen === true && !this.isConnected;
  }

  /** The page was closed and opened again: everything in it is gone, its name sometimes too. */
  restart(): void {
    const { tally, clock, random, name } = this.#options;
    tally.clientRestarts += 1;
    this.#list.dispose();
    this.#ahp.close();
    this.views.clear();
    // Its numbers start from the clock, which never stands still between two processes.
    clock.advance(1_000);
    if (random.chance(0.3)) this.#clientId = `${name}.${++this.#ids}`;
    this.#ahp = this.#newClient();
    this.#list = new SessionList(this.#ahp);
    void this.#ahp.connect();
  }

  close(): void {
    this.#list.dispose();
    this.#ahp.close();
  }

  /** The sessions, chats and comments that it has heard of. */
  known(kind: 'session' | 'chat' | 'annotations'): string[] {
    const sessions = this.#list.getSnapshot().sessions;
    if (kind === 'session') return sessions.map(({ resource }) => resource);
    if (kind === 'annotations') return sessions.map(({ resource }) => annotationsUri(resource));
    const listed = sessions.flatMap(({ chats = [] }) => chats.map(({ resource }) => resource));
    const seen = [...this.views].flatMap(([uri, view]) => {
      return uri.startsWith('ahp-session:') ? ((view.state as SessionState | undefined)?.chats ?? []) : [];
    });
    return [...new Set([...listed, ...seen.map(({ resource }) => resource)])];
  }

  open(uri: string, options: SubscribeOptions = {}): ChannelView {
    const view = this.views.get(uri) ?? this.#ahp.subscribe(uri, options);
    this.views.set(uri, view);
    return view;
  }

  leave(uri: string): void {
    this.views.get(uri)?.dispose();
    this.views.delete(uri);
  }

  /** Does something to a channel that it watches, or to one that it does not. */
  act(): string | undefined {
    const { random } = this.#options;
    const live = [...this.views].filter(([, view]) => view.phase === 'live');
    if (live.length === 0) return undefined;
    const chats = live.filter(([uri]) => uri.startsWith('ahp-chat:'));
    const [uri, view] = random.pick(chats.length > 0 && random.chance(0.6) ? chats : live);
    const action = this.#actionOn(uri, view);
    if (!action) return undefined;
    const nowhere = random.chance(0.02);
    return this.dispatch(nowhere ? 'ahp-chat:/nowhere' : uri, action);
  }

  #actionOn(uri: string, view: ChannelView): StateAction | undefined {
    const annotated = sessionOfAnnotations(uri);
    if (annotated !== undefined)
      return onAnnotations(this.#chooser, annotated, view.state as AnnotationsState);
    return uri.startsWith('ahp-session:')
      ? onSession(this.#chooser)
      : onChat(this.#chooser, view.state as ChatState);
  }

  dispatch(channel: string, action: StateAction): string {
    const { clientSeq, settled } = this.#ahp.dispatch(channel, action);
    const sent: Sent = { channel, clientId: this.clientId, clientSeq, action, outcome: 'open' };
    this.sent.push(sent);
    void this.#follow(sent, settled);
    return `${this.clientId} dispatches ${clientSeq} on ${channel}: ${JSON.stringify(action)}`;
  }

  newSession(): string {
    const { random } = this.#options;
    const session = `ahp-session:/${random.between(1, 4)}`;
    const activeClient = { clientId: this.clientId, tools: [{ name: 'look' }] };
    this.#ask(createSession(this.#ahp, { session, ...(random.chance(0.3) && { activeClient }) }));
    return `${this.clientId} creates ${session}`;
  }

  newChat(): string | undefined {
    const { random, tally } = this.#options;
    const sessions = this.known('session');
    if (sessions.length === 0) return undefined;
    const session = random.pick(sessions);
    const chat = `ahp-chat:/extra-${random.between(1, 4)}`;
    const initial = random.chance(0.4) && { initialMessage: message(this.#chooser) };
    const source = this.#source();
    const created = createChat(this.#ahp, session, { chat, ...initial, ...(source && { source }) });
    this.#ask(created, () => {
      if (source) tally[source.kind === 'fork' ? 'forks' : 'sideChats'] += 1;
    });
    return `${this.clientId} creates ${chat} in ${session}${source ? ` from ${JSON.stringify(source)}` : ''}`;
  }

  /** Loads earlier turns of a chat that it holds a part of. */
  page(): string | undefined {
    const partial = [...this.views.values()].filter((view) => {
      const chat = view.confirmed as ChatState | undefined;
      return view.phase === 'live' && chat?.turnsNextCursor !== undefined;
    });
    if (partial.length === 0) return undefined;
    const view = this.#options.random.pick(partial) as ChannelView<ChatState>;
    this.#ask(fetchTurns(this.#ahp, view));
    return `${this.clientId} pages back in ${view.uri}`;
  }

  remove(kind: 'session' | 'chat'): string | undefined {
    const known = this.known(kind);
    if (known.length === 0) return undefined;
    const channel = this.#options.random.pick(known);
    this.#ask(this.#ahp.request(kind === 'session' ? 'disposeSession' : 'disposeChat', { channel }));
    return `${this.clientId} disposes of ${channel}`;
  }

  #source(): { kind: 'fork' | 'sideChat'; chat: string; turnId: string } | undefined {
    const { random } = this.#options;
    const chats = [...this.views].flatMap(([chat, view]) => {
      const turns = (view.state as Partial<ChatState> | undefined)?.turns ?? [];
      return turns.map((turn) => ({ chat, turnId: turn.id }));
    });
    if (chats.length === 0 || random.chance(0.4)) return undefined;
    return { kind: random.pick(['fork', 'sideChat'] as const), ...random.pick(chats) };
  }

  async #follow(sent: Sent, settled: Promise<unknown>): Promise<void> {
    try {
      await settled;
      sent.outcome = 'accepted';
    } catch (error) {
      sent.outcome = error instanceof ActionRejected ? 'rejected' : 'unconfirmed';
    }
    this.#options.tally[sent.outcome] += 1;
  }

  #ask(answer: Promise<unknown>, done: () => void = () => {}): void {
    this.#openRequests += 1;
    void this.#await(answer, done);
  }

  /** The host may refuse and the line may break; anything else is a defect. */
  async #await(answer: Promise<unknown>, done: () => void): Promise<void> {
    try {
      await answer;
      done();
    } catch (error) {
      const isInternal = error instanceof HostError && error.kind === 'InternalError';
      if (isInternal) this.#options.trouble('The host could not do what it was asked for', error);
    } finally {
      this.#openRequests -= 1;
    }
  }

  #newClient(): AhpClient {
    const { clock, scheduler, random, connect, trouble } = this.#options;
    const { newId } = this.#chooser;
    const clientId = this.#clientId;
    const environment: Environment = {
      now: () => clock.now(),
      after: (ms, run) => scheduler.after(ms, run),
      random: () => random.next(),
      newId,
    };
    return new AhpClient({
      connect,
      clientId,
      environment,
      backOff: { firstMs: 20, mostMs: 200 },
      limits: { connectTimeoutMs: 1_000, stableAfterMs: 500, keepAliveMs: 2_000, keepAliveTimeoutMs: 1_000 },
      requestTimeoutMs: 2_000,
      actionTimeoutMs: 2_000,
      onProblem: ({ message: problem, error }: Problem) => trouble(`${clientId}: ${problem}`, error),
    });
  }
}
