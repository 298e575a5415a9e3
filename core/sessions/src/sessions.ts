import type { Attribution, Channel, Kernel, Origin } from '@loggia/kernel';
import {
  filesOfChat,
  keptResultsOfChat,
  ProtocolError,
  sessionAgent,
  withAgent,
  withSticky,
  type ChatState,
  type ConfigState,
  type NamedFile,
  type Params,
  type Result,
  type SessionState,
  type StateAction,
  type StickyChange,
  type Turn,
} from '@loggia/protocol';
import { AgentOffers } from './agent-offers.ts';
import { protectedResourceOf } from './agents.ts';
import { Allowances } from './allowances.ts';
import { Annotations } from './annotations/annotations.ts';
import { SessionUse } from './session-use.ts';
import { Spending } from './spending.ts';
import { foldersOf } from './chat-folders.ts';
import { ChatMemories } from './chat-memories.ts';
import { ChatMoves } from './chat-moves.ts';
import { Channels, type SessionWithChat } from './channels.ts';
import type { ChatLog } from './chat-log.ts';
import { CreationProgress } from './creation-progress.ts';
import { Dispatcher } from './dispatcher.ts';
import { completions, type CompletionPorts } from './completions.ts';
import { delegationTools } from './delegation/delegation-tools.ts';
import { Delegations } from './delegation/delegations.ts';
import { noDelegation } from './delegation/limits.ts';
import type { Equipment } from './equipment.ts';
import { noFiles, noTurnFiles } from './files.ts';
import { Harnesses } from './harnesses.ts';
import { withHostTools, type HostToolRecord } from './host-tools/turn-equipment.ts';
import { Presence } from './presence.ts';
import { Recovery } from './recovery.ts';
import { ReviewedTools } from './reviewed-tools.ts';
import { RootAgents } from './root-agents.ts';
import { SessionLifecycle, type Beginning, type ProjectFor, type SettingsIn } from './session-lifecycle.ts';
import type { SessionsOptions } from './sessions-options.ts';
import { archivedBefore, listSessions, type ListRequest, type SessionPage } from './session-list.ts';
import { valuesFor } from './rules/config-values.ts';
import { toolSettingsOf } from './tool-settings.ts';
import { TurnHistory } from './turn-history.ts';
import { Confirmations } from './turns/confirmations.ts';
import { defaultModelTokens } from './turns/model-text.ts';
import { workspaceContents } from './workspace-contents.ts';
import { Turns, type Asker } from './turns/turns.ts';
import { unequipped } from './unequipped.ts';

/** Sessions and their chats. Changes are durable once the kernel has settled. */
export class Sessions {
  readonly presence: Presence;
  /** Tools that run without asking the user again. */
  readonly allowances: Pick<Allowances, 'list' | 'revoke' | 'forgetServer'>;
  readonly annotations: Pick<Annotations, 'begin' | 'dispatch'>;
  readonly history: TurnHistory;
  readonly #kernel: Kernel;
  readonly #log: ChatLog;
  readonly #turns: Turns;
  readonly #dispatcher: Dispatcher;
  readonly #harnesses: Harnesses;
  readonly #channels: Channels;
  readonly #recovery: Recovery;
  readonly #lifecycle: SessionLifecycle;
  readonly #moves: ChatMoves;
  readonly #progress: CreationProgress;
  readonly #agents: RootAgents;
  readonly #projectFor: ProjectFor | undefined;
  readonly #equipment: Equipment;
  readonly #completions: CompletionPorts;
  readonly #inUse: SessionUse;
  readonly #offers: AgentOffers;

