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

/** The `_meta` that the host sets when a session is switched to another agent. */
export function withSessionAgent(meta: Meta | undefined, agent: string): Meta {
  return { ...meta, [agentKey]: agent };
}
