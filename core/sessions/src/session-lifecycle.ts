import type { Attribution, Channel, Clock, Kernel } from '@loggia/kernel';
import {
  ProtocolError,
  sessionAgent,
  sessionOfAnnotations,
  Status,
  viewSpeakerOf,
  withSticky,
  type ChatState,
  type Params,
  type SessionState,
  type StickyChange,
  type Turn,
} from '@loggia/protocol';
import type { AgentOffers } from './agent-offers.ts';
import { agentInfoOf } from './agents.ts';
import type { Allowances } from './allowances.ts';
import type { Announcer, SessionListener } from './announcer.ts';
import type { Annotations } from './annotations/annotations.ts';
import { withFolderFiles, withPinned, type AttachmentSources } from './attachments.ts';
import type { Channels } from './channels.ts';
import { catalogEntry, type ChatLog } from './chat-log.ts';
import type { ChatMemories } from './chat-memories.ts';
import type { CreationProgress } from './creation-progress.ts';
import type { Equipment } from './equipment.ts';
import type { Files } from './files.ts';
import type { Harnesses } from './harnesses.ts';
import { assertCanBranch, branch, newChatState } from './new-chat.ts';
import type { Presence } from './presence.ts';
import type { Recovery } from './recovery.ts';
import type { SessionUse } from './session-use.ts';
import { forkTitle, titleFrom, untitled, untitledChat } from './titles.ts';
import type { ConfirmPolicy } from './turns/confirmations.ts';
import type { Asker, Turns } from './turns/turns.ts';
import { asSpoken } from './view-messages.ts';

/** The state a new session can start with. */
export interface Beginning {
  readonly turns?: Turn[];
  readonly sticky?: StickyChange;
}

/**
 * The project that a new session belongs to, by its creator's `config`. If this throws a `ProtocolError`, the creator
 * gets that error and the session isn't created.
 */
export type ProjectFor = (config: Readonly<Record<string, unknown>>) => Promise<SessionState['project']>;

/** The settings that a workspace, named by its channel, has in place of the host's. */
export type SettingsIn = (project: string | undefined) => {
  /** The agent that new sessions begin with, unless their creator names one. */
  readonly agent?: string | undefined;
  readonly confirm?: ConfirmPolicy | undefined;
  /** The host's where the workspace has none: see `HarnessTurn.toolBudget`. */
  readonly toolBudget?: number | 'off' | undefined;
  /** Servers, or `server/tool`, whose tools agents needn't search for: the host's and the workspace's. */
  readonly pinnedTools?: readonly string[] | undefined;
};

export interface LifecyclePorts {
  readonly kernel: Kernel;
  readonly clock: Clock;
  readonly channels: Channels;
  readonly announcer: Announcer;
  readonly log: ChatLog;
  readonly annotations: Annotations;
  readonly turns: Turns;
  readonly presence: Presence;
  readonly recovery: Recovery;
  readonly equipment: Equipment;
  readonly harnesses: Harnesses;
  readonly allowances: Allowances;
  readonly inUse: SessionUse;
  readonly files: Files;
  readonly readArtifact: AttachmentSources['readArtifact'];
  readonly memories: Pick<ChatMemories, 'take'>;
  readonly offers: Pick<AgentOffers, 'configFor'>;
  readonly projectFor: ProjectFor | undefined;
  readonly settingsIn: SettingsIn;
  readonly progress: CreationProgress;
  /** Sends a progress report to one client. */
  tell: NonNullable<SessionListener['progress']>;
  newId(): string;
  report(problem: string, error: unknown): void;
}

/** Creates sessions and chats, and disposes of them. */
export class SessionLifecycle {
  readonly #ports: LifecyclePorts;

  constructor(ports: LifecyclePorts) {
    this.#ports = ports;
  }