  constructor(options: SessionsOptions) {
    const { kernel, clock, scheduler, graceMs = 30_000 } = options;
    const newId = () => options.newId();
    const report = (problem: string, error: unknown) => options.report(problem, error);
    const channels = new Channels(kernel);
    this.#channels = channels;
    this.#kernel = kernel;
    this.history = new TurnHistory(kernel, channels);
    const harnesses =
      options.harnesses instanceof Harnesses ? options.harnesses : new Harnesses(options.harnesses);
    this.#harnesses = harnesses;
    const { announcer, chats: log, listener } = options.log;
    this.#log = log;
    const equipment = options.equipment ?? unequipped;
    this.#equipment = equipment;
    const { libraryFor, findFiles, readArtifact } = options;
    this.#completions = { kernel, equipment, libraryFor, findFiles };
    const commandsChanged = (): void => this.#agents.show();
    const offers = new AgentOffers({ kernel, channels, log, harnesses, commandsChanged, report });
    this.#offers = offers;
    this.#agents = new RootAgents({ kernel, harnesses, equipment, offers });
    harnesses.onChanged((removed) => {
      for (const { describe } of removed) {
        this.#turns.agentRemoved(describe);
        offers.forget(describe.provider);
      }
      this.#agents.show();
    });
    options.log.onDeclaredChanged(() => this.#agents.show());
    const removed = (uri: string, clientId: string) =>
      equipment.followed(uri, { type: 'session/activeClientRemoved', clientId }, clientId);
    this.presence = new Presence({ kernel, scheduler, log, graceMs, removed, report });
    const { presence } = this;
    const recovery = new Recovery({ kernel, clock, channels, log, presence, report });
    this.#recovery = recovery;
    const settle = (uri: string) => recovery.settleServers(uri);
    const inUse = new SessionUse({ kernel, equipment, settle, report });
    this.#inUse = inUse;
    const { user = 'local' } = options;
    const allowances = options.allowances ?? new Allowances({ kernel, clock, user });
    this.allowances = allowances;
    const { confirm = 'writes', files = noFiles, settingsIn = (): ReturnType<SettingsIn> => ({}) } = options;
    const policyIn = (project: string | undefined) => settingsIn(project).confirm ?? confirm;
    const reviewed = options.reviewed ?? new ReviewedTools({ kernel, user });
    const harnessOf = (provider: string) => harnesses.get(provider);
    const memories = new ChatMemories(kernel);
    const limits = options.delegation ?? noDelegation;
    const spending = new Spending(kernel, log);
    const delegations = new Delegations({
      ...{ kernel, clock, channels, log, harnesses, equipment, limits, newId },
      turns: () => this.#turns,
    });
    const tools = [
      ...(options.hostTools ?? []),
      ...(limits.depth > 0 ? delegationTools(delegations, harnesses) : []),
    ];
    const record = (ran: HostToolRecord) => options.hostToolRan?.(ran);
    const modelInput = {
      tokens: options.modelTokens ?? defaultModelTokens,
      mediumOf: options.mediumOf ?? (() => undefined),
    };
    this.#turns = new Turns({
      kernel,
      clock,
      scheduler,
      log,
      equipment: withHostTools(equipment, { tools, clock, record }),
      confirmations: new Confirmations({ policyIn, allowances, reviewed, report }),
      modelInput,
      files,
      stallMs: options.stallMs ?? 10 * 60_000,
      user,
      inUse,
      newId,
      isConnected: (clientId) => presence.isHere(clientId),
      localeOf: (clientId) => options.localeOf?.(clientId),
      harnessOf,
      desk: (open) => workspaceContents(kernel, libraryFor, open),
      follow: async (open, turnId) => options.followTurn?.(open, turnId) ?? (() => undefined),
      filesFor: ({ session, chat }) => options.filesIn?.(foldersOf(session.state, chat.state)) ?? noTurnFiles,
      memoryOf: (chat, agent) => memories.of(chat, agent),
      toolSettings: ({ session }) => toolSettingsOf(session.state, settingsIn),
      offers,
      tokenFor: async (resource) => options.tokenFor?.(resource),
      signInNeeded: (resource) => listener.signInNeeded?.(protectedResourceOf(resource)),
      used: (open, usage) => {
        spending.used(open, usage);
        delegations.used(open, usage);
      },
      turnEnded: (open) => {
        spending.turnEnded(open);
        delegations.turnEnded(open);
      },
      report,
    });
    this.#dispatcher = new Dispatcher({
      kernel,
      log,
      turns: this.#turns,
      presence,
      equipment,
      modelInput,
      files,
      readArtifact,
      offers,
      openChat: (chat) => channels.withSession(chat),
      report,
    });
    this.#projectFor = options.projectFor;
    this.#progress = new CreationProgress({ equipment, hold: (uri) => inUse.hold(uri), report });
    const annotations = new Annotations(kernel, log);
    this.annotations = annotations;
    const lifecycle = new SessionLifecycle({
      kernel,
      clock,
      channels,
      announcer,
      log,
      annotations,
      turns: this.#turns,
      presence,
      recovery,
      equipment,
      harnesses,
      allowances,
      inUse,
      files,
      readArtifact,
      memories,
      offers,
      report,
      progress: this.#progress,
      tell: (clientId, progress) => listener.progress?.(clientId, progress),
      projectFor: options.projectFor,
      settingsIn,
      newId,
    });
    this.#lifecycle = lifecycle;
    this.#moves = new ChatMoves({
      kernel,
      channels,
      log,
      turns: this.#turns,
      harnesses,
      newId,
      begin: (uri, state) => lifecycle.begin(uri, state),
    });
  }

  /** Lists this host's agents on the root channel, and settles what the last run left unfinished. */
  async start(): Promise<void> {
    await this.#offers.start();
    this.#turns.showOn(await this.#agents.open());
    await this.#recovery.start();
    await this.#kernel.settled();
  }

  /** Ends everything that runs. Call this before the kernel is closed. */
  async stop(): Promise<void> {
    await this.#recovery.stop();
    this.presence.stop();
    this.#turns.stop('The host was stopped while this turn was running. Resume to continue.');
    this.#progress.stop();
    this.#inUse.stop();
    await this.#harnesses.close();
    await this.#kernel.settled();
  }

  /** Handles a client's action on a session. Throws `ActionRefused` if the client may not do it. */
  dispatchToSession(session: Channel<SessionState>, action: StateAction, origin: Origin): void {
    this.#dispatcher.onSession(session, action, origin);
  }

  /** Handles a client's action on a chat. Rejects with `ActionRefused` if the client may not do it. */
  dispatchToChat(chat: Channel<ChatState>, action: StateAction, origin: Origin): Promise<void> {
    return this.#dispatcher.onChat(chat, action, origin);
  }

  get runningTurns(): number {
    return this.#turns.running;
  }

  /** The first client started watching the channel, which can be of any kind. */
  watched(uri: string): void {
    // Without equipment there is nobody to tell, and many reconnecting clients would load channels for nothing.
    if (this.#equipment === unequipped) return;
    this.#inUse.watched(uri);
  }

  /** The last client has stopped watching the channel. */
  unwatched(uri: string): void {
    this.#inUse.unwatched(uri);
  }

  /** The settings for a session that is about to be created. */
  async resolveConfig({
    provider,
    workingDirectory,
    config,
  }: Pick<Params<'resolveSessionConfig'>, 'provider' | 'workingDirectory' | 'config'>): Promise<ConfigState> {
    const project = await this.#projectFor?.(config ?? {});
    const resolved = await this.#equipment.resolveConfig({ project: project?.uri, workingDirectory, config });
    const agent = provider ?? this.#lifecycle.agentIn(project?.uri);
    const offered = this.#offers.configFor(agent, resolved, config);
    return offered ?? { schema: { type: 'object', properties: {} }, values: {} };
  }

  /** Values for a setting of a session that is about to be created. */
  async configCompletions(
    params: Params<'sessionConfigCompletions'>,
  ): Promise<Result<'sessionConfigCompletions'>> {
    return valuesFor(await this.resolveConfig(params), params);
  }

  completions(params: Params<'completions'>): Promise<Result<'completions'>> {
    return completions(this.#completions, params);
  }

  /** A file that a message of the chat names, the one that is being written included, or a long result. */
  async fileIn(chatUri: string, hash: string): Promise<NamedFile> {
    const { chat } = await this.#channels.chat(chatUri);
    const all = [...filesOfChat(chat.committed), ...keptResultsOfChat(chat.committed)];
    const found = all.find((file) => file.hash === hash);
    if (found) return found;
    throw new ProtocolError(
      'NotFound',
      'No message of this chat has this file. Reload the chat and try again.',
    );
  }

  /** The turns that were left after this action truncated a chat. */
  keptTurns(action: object): readonly Turn[] | undefined {
    return this.#dispatcher.keptTurns(action);
  }

  list(request: ListRequest): Promise<SessionPage> {
    return listSessions(this.#kernel, request);
  }

  /** The current states of a session and its default chat; undefined if there is no such session. */
  viewOf(uri: string): Promise<SessionWithChat | undefined> {
    return this.#channels.sessionWithChat(uri);
  }

  /** Remembers the user's choice of model or agent for later messages. */
  async remember(uri: string, change: StickyChange, origin?: Origin): Promise<void> {
    const session = await this.#channels.session(uri);
    const meta = withSticky(session.state._meta, change);
    this.#log.appendSession(session, { type: 'session/metaChanged', ...(meta && { _meta: meta }) }, origin);
  }

  /** Switches the agent from the next turn on; a running turn keeps its agent. */
  async switchAgent(uri: string, provider: string, origin?: Attribution): Promise<void> {
    this.#harnesses.assertHas(provider);
    const session = await this.#channels.session(uri);
    if (sessionAgent(session.state) === provider) return;
    // The new agent doesn't know the other agent's models.
    const _meta = withAgent(withSticky(session.state._meta, { model: null }), provider);
    this.#log.appendSession(session, { type: 'session/metaChanged', _meta }, origin);
    this.#offers.switched(session);
  }

  createSession(params: Params<'createSession'>, clientId: string, beginning?: Beginning): Promise<void> {
    return this.#lifecycle.createSession(params, clientId, beginning);
  }

  disposeSession(uri: string): Promise<void> {
    return this.#lifecycle.disposeSession(uri);
  }

  /** Disposes of the archived sessions that nothing has happened in since this time, ISO 8601. */
  async disposeArchived(before: string): Promise<void> {
    for (const uri of await archivedBefore(this.#kernel, before)) await this.disposeSession(uri);
  }

  createChat(params: Params<'createChat'>, asker: Asker): Promise<void> {
    return this.#lifecycle.createChat(params, asker);
  }

  moveChat(params: Params<'moveChat'>, from?: Attribution): Promise<Result<'moveChat'>> {
    return this.#moves.move(params.channel, params.destination, from);
  }

  disposeChat(uri: string, from?: Attribution): Promise<void> {
    return this.#lifecycle.disposeChat(uri, from);
  }
}
