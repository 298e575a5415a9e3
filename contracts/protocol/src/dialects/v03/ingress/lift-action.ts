import type { ChatAction } from '../../../channels/chat/actions.ts';
import type { Message } from '../../../channels/chat/messages.ts';
import type { ChatState } from '../../../channels/chat/state.ts';
import type { SessionAction } from '../../../channels/session/actions.ts';
import type { SessionState } from '../../../channels/session/state.ts';
import { defined } from '../../../common/objects.ts';
import { explain } from '../../../explain.ts';
import { v03ActionTable, type V03Action, type V03ActionOf } from '../actions.ts';
import { liftActiveClient } from './lift-client.ts';
import { respell } from './lift-spelling.ts';
import { findToggled, toggled } from './lift-toggle.ts';
import type { V03Message } from '../messages.ts';
import { toMillis } from '../egress/project-state.ts';
import { stickyOf, type StickyChange } from '../sticky.ts';

export interface LiftContext {
  readonly sessionUri: string;
  readonly session: SessionState;
  /** The default chat, to which all turns of 0.3 belong. */
  readonly chat: ChatState | undefined;
  readonly clientId: string;
  /** The time as a timestamp: 0.3 leaves dates to the host. */
  readonly now: string;
}

/** A client's action in canonical terms; the host stores `sticky` with `withSticky`. */
export type Lifted =
  | { readonly channel: 'session'; readonly action: SessionAction }
  | { readonly channel: 'chat'; readonly action: ChatAction }
  | { readonly sticky: StickyChange }
  | { readonly reject: string };

type Lifts = {
  readonly [Type in V03Action['type']]?: (action: V03ActionOf<Type>, context: LiftContext) => Lifted;
};

function onSession(action: SessionAction): Lifted {
  return { channel: 'session', action: defined(action) };
}

function onChat(action: ChatAction): Lifted {
  return { channel: 'chat', action: defined(action) };
}

function liftMessage({ text, attachments, _meta }: V03Message): Message {
  return defined({ text, origin: { kind: 'user' as const }, attachments, _meta });
}

/** 0.3 makes a choice for the session; 1.0 makes it for each message. */
function liftOwnMessage(message: V03Message, { session }: LiftContext): Message {
  const { model, agent } = stickyOf(session._meta);
  return defined({ ...liftMessage(message), model, agent });
}

function durationOf(turnId: string, { chat, now }: LiftContext): number {
  const { activeTurn } = chat ?? {};
  return activeTurn?.id === turnId ? Math.max(0, toMillis(now) - toMillis(activeTurn.startedAt)) : 0;
}

const lifts: Lifts = {
  'session/turnStarted': ({ turnId, message, queuedMessageId }, context) =>
    onChat({
      type: 'chat/turnStarted',
      turnId,
      startedAt: context.now,
      message: liftOwnMessage(message, context),
      queuedMessageId,
    }),
  'session/turnCancelled': ({ turnId }, context) =>
    onChat({ type: 'chat/turnCancelled', turnId, duration: durationOf(turnId, context) }),
  'session/truncated': ({ turnId }) => onChat({ type: 'chat/truncated', turnId }),
  'session/pendingMessageSet': ({ kind, id, message }, context) =>
    onChat({ type: 'chat/pendingMessageSet', kind, id, message: liftOwnMessage(message, context) }),
  'session/pendingMessageRemoved': (action) => onChat({ ...action, type: 'chat/pendingMessageRemoved' }),
  'session/queuedMessagesReordered': (action) => onChat({ ...action, type: 'chat/queuedMessagesReordered' }),
  'session/inputAnswerChanged': (action) => onChat({ ...action, type: 'chat/inputAnswerChanged' }),
  'session/inputCompleted': (action) => onChat({ ...action, type: 'chat/inputCompleted' }),
  'session/toolCallConfirmed': ({ userSuggestion, ...action }) =>
    onChat({
      ...action,
      type: 'chat/toolCallConfirmed',
      userSuggestion: userSuggestion && liftMessage(userSuggestion),
    }),
  'session/toolCallContentChanged': (action) => onChat({ ...action, type: 'chat/toolCallContentChanged' }),
  'session/toolCallComplete': (action) => onChat({ ...action, type: 'chat/toolCallComplete' }),
  'session/toolCallResultConfirmed': (action) => onChat({ ...action, type: 'chat/toolCallResultConfirmed' }),

  'session/titleChanged': onSession,
  'session/isReadChanged': onSession,
  'session/isArchivedChanged': onSession,
  'session/configChanged': onSession,
  'session/modelChanged': ({ model }) =>
    model ? { sticky: { model } } : { reject: 'The action names no model.' },
  'session/agentChanged': ({ agent }) => ({ sticky: { agent: agent ?? null } }),
  'session/activeClientChanged': ({ activeClient }, { clientId }) => {
    if (activeClient === null) return onSession({ type: 'session/activeClientRemoved', clientId });
    if (activeClient.clientId !== clientId) return { reject: 'A client can only make itself active.' };
    return onSession({ type: 'session/activeClientSet', activeClient: liftActiveClient(activeClient) });
  },
  'session/activeClientToolsChanged': ({ tools }, { session, clientId }) => {
    const own = session.activeClients.find((client) => client.clientId === clientId);
    if (!own) return { reject: 'Only an active client has tools; send session/activeClientChanged first.' };
    return onSession({ type: 'session/activeClientSet', activeClient: { ...own, tools } });
  },
  'session/customizationToggled': ({ id, enabled }, { session }) => {
    const entry = findToggled(session.customizations ?? [], { id });
    if ('reject' in entry) return entry;
    return onSession({ type: 'session/customizationToggled', id, enablement: toggled(entry, enabled) });
  },
};

const byType = new Map(Object.entries(lifts)) as ReadonlyMap<
  string,
  (action: V03Action, context: LiftContext) => Lifted
>;

type Input = Readonly<Record<string, unknown>> & { readonly type: string };

/** Toggles of 0.1 name a URI, which means the entry with that URI in this session. */
function addressed(
  input: Input,
  { session }: LiftContext,
): { readonly action: Record<string, unknown> } | { readonly reject: string } {
  const action = respell(input);
  if (input.type !== 'session/customizationToggled' || action['id'] !== undefined) return { action };
  const entry = findToggled(session.customizations ?? [], { uri: action['uri'] });
  return 'reject' in entry ? entry : { action: { ...action, id: entry.id } };
}

/**
 * Translates an action that a 0.3 client dispatched on a session. The host decides whether the client may do this, as
 * for any other client.
 */
export function liftAction(input: Input, context: LiftContext): Lifted {
  const definition = v03ActionTable.get(input.type);
  const lift = byType.get(input.type);
  if (!definition) return { reject: `AHP 0.3 has no action "${input.type}" on a session.` };
  if (definition.by === 'host' || !lift) return { reject: `Only the host sends "${input.type}".` };
  const { session, toolClientId } = input;
  if (session !== undefined && session !== context.sessionUri) {
    return { reject: 'The action names another session than its channel.' };
  }
  if (toolClientId !== undefined && toolClientId !== context.clientId) {
    return { reject: 'The action is about a tool call of another client.' };
  }
  const found = addressed(input, context);
  if ('reject' in found) return found;
  const parsed = definition.schema.safeParse(found.action);
  if (!parsed.success) return { reject: explain(parsed.error, `action ${input.type}`) };
  const lifted = lift(parsed.data as V03Action, context);
  if ('channel' in lifted && lifted.channel === 'chat' && !context.chat) {
    return { reject: 'The session has no default chat.' };
  }
  return lifted;
}
