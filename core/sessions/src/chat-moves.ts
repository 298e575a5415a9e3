import type { Attribution, Channel } from '@loggia/kernel';
import {
  ProtocolError,
  sessionAgent,
  Status,
  type ChatState,
  type Params,
  type Result,
  type SessionState,
} from '@loggia/protocol';
import { agentInfoOf } from './agents.ts';
import { catalogEntry, type OpenChat } from './chat-log.ts';
import { assertCanBranch } from './new-chat.ts';
import type { LifecyclePorts } from './session-lifecycle.ts';

type Destination = Params<'moveChat'>['destination'];

interface ChatMovesPorts extends Pick<
  LifecyclePorts,
  'kernel' | 'channels' | 'log' | 'turns' | 'harnesses' | 'newId'
> {
  /** Creates a session whose default chat is the one that is about to be made. */
  begin(uri: string, state: SessionState): Channel<SessionState>;
}

/**
 * Moves chats between sessions, and within one. A chat keeps its URI, its turns and its origin. Its log starts over, so
 * clients that watch it are told that it left, and get its state when they subscribe again.
 */
export class ChatMoves {
  readonly #ports: ChatMovesPorts;

  constructor(ports: ChatMovesPorts) {
    this.#ports = ports;
  }

  async move(uri: string, destination: Destination, from?: Attribution): Promise<Result<'moveChat'>> {
    const { channels, kernel } = this.#ports;
    if (destination.kind === 'newSession') return this.#toNewSession(await this.#movable(uri), from);
    if (destination.kind !== 'session') {
      throw new ProtocolError('InvalidParams', 'The destination must be "session" or "newSession".');
    }
    const target = await channels.session(destination.session);
    // In memory while the chat is read.
    const release = kernel.pin(target);
    try {
      const open = await this.#movable(uri);
      if (kernel.peek(target.uri) !== target) {
        throw new ProtocolError('SessionNotFound', `There is no session ${target.uri} any more.`);
      }
      const others = target.state.chats.map(({ resource }) => resource).filter((chat) => chat !== uri);
      const order = placed(others, uri, destination.after);
      if (open.session !== target) this.#transfer(open, target, from);
      this.#ports.log.appendSession(target, { type: 'session/chatsReordered', chats: order }, from);
      return { session: target.uri };
    } finally {
      release();
    }
  }

  /** The chat, if it may leave its place. Nothing may be awaited after this before it is moved. */
  async #movable(uri: string): Promise<OpenChat> {
    const open = await this.#ports.channels.chat(uri);
    if (open.session.state.defaultChat === uri) {
      throw new ProtocolError(
        'InvalidParams',
        'The main chat of a session stays with it. Fork it, or move another chat.',
      );
    }
    return open;
  }

  #toNewSession(open: OpenChat, from: Attribution | undefined): Result<'moveChat'> {
    const { begin, newId } = this.#ports;
    const { state } = open.session;
    const uri = `ahp-session:/${newId()}`;
    const { title } = this.#listed(open);
    const moved = this.#leave(open, from);
    const { movable: _, ...fixed } = moved;
    const { project, workingDirectories, config } = state;
    begin(uri, {
      provider: sessionAgent(state),
      title,
      status: Status.idle | Status.isRead,
      lifecycle: 'creating',
      activeClients: [],
      chats: [catalogEntry(fixed, title)],
      defaultChat: moved.resource,
      ...(project && { project }),
      ...(workingDirectories && { workingDirectories }),
      ...(config && { config }),
    });
    this.#ports.channels.make(moved.resource, 'chat', fixed, { parent: uri });
    return { session: uri };
  }

  #transfer(open: OpenChat, target: Channel<SessionState>, from: Attribution | undefined): void {
    const { channels, harnesses, log } = this.#ports;
    const agent = harnesses.get(sessionAgent(target.state));
    assertCanBranch(agent && agentInfoOf(agent), undefined);
    const { title } = this.#listed(open);
    const { workingDirectories, ...moved } = this.#leave(open, from);
    const kept = workingDirectories?.filter((folder) => target.state.workingDirectories?.includes(folder));
    const state: ChatState = { ...moved, ...(kept && { workingDirectories: kept }) };
    channels.make(state.resource, 'chat', state, { parent: target.uri });
    log.appendSession(target, { type: 'session/chatAdded', summary: catalogEntry(state, title) }, from);
  }

  /** Takes the chat out of its session, and returns its state. */
  #leave({ session, chat }: OpenChat, from: Attribution | undefined): ChatState {
    const { kernel, log, turns } = this.#ports;
    const { state } = chat;
    if (state.activeTurn) {
      throw new ProtocolError('TurnInProgress', 'The chat is at work. Wait for its turn, or cancel it.');
    }
    log.appendSession(session, { type: 'session/chatRemoved', chat: chat.uri }, from);
    turns.abandon(chat.uri);
    kernel.remove(chat.uri);
    return state;
  }

  #listed({ session, chat }: OpenChat): { readonly title: string } {
    return session.state.chats.find(({ resource }) => resource === chat.uri) ?? chat.state;
  }
}

/** After another chat, or last. */
function placed(others: readonly string[], uri: string, after: string | undefined): string[] {
  if (after === undefined) return [...others, uri];
  const index = others.indexOf(after);
  if (index < 0) throw new ProtocolError('NotFound', `The session has no chat ${after} to move it behind.`);
  return [...others.slice(0, index + 1), uri, ...others.slice(index + 1)];
}
