import type { Channel, Clock, Kernel, Origin, Scheduler } from '@loggia/kernel';
import {
  ProtocolError,
  rootUri,
  Status,
  withSticky,
  type ChatState,
  type Params,
  type RootAction,
  type RootState,
  type SessionState,
  type StateAction,
  type StickyChange,
  type Turn,
} from '@loggia/protocol';
import { agentInfoOf } from './agents.ts';
import { Announcer, type SessionListener } from './announcer.ts';
import { Channels, type SessionWithChat } from './channels.ts';
import { catalogueEntry, ChatLog } from './chat-log.ts';
import { Dispatcher } from './dispatcher.ts';
import type { Harness } from './harness.ts';
import { assertCanBranch, branch, newChatState } from './new-chat.ts';
import { Presence } from './presence.ts';
import { Recovery } from './recovery.ts';
import { listSessions, type ListRequest, type SessionPage } from './session-list.ts';
import { titleFrom, untitled } from './titles.ts';
import { pageOfTurns, type TurnPage } from './turn-pages.ts';
import { Turns } from './turns/turns.ts';

/** What a session may begin with. */
export interface Beginning {
  readonly turns?: Turn[];
  readonly sticky?: StickyChange;
}

export interface SessionsOptions {
  readonly kernel: Kernel;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly harnesses: readonly Harness[];
  readonly listener: SessionListener;
  readonly graceMs?: number | undefined;
  newId(): string;
  report(problem: string, error: unknown): void;
}

/** Sessions and their chats. Whatever it does is durable once the kernel has settled. */
export class Sessions {
  readonly presence: Presence;
  readonly #options: SessionsOptions;
  readonly #kernel: Kernel;
  readonly #announcer: Announcer;
  readonly #log: ChatLog;
  readonly #turns: Turns;
  readonly #dispatcher: Dispatcher;
  readonly #harnesses: ReadonlyMap<string, Harness>;
  readonly #channels: Channels;
  readonly #recovery: Recovery;

