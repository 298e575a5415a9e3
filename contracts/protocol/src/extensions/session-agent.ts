import type { ChatState } from '../channels/chat/state.ts';
import type { SessionState } from '../channels/session/state.ts';

type Meta = Record<string, unknown>;

const agentKey = 'loggia.provider';

/**
 * The agent that answers in a session. AHP fixes `provider` when a session is created; a switch is stored in `_meta`,
 * so that clients that don't know it still read a valid state.
 */
export function sessionAgent({ provider, _meta }: Pick<SessionState, 'provider' | '_meta'>): string {
  const switched = _meta?.[agentKey];
  return typeof switched === 'string' && switched !== '' ? switched : provider;
}

/** The `_meta` of a session that is switched to another agent, or of a chat that is opened for one. */
export function withAgent(meta: Meta | undefined, agent: string): Meta {
  return { ...meta, [agentKey]: agent };
}

/** The agent that a chat was opened for; undefined if the session's agent answers in it. */
export function ownAgent({ _meta }: Pick<ChatState, '_meta'>): string | undefined {
  const own = _meta?.[agentKey];
  return typeof own === 'string' && own !== '' ? own : undefined;
}

/** The agent that answers in a chat. */
export function chatAgent(
  session: Pick<SessionState, 'provider' | '_meta'>,
  chat: Pick<ChatState, '_meta'>,
): string {
  return ownAgent(chat) ?? sessionAgent(session);
}
