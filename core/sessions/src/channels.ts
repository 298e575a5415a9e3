import { ChannelExists, type Channel, type Kernel } from '@loggia/kernel';
import { ProtocolError, type ChatState, type SessionState } from '@loggia/protocol';
import type { OpenChat } from './chat-log.ts';

type Kind = 'session' | 'chat';

/** A session and its default chat. */
export interface SessionWithChat {
  readonly session: SessionState;
  readonly chat: ChatState | undefined;
}

/** Looks up sessions and chats by URI, and throws the errors that clients get. */
export class Channels {
  readonly #kernel: Kernel;

  constructor(kernel: Kernel) {
    this.#kernel = kernel;
  }

  /** Call this before creating anything: `create` doesn't notice a channel that is stored but not in memory. */
  async assertFree(uri: string, kind: Kind): Promise<void> {
    if (await this.#kernel.exists(uri)) throw taken(uri, kind);
  }

  make<State>(uri: string, kind: Kind, state: State, options?: { parent: string }): Channel<State> {
    try {
      return this.#kernel.create(uri, kind, state, options);
    } catch (error) {
      // Another caller may have created it since `assertFree`.
      throw error instanceof ChannelExists ? taken(uri, kind) : error;
    }
  }

  async session(uri: string): Promise<Channel<SessionState>> {
    const channel = await this.#kernel.load<SessionState>(uri);
    if (channel?.kind !== 'session') throw gone(`There is no session ${uri}.`);
    return channel;
  }

  async chat(uri: string): Promise<OpenChat> {
    const found = await this.#kernel.load<ChatState>(uri);
    if (found?.kind !== 'chat') throw gone(`There is no chat ${uri}.`);
    return this.withSession(found);
  }

  /** Adds the session to a chat that has just been loaded. */
  async withSession(found: Channel<ChatState>): Promise<OpenChat> {
    const { uri } = found;
    if (!found.parent || this.#kernel.peek(uri) !== found) throw gone(`There is no chat ${uri}.`);
    // Keeps the chat in memory while its session is read. The chat can still be disposed of meanwhile.
    const release = this.#kernel.pin(found);
    try {
      const session = await this.session(found.parent);
      if (this.#kernel.peek(uri) === found) return { session, chat: found };
    } finally {
      release();
    }
    throw gone(`There is no chat ${uri} any more.`);
  }

  /** The current states; undefined if there is no such session. */
  async sessionWithChat(uri: string): Promise<SessionWithChat | undefined> {
    const session = await this.#kernel.load<SessionState>(uri);
    if (session?.kind !== 'session') return undefined;
    const { state } = session;
    const { defaultChat } = state;
    const chat = defaultChat === undefined ? undefined : await this.#kernel.load<ChatState>(defaultChat);
    return { session: state, chat: chat?.state };
  }
}

function taken(uri: string, kind: Kind): ProtocolError {
  const name = kind === 'session' ? 'SessionAlreadyExists' : 'AlreadyExists';
  return new ProtocolError(name, `${uri} exists already. Choose a new URI.`);
}

function gone(message: string): ProtocolError {
  return new ProtocolError('SessionNotFound', message);
}
