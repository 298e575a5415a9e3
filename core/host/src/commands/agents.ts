import { agentExtensions } from '@loggia/protocol';
import type { AddedAgents } from '../models/added-agents.ts';
import { commandsOf, type Operations, type Rows } from './from-contract.ts';
import type { CommandDefinition } from './table.ts';

export type AgentOperations = Operations<typeof agentExtensions>;

/** Not lent and not offered to agents: whoever may add one runs programs on this machine. */
const rows: Rows<typeof agentExtensions> = {
  listAgents: { grant: 'admin' },
  addAgent: { grant: 'admin' },
  testAgent: { grant: 'admin', detached: true },
  removeAgent: { grant: 'admin' },
};

export function agentCommands(operations: AgentOperations): Record<string, CommandDefinition> {
  return commandsOf(agentExtensions, rows, operations);
}

export function agentOperations(agents: AddedAgents, clock: { now(): number }): AgentOperations {
  return {
    listAgents: async () => ({ agents: agents.list() }),
    addAgent: async ({ settings }) => ({ agent: await agents.add(settings) }),
    testAgent: async (params, { signal }) => {
      const startedAt = clock.now();
      const checked = await agents.test(params, signal);
      return { ...checked, durationMs: clock.now() - startedAt };
    },
    removeAgent: async ({ agent }) => {
      await agents.remove(agent);
      return {};
    },
  };
}