  async createSession(
    params: Params<'createSession'>,
    clientId: string,
    { turns, sticky = {} }: Beginning = {},
  ): Promise<void> {
    const { kernel, channels, presence, equipment, harnesses } = this.#ports;
    const { channel: uri, activeClient, workingDirectories } = params;
    if (activeClient && activeClient.clientId !== clientId) {
      throw new ProtocolError(
        'InvalidParams',
        'A client can only register itself: activeClient.clientId must be yours.',
      );
    }
    if (sessionOfAnnotations(uri) !== undefined) {
      throw new ProtocolError('InvalidParams', `${uri} is the address of comments. Choose another URI.`);
    }
    // Before anything is read: an agent that doesn't exist is the creator's mistake.
    if (params.provider !== undefined) harnesses.assertHas(params.provider);
    const { config: wanted = {} } = params;
    const equipped = await equipment.configFor({
      workingDirectories: workingDirectories ?? [],
      config: wanted,
    });
    const project = await this.#ports.projectFor?.(wanted);
    const provider = params.provider ?? this.agentIn(project?.uri);
    const config = this.#ports.offers.configFor(provider, equipped, wanted);
    await channels.assertFree(uri, 'session');
    const chatUri = `ahp-chat:/${this.#ports.newId()}`;
    const origin = { kind: 'user' as const };
    const chat = newChatState({
      uri: chatUri,
      title: untitled,
      now: this.#now(),
      origin,
      ...(turns && { turns }),
    });
    const meta = withSticky(undefined, sticky);
    this.begin(uri, {
      provider,
      title: untitled,
      status: Status.idle | Status.isRead,
      lifecycle: 'creating',
      activeClients: activeClient ? [activeClient] : [],
      chats: [catalogEntry(chat, untitled)],
      defaultChat: chatUri,
      ...(project && { project }),
      ...(workingDirectories && { workingDirectories }),
      ...(config && { config }),
      ...(meta && { _meta: meta }),
    });
    kernel.create<ChatState>(chatUri, 'chat', chat, { parent: uri });
    if (activeClient) presence.track(clientId, uri);
    const { progressToken } = params;
    if (progressToken === undefined) return;
    kernel.afterCommit(() => {
      void this.#ports.progress.follow(uri, progressToken, (told) => this.#ports.tell(clientId, told));
    });
  }

  /** The workspace's, unless that has been removed since; otherwise the host's first. */
  agentIn(project: string | undefined): string {
    const { harnesses, settingsIn } = this.#ports;
    const { agent } = settingsIn(project);
    return harnesses.providerFor(agent !== undefined && harnesses.get(agent) ? agent : undefined);
  }

  /** Creates the session itself; its default chat must follow at once. */
  begin(uri: string, state: SessionState): Channel<SessionState> {
    const { kernel, channels, announcer, recovery, inUse } = this.#ports;
    const session = channels.make<SessionState>(uri, 'session', state);
    announcer.added(session);
    kernel.afterCommit(() => {
      if (kernel.peek(uri) !== session) return;
      recovery.makeReady(uri);
      inUse.created(uri);
    });
    return session;
  }

  async disposeSession(uri: string): Promise<void> {
    const { kernel, channels, announcer, allowances, annotations, inUse } = this.#ports;
    const allowed = await allowances.of(uri);
    const hasAnnotations = await annotations.exists(uri);
    const session = await channels.session(uri);
    for (const { resource } of session.state.chats) this.#removeChat(resource);
    annotations.remove(uri, hasAnnotations);
    allowances.drop(allowed);
    this.#ports.progress.end(uri);
    kernel.remove(uri);
    inUse.disposed(uri);
    announcer.removed(uri);
  }

