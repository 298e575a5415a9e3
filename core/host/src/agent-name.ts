import type { Delegate } from '@loggia/access';

/** The key in a call's `_meta` under which the host tells itself which of its agents calls. */
const agentMetaKey = 'loggia/agent';

/** The `_meta` of an agent's call to the host's own tools. */
export function agentMeta(agent: string): Readonly<Record<string, string>> {
  return { [agentMetaKey]: agent };
}

/** The agent by name. Only the host holds a key for agents, so the name is its own word. */
export function namedAgent(agent: Delegate, meta: Readonly<Record<string, unknown>> | undefined): Delegate {
  const name = meta?.[agentMetaKey];
  return typeof name === 'string' ? { ...agent, actor: { ...agent.actor, name } } : agent;
}
