import type { Attribution, Channel, Kernel, Origin } from '@loggia/kernel';
import {
  filesOfMessage,
  isViewContextAction,
  type ChatAction,
  type ChatState,
  type SessionAction,
  type SessionState,
  type StateAction,
  type Turn,
  type ViewContextAction,
} from '@loggia/protocol';
import type { AgentOffers } from './agent-offers.ts';
import {
  describeFiles,
  messageIn,
  pinAttachments,
  takeFolderFiles,
  type AttachmentSources,
} from './attachments.ts';
import { followedFolders, foldersOf, refuseFolder } from './chat-folders.ts';
import type { ChatLog, OpenChat } from './chat-log.ts';
import type { ModelInput } from './embedded.ts';
import type { Equipment } from './equipment.ts';
import type { Files } from './files.ts';
import type { Presence } from './presence.ts';
import { findCall, refuseChatAction } from './rules/chat-rules.ts';
import { ActionRefused } from './rules/refusal.ts';
import { refuseSessionAction } from './rules/session-rules.ts';
import { clientResultShown } from './turns/outcome.ts';
import type { Turns } from './turns/turns.ts';
import { authorOfContext, markedContext, refuseViewContext, takeViewContext } from './view-context.ts';
import { authorOfAction, keepingMark, withSpeaker } from './view-messages.ts';
import { keepingViewTool, withdrawnTools } from './view-tool-calls.ts';

export interface DispatcherPorts {
  readonly kernel: Kernel;
  readonly log: ChatLog;
  readonly turns: Turns;
  readonly presence: Presence;
  readonly equipment: Pick<Equipment, 'refuse' | 'followed' | 'kept'>;
  readonly modelInput: ModelInput;
  readonly files: Files;
  readonly readArtifact: AttachmentSources['readArtifact'];
  readonly offers: Pick<AgentOffers, 'changed'>;
  /** Opens the chat and its session. Throws if either is gone. */
  openChat(chat: Channel<ChatState>): Promise<OpenChat>;
  report(problem: string, error: unknown): void;
}

/**
 * Handles actions that clients dispatch to sessions and chats: checks them against the state, appends them, and reacts.
 */
export class Dispatcher {
  readonly #ports: DispatcherPorts;
  readonly #keptTurns = new WeakMap<object, readonly Turn[]>();

  constructor(ports: DispatcherPorts) {
    this.#ports = ports;
  }

  /** Throws `ActionRefused` if the client may not do this. */
  onSession(session: Channel<SessionState>, action: StateAction, origin: Origin): void {
    if (!isAbout('session', action)) throw foreign(action);
    this.#onSession(session, action as SessionAction, origin);
  }

  /** Rejects with `ActionRefused` if the client may not do this. */
  async onChat(chat: Channel<ChatState>, action: StateAction, origin: Origin): Promise<void> {
    // Keeps the chat in memory while the action's attachments are read.
    const release = this.#ports.kernel.pin(chat);
    try {
      if (isAbout('chat', action)) await this.#onChat(chat, action as ChatAction, origin);
      else if (isViewContextAction(action)) await this.#onViewContext(chat, action, origin);
      else if (action.type === 'session/titleChanged') await this.#renameChat(chat, action, origin);
      else throw foreign(action);
    } finally {
      release();
    }
  }

  /** The turns that were left after this action truncated a chat. */
  keptTurns(action: object): readonly Turn[] | undefined {
    return this.#keptTurns.get(action);
  }

