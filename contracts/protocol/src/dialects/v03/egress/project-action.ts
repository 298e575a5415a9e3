import type { StateAction } from '../../../actions.ts';
import type { ChatAction } from '../../../channels/chat/actions.ts';
import { reduceChat } from '../../../channels/chat/reducer.ts';
import type { ChatState } from '../../../channels/chat/state.ts';
import type { SessionAction } from '../../../channels/session/actions.ts';
import { reduceSession } from '../../../channels/session/reducer.ts';
import { hasStatus, Status } from '../../../common/status.ts';
import type { V03Action } from '../actions.ts';
import { sayChatChange } from './chat-changes.ts';
import { plainForm } from './plain-form.ts';
import { projectSession, toMillis } from './project-state.ts';
import { rebuiltChat } from './rebuild.ts';
import { say } from './say.ts';
import { sayActiveClient, sayActivity, saySessionChange } from './session-changes.ts';
import type { V03SessionState } from '../state.ts';
import type { Inline, SessionView } from '../view.ts';

/** Either one list for every 0.3 client, which can be serialized once, or one for each of them. */
export type Projection =
  | { readonly audience: 'all'; readonly actions: readonly V03Action[] }
  | { readonly audience: 'each'; readonly actionsFor: (clientId: string) => readonly V03Action[] };

const nothing: Projection = { audience: 'all', actions: [] };

export function actionsFor(projection: Projection, clientId: string): readonly V03Action[] {
  return projection.audience === 'all' ? projection.actions : projection.actionsFor(clientId);
}

const clearsRead: readonly V03Action['type'][] = ['session/turnStarted', 'session/inputRequested'];

/** In 0.3 some actions mark the session as unread by themselves; here that is a separate action. */
export function marksUnread(actions: readonly V03Action[]): boolean {
  return actions.some((action) => clearsRead.includes(action.type));
}

function keepingRead(view: SessionView, actions: readonly V03Action[]): readonly V03Action[] {
  if (!hasStatus(view.session.status, Status.isRead) || !marksUnread(actions)) return actions;
  return [...actions, say('session/isReadChanged', { isRead: true })];
}

function isSessionAction(action: StateAction): action is SessionAction {
  return action.type.startsWith('session/');
}

function isChatAction(action: StateAction): action is ChatAction {
  return action.type.startsWith('chat/');
}

function projectChatChange(
  before: SessionView,
  after: SessionView,
  action: ChatAction,
  inline?: Inline,
): readonly V03Action[] {
  if (!before.chat || !after.chat) return [];
  if (action.type === 'chat/activityChanged') return sayActivity(before, after);
  const said = sayChatChange({ before: before.chat, after: after.chat, action, inline });
  return said ?? rebuiltChat(before.chat, after.chat, inline);
}

/**
 * The 0.3 actions for one canonical action, given the session before and after it. Folded over the earlier ones, they
 * give the projection of `after`. The views share every part that the action didn't change, as reducers do.
 */
export function projectChange(
  before: SessionView,
  after: SessionView,
  action: StateAction,
  inline?: Inline,
): Projection {
  if (before.session === after.session && before.chat === after.chat) return nothing;
  if (isChatAction(action)) {
    return { audience: 'all', actions: keepingRead(after, projectChatChange(before, after, action, inline)) };
  }
  if (!isSessionAction(action)) return nothing;
  if (action.type === 'session/activeClientSet' || action.type === 'session/activeClientRemoved') {
    return { audience: 'each', actionsFor: (clientId) => sayActiveClient(before, after, clientId) };
  }
  return {
    audience: 'all',
    actions: keepingRead(after, saySessionChange({ before, after, action, inline })),
  };
}

export interface ProjectorOptions {
  readonly inline?: Inline;
  /** The state of a chat of the session at this point of the log; called when another one becomes the default. */
  readonly chatOf?: (uri: string) => ChatState | undefined;
}

export interface CanonicalAction {
  readonly channel: string;
  readonly action: StateAction;
}

function later(a: string, b: string): string {
  return toMillis(b) > toMillis(a) ? b : a;
}

/** Follows one session through its log and translates each step to 0.3. */
export class SessionProjector {
  #view: SessionView;
  readonly #options: ProjectorOptions;

  constructor(view: SessionView, options: ProjectorOptions = {}) {
    this.#view = view;
    this.#options = options;
  }

  get view(): SessionView {
    return this.#view;
  }

  state(forClient?: string): V03SessionState {
    return projectSession(this.#view, forClient, this.#options.inline);
  }

  apply(entry: CanonicalAction): Projection {
    const before = this.#view;
    this.#view = this.#fold(before, entry);
    return projectChange(before, this.#view, entry.action, this.#options.inline);
  }

  /** The plain form of an action, for a sender whose action changed nothing visible to it. */
  echoOf(action: StateAction): V03Action | undefined {
    return plainForm(action, this.#options.inline);
  }

  #fold(view: SessionView, { channel, action }: CanonicalAction): SessionView {
    if (channel === view.resource) {
      const session = reduceSession(view.session, action as SessionAction);
      if (session.defaultChat === view.session.defaultChat) return { ...view, session };
      const chat =
        session.defaultChat === undefined ? undefined : this.#options.chatOf?.(session.defaultChat);
      return { ...view, session, chat };
    }
    if (!view.chat || channel !== view.session.defaultChat) return view;
    const chat = reduceChat(view.chat, action as ChatAction);
    return { ...view, chat, modifiedAt: later(view.modifiedAt, chat.modifiedAt) };
  }
}
