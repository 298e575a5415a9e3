import type { AgentInfo } from '../channels/root/state.ts';

/** Something that an agent itself does when a message begins with a slash and this name. */
export interface AgentCommand {
  /** Without the slash. */
  readonly name: string;
  readonly description: string;
}

const key = 'loggia.commands';

/** AHP has no place for commands of an agent; clients that know nothing of `_meta` pass it on untouched. */
export function withAgentCommands(agent: AgentInfo, commands: readonly AgentCommand[]): AgentInfo {
  if (commands.length === 0) return agent;
  return {
    ...agent,
    _meta: { [key]: commands.map(({ name, description }) => ({ name, description })) },
  } as AgentInfo;
}

export function agentCommandsOf(agent: AgentInfo | undefined): readonly AgentCommand[] {
  const { _meta } = (agent ?? {}) as { readonly _meta?: Readonly<Record<string, unknown>> };
  const list = _meta?.[key];
  return Array.isArray(list) ? list.filter(isCommand) : [];
}

function isCommand(value: unknown): value is AgentCommand {
  const { name, description } = (value ?? {}) as Readonly<Record<string, unknown>>;
  return typeof name === 'string' && /^\S+$/.test(name) && typeof description === 'string';
}