  constructor(options: SessionsOptions) {
    const { kernel, clock, scheduler, graceMs = 30_000 } = options;
    const newId = () => options.newId();
    const report = (problem: string, error: unknown) => options.report(problem, error);
    const channels = new Channels(kernel);
    this.#channels = channels;
    this.#options = options;
    this.#kernel = kernel;
    this.#harnesses = new Map(options.harnesses.map((harness) => [harness.describe.provider, harness]));
    this.#announcer = new Announcer(kernel, options.listener);
    const log = new ChatLog(kernel, this.#announcer);
    this.#log = log;
    this.presence = new Presence({ kernel, scheduler, log, graceMs, report });
    const harnessOf = (provider: string) => this.#harnesses.get(provider);
    this.#turns = new Turns({ kernel, clock, log, newId, harnessOf, report });
    this.#dispatcher = new Dispatcher({
      kernel,
      log,
      turns: this.#turns,
      presence: this.presence,
      openChat: (uri) => channels.chat(uri),
      report,
    });
    this.#recovery = new Recovery({ kernel, clock, channels, log, presence: this.presence, report });
  }

  /** Makes the root channel say what this host is, and settles what the last run left unfinished. */
  async start(): Promise<void> {
    this.#turns.showOn(await this.#openRoot());
    await this.#recovery.start();
    await this.#kernel.settled();
  }

  /** Ends what runs in an orderly way. To be called before the kernel is closed. */
  async stop(): Promise<void> {
    await this.#recovery.stop();
    this.presence.stop();
    this.#turns.stop('The host was stopped while this turn was running. Resume to continue.');
    await this.#kernel.settled();
  }

  dispatch(uri: string, action: StateAction, origin: Origin): Promise<boolean> {
    return this.#dispatcher.dispatch(uri, action, origin);
  }

  /** The turns that a chat was left with by the action that cut it. */
  keptTurns(action: object): readonly Turn[] | undefined {
    return this.#dispatcher.keptTurns(action);
  }

  list(request: ListRequest): Promise<SessionPage> {
    return listSessions(this.#kernel, request);
  }

  /**
   * Earlier turns, for one client alone. `send` is called in order with everything else that happens to the chat, with
   * the turns as they are at that point of the log.
   */
  async turnsBefore(
    chatUri: string,
    cursor: string | undefined,
    send: (page: TurnPage, seq: number) => void,
  ): Promise<void> {
    const { chat } = await this.#channels.chat(chatUri);
    const page = pageOfTurns(chat.state, cursor);
    const seq = this.#kernel.appendPrivate(chat);
    this.#kernel.afterCommit(() => send(page, seq));
  }

  /** The default chat of a session, as it is stored. */
  async defaultChatOf(uri: string): Promise<ChatState> {
    const { defaultChat } = (await this.#channels.session(uri)).committed;
    if (defaultChat === undefined)
      throw new ProtocolError('SessionNotFound', `The session ${uri} has no chat.`);
    return (await this.#channels.chat(defaultChat)).chat.committed;
  }

  /** A session and its default chat, as they are now; undefined where there is no such session. */
  viewOf(uri: string): Promise<SessionWithChat | undefined> {
    return this.#channels.sessionWithChat(uri);
  }

  /** The turns of a session's default chat up to one of them, for a session that begins with them. */
  async turnsThrough(uri: string, turnId: string): Promise<Turn[]> {
    const { turns } = await this.defaultChatOf(uri);
    const index = turns.findIndex((turn) => turn.id === turnId);
    if (index < 0) throw new ProtocolError('NotFound', `The session has no finished turn "${turnId}".`);
    return turns.slice(0, index + 1);
  }

  /** Keeps a choice of model or agent for the messages to come. */
  async remember(uri: string, change: StickyChange, origin?: Origin): Promise<void> {
    const session = await this.#channels.session(uri);
    const meta = withSticky(session.state._meta, change);
    this.#log.appendSession(session, { type: 'session/metaChanged', ...(meta && { _meta: meta }) }, origin);
  }

  async createSession(
    params: Params<'createSession'>,
    clientId: string,
    { turns, sticky = {} }: Beginning = {},
  ): Promise<void> {
    const { channel: uri, activeClient, workingDirectories } = params;
    if (activeClient && activeClient.clientId !== clientId) {
      throw new ProtocolError(
        'InvalidParams',
        'A client can only register itself: activeClient.clientId must be yours.',
      );
    }
    const provider = this.#providerFor(params.provider);
    await this.#channels.assertFree(uri, 'session');
    const chatUri = `ahp-chat:/${this.#options.newId()}`;
    const origin = { kind: 'user' as const };
    const chat = newChatState({
      uri: chatUri,
      title: untitled,
      now: this.#now(),
      origin,
      ...(turns && { turns }),
    });
    const meta = withSticky(undefined, sticky);
    const session = this.#channels.make<SessionState>(uri, 'session', {
      provider,
      title: untitled,
      status: Status.idle | Status.isRead,
      lifecycle: 'creating',
      activeClients: activeClient ? [activeClient] : [],
      chats: [catalogueEntry(chat, untitled)],
      defaultChat: chatUri,
      ...(workingDirectories && { workingDirectories }),
      ...(meta && { _meta: meta }),
    });
    this.#kernel.create<ChatState>(chatUri, 'chat', chat, { parent: uri });
    if (activeClient) this.presence.track(clientId, uri);
    this.#announcer.added(session);
    this.#kernel.afterCommit(() => this.#recovery.makeReady(uri));
  }

  async disposeSession(uri: string): Promise<void> {
    const session = await this.#channels.session(uri);
    for (const { resource } of session.state.chats) this.#removeChat(resource);
    this.#kernel.remove(uri);
    this.#announcer.removed(uri);
  }

  async createChat(params: Params<'createChat'>, clientId: string): Promise<void> {
    const { chat: uri, source, initialMessage, workingDirectories } = params;
    const session = await this.#channels.session(params.channel);
    // Clients that derive the URI of the first chat ask for the one that is there already.
    if (uri === session.state.defaultChat) return;
    const agent = this.#harnesses.get(session.state.provider);
    assertCanBranch(agent && agentInfoOf(agent), source);
    if (initialMessage && initialMessage.origin.kind !== 'user') {
      throw new ProtocolError('InvalidParams', 'A client speaks for its user: use the origin kind "user".');
    }
    await this.#channels.assertFree(uri, 'chat');
    const from = source && (await this.#channels.chat(source.chat));
    if (from && (from.session.uri !== session.uri || source.chat === uri)) {
      throw new ProtocolError(
        'InvalidParams',
        'A chat can only branch off from another chat of its own session.',
      );
    }
    // At once, before the chat that it branches off from can leave memory.
    const begins = from ? branch(source, from.chat.state) : { origin: { kind: 'user' as const } };
    const title = (initialMessage && titleFrom(initialMessage.text)) ?? 'New chat';
    const state = newChatState({ uri, title, now: this.#now(), workingDirectories, ...begins });
    const { uri: parent } = session;
    const open = {
      session: await this.#channels.session(parent),
      chat: this.#channels.make(uri, 'chat', state, { parent }),
    };
    const summary = catalogueEntry(state, title);
    this.#log.appendSession(open.session, { type: 'session/chatAdded', summary });
    if (initialMessage) this.#turns.begin(open, initialMessage, { by: clientId });
  }

  async disposeChat(uri: string): Promise<void> {
    const found = await this.#channels.chat(uri);
    const next = found.session.state.chats.find((entry) => entry.resource !== uri);
    if (!next) {
      throw new ProtocolError(
        'InvalidParams',
        'A session keeps at least one chat. Dispose the session instead.',
      );
    }
    // In memory before it takes the role over: older clients are shown it in place of the other at once.
    await this.#channels.chat(next.resource);
    const { session } = await this.#channels.chat(uri);
    const wasDefault = session.state.defaultChat === uri;
    for (const { id, chat } of session.state.inputNeeded ?? []) {
      if (chat === uri) this.#log.appendSession(session, { type: 'session/inputNeededRemoved', id });
    }
    this.#log.appendSession(session, { type: 'session/chatRemoved', chat: uri });
    if (wasDefault)
      this.#log.appendSession(session, { type: 'session/defaultChatChanged', defaultChat: next.resource });
    this.#removeChat(uri);
  }

  #removeChat(uri: string): void {
    this.#turns.abandon(uri);
    this.#kernel.remove(uri);
  }

  async #openRoot(): Promise<Channel<RootState>> {
    const agents = [...this.#harnesses.values()].map(agentInfoOf);
    const root = await this.#kernel.load<RootState>(rootUri);
    if (!root) return this.#kernel.create<RootState>(rootUri, 'root', { agents, activeSessions: 0 });
    const action: RootAction = { type: 'root/agentsChanged', agents };
    if (JSON.stringify(root.state.agents) !== JSON.stringify(agents)) this.#kernel.append(root, action);
    return root;
  }

  /** A host without agents still keeps sessions; their turns say what is missing, and can be resumed later. */
  #providerFor(wanted: string | undefined): string {
    const [first = ''] = this.#harnesses.keys();
    const provider = wanted ?? first;
    if (wanted !== undefined && !this.#harnesses.has(wanted)) {
      const known = [...this.#harnesses.keys()].join(', ') || 'none is configured';
      throw new ProtocolError('ProviderNotFound', `This host has no agent "${wanted}" (it has: ${known}).`);
    }
    return provider;
  }

  #now(): string {
    return new Date(this.#options.clock.now()).toISOString();
  }
}
