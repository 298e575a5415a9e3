import type { Kernel } from '@loggia/kernel';
import {
  viewSpeakerOf,
  type Attachment,
  type ChatState,
  type Message,
  type SessionState,
} from '@loggia/protocol';
import { textOf, turnsThrough } from './conversation.ts';

/** The most of a chat that goes along with a message, in characters: its end. */
const longest = 100_000;

export type ChatTextOf = (attachment: Attachment) => string | undefined;

/** Reads attached chats ahead, because harnesses ask for messages without waiting. */
export class AttachedChats {
  readonly #kernel: Pick<Kernel, 'load'>;
  readonly #session: SessionState;
  readonly #read = new Map<string, string>();

  constructor(kernel: Pick<Kernel, 'load'>, session: SessionState) {
    this.#kernel = kernel;
    this.#session = session;
  }

  /** Undefined for anything else, and until it was loaded. */
  readonly of: ChatTextOf = (attachment) => {
    const key = keyOf(attachment);
    return key === undefined ? undefined : this.#read.get(key);
  };

  has(message: Message): boolean {
    return chatsIn(message).every((attachment) => this.of(attachment) !== undefined);
  }

  async load(messages: readonly Message[]): Promise<void> {
    for (const attachment of messages.flatMap(chatsIn)) {
      const key = keyOf(attachment);
      if (key === undefined || this.#read.has(key)) continue;
      this.#read.set(key, await this.#textOf(attachment).catch(() => unreadable));
    }
  }

  /** Only chats of the same workspace: attaching one must not be a way into another. */
  async #textOf({ resource, endTurn }: ChatAttachment): Promise<string> {
    const chat = await this.#kernel.load<ChatState>(resource);
    if (chat?.kind !== 'chat') return unreadable;
    const session =
      chat.parent === undefined ? undefined : await this.#kernel.load<SessionState>(chat.parent);
    if (session?.state.project?.uri !== this.#session.project?.uri) return unreadable;
    const turns = endTurn === undefined ? chat.state.turns : turnsThrough(chat.state, endTurn);
    const text = turns
      .map(({ message, responseParts }) => `User: ${message.text}\n\nAgent: ${textOf(responseParts)}`)
      .join('\n\n');
    return text.length > longest ? `[The beginning is left out here.]\n${text.slice(-longest)}` : text;
  }
}

const unreadable = '[This chat could not be read.]';

type ChatAttachment = Extract<Attachment, { type: 'chat' }>;

/** A View must not have anything read by naming it. */
function chatsIn(message: Message): readonly ChatAttachment[] {
  if (viewSpeakerOf(message)) return [];
  return (message.attachments ?? []).flatMap((attachment) =>
    attachment.type === 'chat' && !viewSpeakerOf(attachment) ? [attachment] : [],
  );
}

function keyOf(attachment: Attachment): string | undefined {
  if (attachment.type !== 'chat') return undefined;
  return JSON.stringify([attachment.resource, attachment.endTurn]);
}
