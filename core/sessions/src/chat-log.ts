import { isFromClient, type Attribution, type Channel, type Kernel } from '@loggia/kernel';
import type {
  AgentCommandAction,
  AnnotationCountAction,
  ChatAction,
  ChatState,
  ChatSummary,
  ConfigSchemaAction,
  SpentAction,
  SessionAction,
  SessionState,
  ViewContextAction,
} from '@loggia/protocol';
import type { Announcer } from './announcer.ts';
import { inputNeededActions, mayChangeInputNeeded } from './input-needed.ts';
import { untitled } from './titles.ts';

/** A chat in memory together with the session that lists it. */
export interface OpenChat {
  readonly session: Channel<SessionState>;
  readonly chat: Channel<ChatState>;
}

type Watcher = (open: OpenChat) => void;
type SessionWatcher = (session: Channel<SessionState>, before: SessionState) => void;

const catalogKeys = [
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

/** Actions that follow from another have the same author, but no client waits for their echo. */
function followerOf(from: Attribution | undefined): Attribution | undefined {
  return isFromClient(from) ? { by: from.by } : from;
}

/** A chat's entry in the session's catalog. The title belongs to the catalog: no action changes a chat's own. */
export function catalogEntry(state: ChatState, title: string): ChatSummary {
  const entry: Record<string, unknown> = { resource: state.resource };
  for (const key of catalogKeys) {
    if (state[key] !== undefined) entry[key] = state[key];
  }
  return { ...(entry as ChatSummary), title };
}

/**
 * The only way to append to chats and sessions. A chat's session follows in the same commit: the catalog entry, and the
 * list of inputs the session waits for. The list of sessions follows the session.
 */
export class ChatLog {
  readonly #kernel: Kernel;
  readonly #announcer: Announcer;
  readonly #watchers: Watcher[] = [];
  readonly #sessionWatchers: SessionWatcher[] = [];

  constructor(kernel: Kernel, announcer: Announcer) {
    this.#kernel = kernel;
    this.#announcer = announcer;
  }

  watch(watcher: Watcher): void {
    this.#watchers.push(watcher);
  }

  watchSessions(watcher: SessionWatcher): void {
    this.#sessionWatchers.push(watcher);
  }

  append(
    open: OpenChat,
    action: ChatAction | ViewContextAction | AgentCommandAction,
    from?: Attribution,
  ): void {
    const before = open.chat.state;
    this.#kernel.append(open.chat, action, from);
    const after = open.chat.state;
    if (after === before) return;
    const follower = followerOf(from);
    this.#followCatalog(open, before, after, follower);
    if (!mayChangeInputNeeded(action.type)) return;
    this.#followInputNeeded(open, after, follower);
    for (const watcher of this.#watchers) watcher(open);
  }

  appendSession(
    session: Channel<SessionState>,
    action: SessionAction | AnnotationCountAction | ConfigSchemaAction | SpentAction,
    from?: Attribution,
  ): void {
    const { state: before } = session;
    this.#announcer.touch(session);
    this.#kernel.append(session, action, from);
    if (action.type === 'session/titleChanged') this.#followTitle(session, before.title, followerOf(from));
    if (session.state === before) return;
    for (const watcher of this.#sessionWatchers) watcher(session, before);
  }

  /** The default chat has the session's name until it gets one of its own. */
  #followTitle(session: Channel<SessionState>, before: string, from: Attribution | undefined): void {
    const { title, defaultChat, chats } = session.state;
    const listed = chats.find(({ resource }) => resource === defaultChat);
    if (!listed || listed.title === title || (listed.title !== before && listed.title !== untitled)) return;
    this.appendSession(
      session,
      { type: 'session/chatUpdated', chat: listed.resource, changes: { title } },
      from,
    );
  }

  #followCatalog(
    { session }: OpenChat,
    before: ChatState,
    after: ChatState,
    from: Attribution | undefined,
  ): void {
    const changed = catalogKeys.filter((key) => before[key] !== after[key]);
    const listed = session.state.chats.find((chat) => chat.resource === after.resource);
    if (changed.length === 0 || !listed) return;
    if (changed.some((key) => after[key] === undefined)) {
      // A merge can't remove a field; replacing the whole entry can.
      // The number of changes isn't part of a chat's own state.
      const summary = {
        ...catalogEntry(after, listed.title),
        ...(listed.changes && { changes: listed.changes }),
      };
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
