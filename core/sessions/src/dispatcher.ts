import type { Channel, Kernel, Origin } from '@loggia/kernel';
import type { ChatAction, ChatState, SessionAction, SessionState, StateAction, Turn } from '@loggia/protocol';
import { pinAttachments } from './attachments.ts';
import type { ChatLog, OpenChat } from './chat-log.ts';
import type { Equipment } from './equipment.ts';
import type { Presence } from './presence.ts';
import { findCall, refuseChatAction } from './rules/chat-rules.ts';
import { ActionRefused } from './rules/refusal.ts';
import { refuseSessionAction } from './rules/session-rules.ts';
import type { Turns } from './turns/turns.ts';
import { authorOfAction, keepingMark, withSpeaker } from './view-messages.ts';

export interface DispatcherPorts {
  readonly kernel: Kernel;
  readonly log: ChatLog;
  readonly turns: Turns;
  readonly presence: Presence;
  readonly equipment: Pick<Equipment, 'refuse' | 'followed'>;
  /** The chat together with its session. Throws where one of them is gone. */
  openChat(chat: Channel<ChatState>): Promise<OpenChat>;
  report(problem: string, error: unknown): void;
}

/** What clients do to sessions and chats: checked against the state, appended, answered by the host. */
export class Dispatcher {
  readonly #ports: DispatcherPorts;
  readonly #keptTurns = new WeakMap<object, readonly Turn[]>();

  constructor(ports: DispatcherPorts) {
    this.#ports = ports;
  }

  /** Throws `ActionRefused` for what the client may not do. */
  onSession(session: Channel<SessionState>, action: StateAction, origin: Origin): void {
    if (!isAbout('session', action)) throw foreign(action);
    this.#onSession(session, action as SessionAction, origin);
  }

  /** Throws `ActionRefused` for what the client may not do. */
  async onChat(chat: Channel<ChatState>, action: StateAction, origin: Origin): Promise<void> {
    // It must not leave memory while what the action refers to is read.
    const release = this.#ports.kernel.pin(chat);
    try {
      if (isAbout('chat', action)) await this.#onChat(chat, action as ChatAction, origin);
      else if (action.type === 'session/titleChanged') await this.#renameChat(chat, action, origin);
      else throw foreign(action);
    } finally {
      release();
    }
  }

  /** The turns that were left when this action cut a chat. */
  keptTurns(action: object): readonly Turn[] | undefined {
    return this.#keptTurns.get(action);
  }

  #onSession(session: Channel<SessionState>, action: SessionAction, origin: Origin): void {
    const { equipment, log, presence, report } = this.#ports;
    const refusal =
      refuseSessionAction(session.state, action, origin) ??
      equipment.refuse(session.uri, session.state, action);
    if (refusal) throw new ActionRefused(refusal);
    log.appendSession(session, action, origin);
    equipment.followed(session.uri, action, origin.clientId);
    if (action.type === 'session/activeClientSet') presence.track(origin.clientId, session.uri);
    if (action.type !== 'session/activeClientRemoved') return;
    presence
      .failCalls(session, origin.clientId)
      .catch((error: unknown) => report(`Could not end the calls of the client ${origin.clientId}`, error));
  }

  async #onChat(chat: Channel<ChatState>, input: ChatAction, origin: Origin): Promise<void> {
    const pinned = await pinAttachments(this.#ports.kernel, input);
    const open = await this.#ports.openChat(chat);
    const given = keepingMark(open.chat.state, pinned);
    const refusal = refuseChatAction(open.chat.state, given, origin);
    if (refusal) throw new ActionRefused(refusal);
    const action = withSpeaker(given);
    const from = { ...origin, by: authorOfAction(action, origin.by) };
    // A number before the cut, for the turns that clients with a part of the chat must be sent first.
    if (action.type === 'chat/truncated') this.#ports.kernel.appendPrivate(open.chat);
    this.#ports.log.append(open, action, from);
    if (action.type === 'chat/truncated') this.#keptTurns.set(action, open.chat.state.turns);
    this.#answer(open, action, origin);
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

  /** The client that was asked to run a tool does not know it. */
  #turnedDown(open: OpenChat, { turnId, toolCallId }: { turnId: string; toolCallId: string }): void {
    const message = 'The client does not know this tool any more.';
    const result = { success: false, pastTenseMessage: message, error: { message, code: 'unknownTool' } };
    this.#ports.log.append(open, { type: 'chat/toolCallComplete', turnId, toolCallId, result });
  }

  /** No action changes a chat's own title; its name is in the catalogue of its session. */
  async #renameChat(
    renamed: Channel<ChatState>,
    action: { type: 'session/titleChanged'; title: string },
    origin: Origin,
  ): Promise<void> {
    const { session, chat } = await this.#ports.openChat(renamed);
    const refusal = refuseSessionAction(session.state, action, origin);
    if (refusal) throw new ActionRefused(refusal);
    // Changes nothing in the chat, but its sender waits for the echo there.
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
