import type { Delegate } from '@loggia/access';

/** The keys in a call's `_meta` under which the host tells itself which of its agents calls, and from where. */
const agentMetaKey = 'loggia/agent';
const workspaceMetaKey = 'loggia/workspace';

/** The `_meta` of an agent's call to the host's own tools. */
export function agentMeta(agent: string, workspace: string | undefined): Readonly<Record<string, string>> {
  return { [agentMetaKey]: agent, ...(workspace !== undefined && { [workspaceMetaKey]: workspace }) };
}

/** The agent by name, in its workspace. Only the host holds a key for agents, so both are its own word. */
export function namedAgent(agent: Delegate, meta: Readonly<Record<string, unknown>> | undefined): Delegate {
  const name = meta?.[agentMetaKey];
  const workspace = meta?.[workspaceMetaKey];
  return {
    ...agent,
    ...(typeof name === 'string' && { actor: { ...agent.actor, name } }),
    ...(typeof workspace === 'string' && { scope: { ...agent.scope, workspace } }),
  };
}