  #onSession(session: Channel<SessionState>, action: SessionAction, origin: Origin): void {
    const { equipment, log, presence, offers, report } = this.#ports;
    const { state: before } = session;
    const refusal =
      refuseSessionAction(session.state, action, origin) ??
      equipment.refuse(session.uri, session.state, action);
    if (refusal) throw new ActionRefused(refusal);
    const withdrawn =
      action.type === 'session/activeClientSet' ? withdrawnTools(session, action.activeClient) : undefined;
    log.appendSession(session, action, origin);
    equipment.followed(session.uri, action, origin.clientId);
    if (action.type === 'session/configChanged') offers.changed(session, before);
    this.#followFolders(session, action).catch((error: unknown) =>
      report('Could not change the folders of chats along with those of their session', error),
    );
    if (action.type === 'session/activeClientSet') presence.track(origin.clientId, session.uri);
    if (action.type !== 'session/activeClientRemoved' && !withdrawn?.size) return;
    presence
      .failCalls(session, origin.clientId, withdrawn)
      .catch((error: unknown) => report(`Could not end the calls of the client ${origin.clientId}`, error));
  }

  /** A folder that its session leaves is left by its chats, too. */
  async #followFolders({ state }: Channel<SessionState>, action: SessionAction): Promise<void> {
    for (const summary of state.chats) {
      if (followedFolders(action, summary).length === 0) continue;
      const chat = await this.#ports.kernel.load<ChatState>(summary.resource);
      if (!chat) continue;
      const open = await this.#ports.openChat(chat);
      for (const change of followedFolders(action, open.chat.state)) this.#ports.log.append(open, change);
    }
  }

  async #onChat(chat: Channel<ChatState>, input: ChatAction, origin: Origin): Promise<void> {
    const { files, openChat } = this.#ports;
    const folders = async () => {
      const open = await openChat(chat);
      return foldersOf(open.session.state, open.chat.state);
    };
    const pinned = await takeFolderFiles(
      files,
      await pinAttachments(this.#ports, input, chat.parent),
      folders,
    );
    const named = filesOfMessage(messageIn(pinned)).map(({ hash }) => hash);
    if (named.length === 0) {
      const kept = await this.#withinChat(await openChat(chat), pinned, origin);
      return this.#append(await openChat(chat), kept, origin);
    }
    return files.holding(named, async () => {
      const { project } = (await openChat(chat)).session.state;
      const described = await describeFiles(files, pinned, project);
      this.#append(await openChat(chat), described, origin);
    });
  }

  /** Large parts of a client's result are stored outside the chat, and the user sees what the agent isn't given. */
  async #withinChat({ chat }: OpenChat, action: ChatAction, origin: Origin): Promise<ChatAction> {
    const { equipment, modelInput } = this.#ports;
    if (action.type !== 'chat/toolCallComplete' || !equipment.kept) return action;
    if (refuseChatAction(chat.state, action, origin)) return action;
    const { result } = action;
    const kept = await equipment.kept(result);
    return { ...action, result: clientResultShown(result, kept, modelInput) };
  }

  #append(open: OpenChat, pinned: ChatAction, origin: Origin): void {
    const given = keepingViewTool(open.chat.state, keepingMark(open.chat.state, pinned));
    const refusal =
      refuseChatAction(open.chat.state, given, origin) ?? refuseFolder(open.session.state, given);
    if (refusal) throw new ActionRefused(refusal);
    const spoken = withSpeaker(given);
    const from = { ...origin, by: authorOfAction(spoken, origin.by) };
    const action = this.#withViewContext(open, spoken, { by: from.by });
    // Reserves a number before the cut: clients that hold part of the chat must first be sent the turns they lack.
    if (action.type === 'chat/truncated') this.#ports.kernel.appendPrivate(() => {});
    this.#ports.log.append(open, action, from);
    if (action.type === 'chat/truncated') this.#keptTurns.set(action, open.chat.state.turns);
    this.#answer(open, action, origin);
  }

  /** A message that is heard now takes the context of Views along; a queued one does so when its turn starts. */
  #withViewContext(open: OpenChat, action: ChatAction, from: Attribution): ChatAction {
    const isHeardNow =
      action.type === 'chat/turnStarted' ||
      (action.type === 'chat/pendingMessageSet' && action.kind === 'steering');
    if (!isHeardNow) return action;
    return { ...action, message: takeViewContext(this.#ports.log, open, action.message, from) };
  }

  async #onViewContext(chat: Channel<ChatState>, action: ViewContextAction, origin: Origin): Promise<void> {
    const open = await this.#ports.openChat(chat);
    const refusal = refuseViewContext(open.chat.state, action);
    if (refusal) throw new ActionRefused(refusal);
    const marked =
      action.type === 'x-loggia/viewContextSet'
        ? { ...action, context: markedContext(action.context) }
        : action;
    this.#ports.log.append(open, marked, { ...origin, by: authorOfContext(action, origin.by) });
  }

  #answer(open: OpenChat, action: ChatAction, asker: Origin): void {
    const { turns } = this.#ports;
    switch (action.type) {
      case 'chat/turnStarted':
        return turns.run(open, { asker });
      case 'chat/turnResume':
        return turns.run(open, { asker, resumes: true });
      case 'chat/pendingMessageSet':
        return turns.takeQueued(open);
      case 'chat/toolCallConfirmed':
        if (findCall(open.chat.state, action)?.status !== 'running' || action.approved) return undefined;
        return this.#turnedDown(open, action);
      default:
        return undefined;
    }
  }

  /** The client that was asked to run a tool doesn't know it. */
  #turnedDown(open: OpenChat, { turnId, toolCallId }: { turnId: string; toolCallId: string }): void {
    const message = 'The client does not know this tool any more.';
    const result = { success: false, pastTenseMessage: message, error: { message, code: 'unknownTool' } };
    this.#ports.log.append(open, { type: 'chat/toolCallComplete', turnId, toolCallId, result });
  }

  /** No action changes a chat's own title; the name is in its session's catalog. */
  async #renameChat(
    renamed: Channel<ChatState>,
    action: { type: 'session/titleChanged'; title: string },
    origin: Origin,
  ): Promise<void> {
    const { session, chat } = await this.#ports.openChat(renamed);
    const refusal = refuseSessionAction(session.state, action, origin);
    if (refusal) throw new ActionRefused(refusal);
    // This changes nothing in the chat, but its sender waits for the echo there.
    this.#ports.kernel.append(chat, action, origin);
    const changes = { title: action.title };
    this.#ports.log.appendSession(
      session,
      { type: 'session/chatUpdated', chat: chat.uri, changes },
      {
        by: origin.by,
      },
    );
  }
}

function isAbout(topic: 'session' | 'chat', { type }: StateAction): boolean {
  return type.startsWith(`${topic}/`);
}

function foreign({ type }: StateAction): ActionRefused {
  return new ActionRefused(`The action ${type} does not belong to a channel of this kind.`);
}
