import type { Kernel } from '@loggia/kernel';
import { ProtocolError, type ChatState, type Turn } from '@loggia/protocol';
import type { Channels } from './channels.ts';
import { pageOfTurns, type TurnPage } from './turn-pages.ts';

/** Reads the turns of chats. */
export class TurnHistory {
  readonly #kernel: Kernel;
  readonly #channels: Channels;

  constructor(kernel: Kernel, channels: Channels) {
    this.#kernel = kernel;
    this.#channels = channels;
  }

  /**
   * Earlier turns, for one client alone. `send` is called before this resolves, in order with everything else that
   * happens to the chat, with the turns as they are at that point of the log. `shownFrom` tells the first turn that the
   * client has by then, if it was sent only a part.
   */
  async before(
    chatUri: string,
    { cursor, shownFrom }: { cursor: string | undefined; shownFrom(): string | undefined },
    send: (page: TurnPage, seq: number) => void,
  ): Promise<void> {
    const { chat } = await this.#channels.chat(chatUri);
    const pageIn = (state: ChatState): TurnPage => pageOfTurns(state, cursor, shownFrom());
    // An unhealthy kernel can't assign a number; nothing is published either, so the last number is correct.
    if (!this.#kernel.health.ok) return send(pageIn(chat.committed), this.#kernel.seq);
    const page = pageIn(chat.state);
    this.#kernel.appendPrivate((seq) => send(page, seq));
    return this.#kernel.settled();
  }

  /** The default chat of a session, as it is stored. */
  async defaultChatOf(uri: string): Promise<ChatState> {
    const { defaultChat } = (await this.#channels.session(uri)).committed;
    if (defaultChat === undefined)
      throw new ProtocolError('SessionNotFound', `The session ${uri} has no chat.`);
    return (await this.#channels.chat(defaultChat)).chat.committed;
  }

  /** The turns of a session's default chat up to and including one of them, for a session that starts with them. */
  async through(uri: string, turnId: string): Promise<Turn[]> {
    const { turns } = await this.defaultChatOf(uri);
    const index = turns.findIndex((turn) => turn.id === turnId);
    if (index < 0) throw new ProtocolError('NotFound', `The session has no finished turn "${turnId}".`);
    return turns.slice(0, index + 1);
  }
}
