import { isFromClient, type Attribution, type Channel, type Kernel } from '@loggia/kernel';
import type { ChatAction, ChatState, ChatSummary, SessionAction, SessionState } from '@loggia/protocol';
import type { Announcer } from './announcer.ts';
import { inputNeededActions, mayChangeInputNeeded } from './input-needed.ts';

/** A chat in memory together with the session that lists it. */
export interface OpenChat {
  readonly session: Channel<SessionState>;
  readonly chat: Channel<ChatState>;
}

type Watcher = (open: OpenChat, action: ChatAction) => void;

const catalogued = [
  'title',
  'status',
  'activity',
  'modifiedAt',
  'changes',
  'origin',
  'movable',
  'interactivity',
  'workingDirectories',
] as const satisfies readonly (keyof ChatSummary)[];

/** What the session's catalogue says of a chat. The title is the catalogue's own: no action changes a chat's. */
export function catalogueEntry(state: ChatState, title: string): ChatSummary {
  const entry: Record<string, unknown> = { resource: state.resource };
  for (const key of catalogued) {
    if (state[key] !== undefined) entry[key] = state[key];
  }
  return { ...(entry as ChatSummary), title };
}

/**
 * The one way to append to chats and sessions. A session follows its chats in the same commit: the catalogue
 * entry, and the list of what the session waits for. The list of sessions follows the session.
 */
export class ChatLog {
  readonly #kernel: Kernel;
  readonly #announcer: Announcer;
  readonly #watchers: Watcher[] = [];

  constructor(kernel: Kernel, announcer: Announcer) {
    this.#kernel = kernel;
    this.#announcer = announcer;
  }

  watch(watcher: Watcher): void {
    this.#watchers.push(watcher);
  }

  append(open: OpenChat, action: ChatAction, from?: Attribution): void {
    const before = open.chat.state;
    this.#kernel.append(open.chat, action, from);
    const after = open.chat.state;
    if (after === before) return;
    // Whoever did it also did what follows from it, but no client waits for an echo of that.
    const follower = isFromClient(from) ? { by: from.by } : from;
    this.#followCatalogue(open, before, after, follower);
    if (!mayChangeInputNeeded(action.type)) return;
    this.#followInputNeeded(open, after, follower);
    for (const watcher of this.#watchers) watcher(open, action);
  }

  appendSession(session: Channel<SessionState>, action: SessionAction, from?: Attribution): void {
    this.#announcer.touch(session);
    this.#kernel.append(session, action, from);
  }

  #followCatalogue(
    { session }: OpenChat,
    before: ChatState,
    after: ChatState,
    from: Attribution | undefined,
  ): void {
    const changed = catalogued.filter((key) => before[key] !== after[key]);
    const listed = session.state.chats.find((chat) => chat.resource === after.resource);
    if (changed.length === 0 || !listed) return;
    if (changed.some((key) => after[key] === undefined)) {
      // A merge cannot take a field away, the whole entry can.
      const summary = catalogueEntry(after, listed.title);
      this.appendSession(session, { type: 'session/chatAdded', summary }, from);
      return;
    }
    const changes = Object.fromEntries(changed.map((key) => [key, after[key]]));
    this.appendSession(session, { type: 'session/chatUpdated', chat: after.resource, changes }, from);
  }

  #followInputNeeded({ session, chat }: OpenChat, after: ChatState, from: Attribution | undefined): void {
    for (const action of inputNeededActions(chat.uri, after, session.state.inputNeeded ?? [])) {
      this.appendSession(session, action, from);
    }
  }
}
