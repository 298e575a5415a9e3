import type { Channel, Kernel, Origin } from '@loggia/kernel';
import type { ChatAction, SessionAction, SessionState, StateAction, Turn } from '@loggia/protocol';
import { pinAttachments } from './attachments.ts';
import type { ChatLog, OpenChat } from './chat-log.ts';
import type { Equipment } from './equipment.ts';
import type { Presence } from './presence.ts';
import { findCall, refuseChatAction } from './rules/chat-rules.ts';
import { ActionRefused } from './rules/refusal.ts';
import { refuseSessionAction } from './rules/session-rules.ts';
import type { Turns } from './turns/turns.ts';
import { keepingMark, withSpeaker } from './view-messages.ts';

export interface DispatcherPorts {
  readonly kernel: Kernel;
  readonly log: ChatLog;
  readonly turns: Turns;
  readonly presence: Presence;
  readonly equipment: Pick<Equipment, 'refuse' | 'followed'>;
  openChat(uri: string): Promise<OpenChat>;
  others?: OtherChannels | undefined;
  report(problem: string, error: unknown): void;
}

/** What clients do to channels that are neither. False where it is nobody's; throws `ActionRefused`. */
export type OtherChannels = (channel: Channel, action: StateAction, origin: Origin) => boolean;

/** What clients do to sessions and chats: checked against the state, appended, answered by the host. */
export class Dispatcher {
  readonly #ports: DispatcherPorts;
  readonly #keptTurns = new WeakMap<object, readonly Turn[]>();

  constructor(ports: DispatcherPorts) {
    this.#ports = ports;
  }

  /**
   * Returns false for a channel that does not exist, which is passed over in silence; throws `ActionRefused` for
   * what the client may not do.
   */
  async dispatch(uri: string, action: StateAction, origin: Origin): Promise<boolean> {
    const channel = await this.#ports.kernel.load(uri);
    if (!channel) return false;
    const topic = action.type.slice(0, action.type.indexOf('/'));
    if (channel.kind === 'session' && topic === 'session') {
      this.#onSession(channel as Channel<SessionState>, action as SessionAction, origin);
    } else if (channel.kind === 'chat' && topic === 'chat') {
      await this.#onChat(uri, action as ChatAction, origin);
    } else if (channel.kind === 'chat' && action.type === 'session/titleChanged') {
      await this.#renameChat(uri, action, origin);
    } else if (channel.kind === 'root' && topic === 'root') {
      throw new ActionRefused('This host has no settings to change.');
    } else if (!this.#ports.others?.(channel, action, origin)) {
      throw new ActionRefused(`The action ${action.type} does not belong to a channel of this kind.`);
    }
    return true;
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

  async #onChat(uri: string, input: ChatAction, origin: Origin): Promise<void> {
    const pinned = await pinAttachments(this.#ports.kernel, input);
    const open = await this.#ports.openChat(uri);
    const given = keepingMark(open.chat.state, pinned);
    const refusal = refuseChatAction(open.chat.state, given, origin);
    if (refusal) throw new ActionRefused(refusal);
    const action = withSpeaker(given);
    // A number before the cut, for the turns that clients with a part of the chat must be sent first.
    if (action.type === 'chat/truncated') this.#ports.kernel.appendPrivate(open.chat);
    this.#ports.log.append(open, action, origin);
    if (action.type === 'chat/truncated') this.#keptTurns.set(action, open.chat.state.turns);
    this.#answer(open, action, origin);
  }

  #answer(open: OpenChat, action: ChatAction, { clientId }: Origin): void {
    const { turns } = this.#ports;
    switch (action.type) {
      case 'chat/turnStarted':
        return turns.run(open, { by: clientId });
      case 'chat/turnResume':
        return turns.run(open, { by: clientId, resumes: true });
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
    uri: string,
    action: { type: 'session/titleChanged'; title: string },
    origin: Origin,
  ): Promise<void> {
    const { session, chat } = await this.#ports.openChat(uri);
    const refusal = refuseSessionAction(session.state, action, origin);
    if (refusal) throw new ActionRefused(refusal);
    // Changes nothing in the chat, but its sender waits for the echo there.
    this.#ports.kernel.append(chat, action, origin);
    const changes = { title: action.title };
    this.#ports.log.appendSession(session, { type: 'session/chatUpdated', chat: uri, changes });
  }
}