  async createChat(params: Params<'createChat'>, asker: Asker): Promise<void> {
    const { kernel, channels, log, turns, harnesses, files } = this.#ports;
    const { chat: uri, source, initialMessage, workingDirectories } = params;
    // Before the session is read: a chat that another call makes meanwhile is listed there.
    const isTaken = await kernel.exists(uri);
    const session = await channels.session(params.channel);
    // Clients that derive the URI of the first chat ask for the one that is there already, and others ask again when
    // they missed the answer.
    if (lists(session.state, uri)) return;
    if (isTaken) await channels.assertFree(uri, 'chat');
    const agent = harnesses.get(sessionAgent(session.state));
    assertCanBranch(agent && agentInfoOf(agent), source);
    if (initialMessage && initialMessage.origin.kind !== 'user') {
      throw new ProtocolError('InvalidParams', 'A client speaks for its user: use the origin kind "user".');
    }
    const { workingDirectories: folders = [] } = session.state;
    const foreign = workingDirectories?.find((folder) => !folders.includes(folder));
    if (foreign !== undefined) {
      throw new ProtocolError(
        'InvalidParams',
        `The session doesn't work in ${foreign}. Add that folder to it first.`,
      );
    }
    const spoken = initialMessage && (await withPinned(this.#ports, asSpoken(initialMessage), session.uri));
    const first = spoken && (await withFolderFiles(files, spoken, folders));
    const from = source && (await channels.chat(source.chat));
    if (from && (from.session.uri !== session.uri || source.chat === uri)) {
      throw new ProtocolError(
        'InvalidParams',
        'A chat can only branch off from another chat of its own session.',
      );
    }
    // At once, before the chat that it branches off from can leave memory.
    const begins = from ? branch(source, from.chat.state) : { origin: { kind: 'user' as const } };
    const said = first && !viewSpeakerOf(first) ? titleFrom(first.text) : undefined;
    const title = said ?? (source?.kind === 'fork' ? forkTitle(session.state, source.chat) : untitledChat);
    const now = this.#now();
    const state = newChatState({ uri, title, now, movable: true, workingDirectories, ...begins });
    const { uri: parent } = session;
    const current = await channels.session(parent);
    if (lists(current.state, uri)) return;
    const open = { session: current, chat: channels.make(uri, 'chat', state, { parent }) };
    const summary = catalogEntry(state, title);
    log.appendSession(open.session, { type: 'session/chatAdded', summary }, { by: asker.by });
    if (first) turns.begin(open, first, { asker });
  }

  async disposeChat(uri: string, from?: Attribution): Promise<void> {
    const { channels, log } = this.#ports;
    const found = await channels.chat(uri);
    const next = found.session.state.chats.find((entry) => entry.resource !== uri);
    if (!next) {
      throw new ProtocolError(
        'InvalidParams',
        'A session keeps at least one chat. Dispose the session instead.',
      );
    }
    // In memory before it takes the role over: older clients are shown it in place of the other at once.
    const { chat: successor } = await channels.chat(next.resource);
    const { session } = await channels.chat(uri);
    const wasDefault = session.state.defaultChat === uri;
    for (const { id, chat } of session.state.inputNeeded ?? []) {
      if (chat === uri) log.appendSession(session, { type: 'session/inputNeededRemoved', id }, from);
    }
    log.appendSession(session, { type: 'session/chatRemoved', chat: uri }, from);
    const { resource: defaultChat } = next;
    if (wasDefault) {
      log.appendSession(session, { type: 'session/defaultChatChanged', defaultChat }, from);
      if (this.#ports.kernel.peek(defaultChat) === successor && successor.state.movable)
        log.append({ session, chat: successor }, { type: 'chat/movableChanged', movable: false }, from);
    }
    this.#removeChat(uri);
  }

  #removeChat(uri: string): void {
    this.#ports.turns.abandon(uri);
    const { kernel, memories, harnesses, report } = this.#ports;
    memories
      .take(uri)
      .then((memory) => harnesses.chatRemoved(uri, memory))
      .catch((error: unknown) => report(`The agents could not be told that ${uri} was removed`, error));
    kernel.remove(uri);
  }

  #now(): string {
    return new Date(this.#ports.clock.now()).toISOString();
  }
}

function lists({ chats }: SessionState, uri: string): boolean {
  return chats.some(({ resource }) => resource === uri);
}
