import type { Kernel } from '@loggia/kernel';
import { spentAfter, type UsageInfo } from '@loggia/protocol';
import type { ChatLog, OpenChat } from './chat-log.ts';

/** Adds up what the turns of a session use, in the session's `_meta`. */
export class Spending {
  readonly #kernel: Pick<Kernel, 'peek'>;
  readonly #log: ChatLog;
  /** The totals of running turns, by chat. */
  readonly #running = new Map<string, UsageInfo>();

  constructor(kernel: Pick<Kernel, 'peek'>, log: ChatLog) {
    this.#kernel = kernel;
    this.#log = log;
  }

  /** A turn of the chat has used this so far. */
  used({ chat }: OpenChat, usage: UsageInfo): void {
    this.#running.set(chat.uri, usage);
  }

  turnEnded({ chat, session }: OpenChat): void {
    const usage = this.#running.get(chat.uri);
    this.#running.delete(chat.uri);
    if (this.#kernel.peek(session.uri) !== session) return;
    if (usage?.inputTokens === undefined && usage?.outputTokens === undefined) return;
    const spent = spentAfter(session.state._meta, usage);
    this.#log.appendSession(session, { type: 'x-loggia/spentChanged', spent });
  }
}
