import type { Attribution, Channel, Clock, Kernel, Origin, Scheduler } from '@loggia/kernel';
import {
  ProtocolError,
  rootUri,
  Status,
  viewSpeakerOf,
  withSticky,
  type AgentInfo,
  type ChatState,
  type ConfigState,
  type MediumOf,
  type Params,
  type Result,
  type RootAction,
  type RootState,
  type SessionState,
  type StateAction,
  type StickyChange,
  type Turn,
} from '@loggia/protocol';
import { agentInfoOf, protectedResourceOf } from './agents.ts';
import { Allowances } from './allowances.ts';
import { SessionUse } from './session-use.ts';
import type { Announcer } from './announcer.ts';
import { Channels, type SessionWithChat } from './channels.ts';
import { catalogueEntry, type ChatLog } from './chat-log.ts';
import { Dispatcher } from './dispatcher.ts';
import type { Equipment } from './equipment.ts';
import type { Harness } from './harness.ts';
import { assertCanBranch, branch, newChatState } from './new-chat.ts';
import { Presence } from './presence.ts';
import { Recovery } from './recovery.ts';
import type { SessionLog } from './session-log.ts';
import { listSessions, type ListRequest, type SessionPage } from './session-list.ts';
import { titleFrom, untitled } from './titles.ts';
import { pageOfTurns, type TurnPage } from './turn-pages.ts';
import { Confirmations, type ConfirmPolicy } from './turns/confirmations.ts';
import { defaultModelTokens } from './turns/model-text.ts';
import { Turns, type Asker } from './turns/turns.ts';
import { unequipped } from './unequipped.ts';
import { asSpoken } from './view-messages.ts';

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
  /** Shared with what equips the sessions. */
  readonly log: SessionLog;
  readonly graceMs?: number | undefined;
  /** When calls of servers' tools need the user's word; `writes` unless told. */
  readonly confirm?: ConfirmPolicy | undefined;
  /** What users need not be asked about again; of this user unless told. */
  readonly allowances?: Allowances | undefined;
  /** Whose word it is that is remembered. */
  readonly user?: string | undefined;
  /** What one result of a tool may cost a model, in tokens as they are estimated; 25,000 unless told. */
  readonly modelTokens?: number | undefined;
  /** What models can read, look at or listen to. Without it, they are given nothing that has a content type. */
  readonly mediumOf?: MediumOf | undefined;
  /** How long an agent may say nothing while nobody keeps it waiting; ten minutes unless told, zero is for ever. */
  readonly stallMs?: number | undefined;
  /** What sessions have beside their clients' tools. */
  readonly equipment?: Equipment | undefined;
  /**
   * The project that a new session belongs to, by what its creator wants in `config`. A `ProtocolError` thrown here is
   * what the creator is told, and there is no session.
   */
  readonly projectFor?:
    | ((config: Readonly<Record<string, unknown>>) => Promise<SessionState['project']>)
    | undefined;
  newId(): string;
  /** The user's token for something that an agent itself needs. */
  readonly tokenFor?: ((resource: string) => Promise<string | undefined>) | undefined;
  report(problem: string, error: unknown): void;
}

/** Sessions and their chats. Whatever it does is durable once the kernel has settled. */
export class Sessions {
  readonly presence: Presence;
  /** What users need not be asked about again. */
  readonly allowances: Pick<Allowances, 'list' | 'revoke' | 'forgetServer'>;
  readonly #allowances: Allowances;
  readonly #options: SessionsOptions;
  readonly #kernel: Kernel;
  readonly #announcer: Announcer;
  readonly #log: ChatLog;
  readonly #turns: Turns;
  readonly #dispatcher: Dispatcher;
  readonly #harnesses: ReadonlyMap<string, Harness>;
  readonly #channels: Channels;
  readonly #recovery: Recovery;
  readonly #equipment: Equipment;
  readonly #inUse: SessionUse;

