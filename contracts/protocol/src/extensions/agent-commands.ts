import { z } from 'zod';
import type { AgentInfo } from '../channels/root/state.ts';
import { setOrDrop } from '../common/objects.ts';
import { defineActions, type ActionOf, type Steps } from '../define-actions.ts';
import type { metaSchema } from '../schema.ts';

/** Something that an agent itself does when a message begins with a slash and this name. */
export interface AgentCommand {
  /** Without the slash. */
  readonly name: string;
  readonly description: string;
}

/**
 * The commands that an agent has in one chat, which may depend on its folders. Only Loggia's clients know this action on
 * a chat; others ignore it, as they ignore the chat's `_meta`.
 */
const agentCommandActions = defineActions({
  'x-loggia/agentCommandsChanged': {
    since: '0.9.0',
    by: 'host',
    fields: {
      agent: z.string(),
      commands: z.array(z.object({ name: z.string(), description: z.string() })),
    },
  },
});
export type AgentCommandAction = ActionOf<typeof agentCommandActions>;

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

interface Carrier {
  _meta?: z.infer<typeof metaSchema> | undefined;
}

export function agentCommandSteps<State extends Carrier>(): Steps<State, AgentCommandAction> {
  return {
    'x-loggia/agentCommandsChanged': (state, { agent, commands }) =>
      setOrDrop(state, '_meta', { ...state._meta, [key]: { agent, commands } }),
  };
}

/** The commands that this agent has announced in a chat; undefined if it hasn't yet. */
export function chatCommandsOf(
  chat: Readonly<Carrier> | undefined,
  agent: string | undefined,
): readonly AgentCommand[] | undefined {
  const kept = (chat?._meta?.[key] ?? {}) as { readonly agent?: unknown; readonly commands?: unknown };
  if (kept.agent !== agent || !Array.isArray(kept.commands)) return undefined;
  return kept.commands.filter(isCommand);
}