  constructor(options: SessionsOptions) {
    const { kernel, clock, scheduler, graceMs = 30_000 } = options;
    const newId = () => options.newId();
    const report = (problem: string, error: unknown) => options.report(problem, error);
    const channels = new Channels(kernel);
    this.#channels = channels;
    this.#options = options;
    this.#kernel = kernel;
    this.#harnesses = new Map(options.harnesses.map((harness) => [harness.describe.provider, harness]));
    const { announcer, chats: log, listener } = options.log;
    this.#announcer = announcer;
    this.#log = log;
    const equipment = options.equipment ?? unequipped;
    this.#equipment = equipment;
    options.log.onDeclaredChanged(() => this.#showAgents());
    const removed = (uri: string, clientId: string) =>
      equipment.followed(uri, { type: 'session/activeClientRemoved', clientId }, clientId);
    this.presence = new Presence({ kernel, scheduler, log, graceMs, removed, report });
    this.#recovery = new Recovery({ kernel, clock, channels, log, presence: this.presence, report });
    const settle = (uri: string) => this.#recovery.settleServers(uri);
    const inUse = new SessionUse({ kernel, equipment, settle, report });
    this.#inUse = inUse;
    const { user = 'local' } = options;
    const allowances = options.allowances ?? new Allowances({ kernel, clock, user });
    this.allowances = allowances;
    this.#allowances = allowances;
    const { confirm: policy = 'writes' } = options;
    const harnessOf = (provider: string) => this.#harnesses.get(provider);
    this.#turns = new Turns({
      kernel,
      clock,
      scheduler,
      log,
      equipment,
      confirmations: new Confirmations({ policy, allowances, report }),
      modelInput: {
        tokens: options.modelTokens ?? defaultModelTokens,
        mediumOf: options.mediumOf ?? (() => undefined),
      },
      stallMs: options.stallMs ?? 10 * 60_000,
      user,
      inUse,
      newId,
      harnessOf,
      tokenFor: async (resource) => options.tokenFor?.(resource),
      signInNeeded: (resource) => listener.signInNeeded?.(protectedResourceOf(resource)),
      report,
    });
    this.#dispatcher = new Dispatcher({
      kernel,
      log,
      turns: this.#turns,
      presence: this.presence,
      equipment,
      openChat: (chat) => channels.withSession(chat),
      report,
    });
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
    this.#inUse.stop();
    await this.#kernel.settled();
  }

  /** What a client does to a session. Throws `ActionRefused` for what it may not do. */
  dispatchToSession(session: Channel<SessionState>, action: StateAction, origin: Origin): void {
    this.#dispatcher.onSession(session, action, origin);
  }

  /** What a client does to a chat. Rejects with `ActionRefused` for what it may not do. */
  dispatchToChat(chat: Channel<ChatState>, action: StateAction, origin: Origin): Promise<void> {
    return this.#dispatcher.onChat(chat, action, origin);
  }

  /** The first client watches the channel; it may be any. */
  watched(uri: string): void {
    // Clients that come back in numbers should load nothing for nobody.
    if (this.#equipment === unequipped) return;
    this.#inUse.watched(uri);
  }

  /** The last client has stopped watching the channel. */
  unwatched(uri: string): void {
    this.#inUse.unwatched(uri);
  }

  /** The settings of a session that is yet to be created. */
  async resolveConfig({
    workingDirectory,
    config,
  }: Pick<Params<'resolveSessionConfig'>, 'workingDirectory' | 'config'>): Promise<ConfigState> {
    const resolved = await this.#equipment.resolveConfig({ workingDirectory, config });
    return resolved ?? { schema: { type: 'object', properties: {} }, values: {} };
  }

  /** What a message that begins like this may go on with: the skills that users may call by name. */
  async completions({ channel, text, offset }: Params<'completions'>): Promise<Result<'completions'>> {
    const [, typed] = /^\/(\S*)$/.exec(text.slice(0, offset)) ?? [];
    const found = typed === undefined ? undefined : await this.#kernel.load(channel);
    const session = found?.kind === 'chat' ? found.parent : found?.uri;
    if (typed === undefined || session === undefined) return { items: [] };
    const { skills } = await this.#equipment.guidance(session, { text: '', origin: { kind: 'user' } });
    const items = skills
      .filter(({ name, forUser }) => forUser && name.startsWith(typed))
      .map(({ name }) => ({
        insertText: `/${name} `,
        rangeStart: 0,
        rangeEnd: offset,
        attachment: { type: 'simple' as const, label: name },
      }));
    return { items };
  }

  /** The turns that a chat was left with by the action that cut it. */
  keptTurns(action: object): readonly Turn[] | undefined {
    return this.#dispatcher.keptTurns(action);
  }

  list(request: ListRequest): Promise<SessionPage> {
    return listSessions(this.#kernel, request);
  }

  /**
   * Earlier turns, for one client alone. `send` is called before this resolves, in order with everything else that
   * happens to the chat, with the turns as they are at that point of the log.
   */
  async turnsBefore(
    chatUri: string,
    cursor: string | undefined,
    send: (page: TurnPage, seq: number) => void,
  ): Promise<void> {
    const { chat } = await this.#channels.chat(chatUri);
    // Nothing happens to the chat that anybody hears of, and no number can be had: the last one is as good.
    if (!this.#kernel.health.ok) return send(pageOfTurns(chat.committed, cursor), this.#kernel.seq);
    const page = pageOfTurns(chat.state, cursor);
    const seq = this.#kernel.appendPrivate(chat);
    this.#kernel.afterCommit(() => send(page, seq));
    return this.#kernel.settled();
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
    const config = await this.#equipment.configFor({
      workingDirectories: workingDirectories ?? [],
      config: params.config ?? {},
    });
    const project = await this.#options.projectFor?.(params.config ?? {});
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
      ...(project && { project }),
      ...(workingDirectories && { workingDirectories }),
      ...(config && { config }),
      ...(meta && { _meta: meta }),
    });
    this.#kernel.create<ChatState>(chatUri, 'chat', chat, { parent: uri });
    if (activeClient) this.presence.track(clientId, uri);
    this.#announcer.added(session);
    this.#kernel.afterCommit(() => {
      if (this.#kernel.peek(uri) !== session) return;
      this.#recovery.makeReady(uri);
      this.#inUse.created(uri);
    });
  }

  async disposeSession(uri: string): Promise<void> {
    const allowed = await this.#allowances.of(uri);
    const session = await this.#channels.session(uri);
    for (const { resource } of session.state.chats) this.#removeChat(resource);
    this.#allowances.drop(allowed);
    this.#kernel.remove(uri);
    this.#inUse.disposed(uri);
    this.#announcer.removed(uri);
  }

  async createChat(params: Params<'createChat'>, asker: Asker): Promise<void> {
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
    const first = initialMessage && asSpoken(initialMessage);
    const title = (first && !viewSpeakerOf(first) && titleFrom(first.text)) || 'New chat';
    const state = newChatState({ uri, title, now: this.#now(), workingDirectories, ...begins });
    const { uri: parent } = session;
    const open = {
      session: await this.#channels.session(parent),
      chat: this.#channels.make(uri, 'chat', state, { parent }),
    };
    const summary = catalogueEntry(state, title);
    this.#log.appendSession(open.session, { type: 'session/chatAdded', summary }, { by: asker.by });
    if (first) this.#turns.begin(open, first, { asker });
  }

  async disposeChat(uri: string, from?: Attribution): Promise<void> {
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
      if (chat === uri) this.#log.appendSession(session, { type: 'session/inputNeededRemoved', id }, from);
    }
    this.#log.appendSession(session, { type: 'session/chatRemoved', chat: uri }, from);
    const { resource: defaultChat } = next;
    if (wasDefault)
      this.#log.appendSession(session, { type: 'session/defaultChatChanged', defaultChat }, from);
    this.#removeChat(uri);
  }

  #removeChat(uri: string): void {
    this.#turns.abandon(uri);
    this.#kernel.remove(uri);
  }

  async #openRoot(): Promise<Channel<RootState>> {
    const root = await this.#kernel.load<RootState>(rootUri);
    const agents = this.#agents();
    if (!root) return this.#kernel.create<RootState>(rootUri, 'root', { agents, activeSessions: 0 });
    this.#showAgentsOn(root);
    return root;
  }

  #agents(): AgentInfo[] {
    const declared = this.#equipment.declared();
    return [...this.#harnesses.values()].map((harness) => agentInfoOf(harness, declared));
  }

  /** Before the root channel is open, and after it is closed, there is nobody to show them to. */
  #showAgents(): void {
    const root = this.#kernel.peek<RootState>(rootUri);
    if (root) this.#showAgentsOn(root);
  }

  #showAgentsOn(root: Channel<RootState>): void {
    const agents = this.#agents();
    const action: RootAction = { type: 'root/agentsChanged', agents };
    if (JSON.stringify(root.state.agents) !== JSON.stringify(agents)) this.#kernel.append(root, action);
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
