import { agentExtensions, type AgentSettings } from '@loggia/protocol';
import type { AgentCatalog } from '../catalog/agent-catalog.ts';
import type { AddedAgents } from '../models/added-agents.ts';
import { commandsOf, type Operations, type Rows } from './from-contract.ts';
import type { ActTopic } from './recorded-acts.ts';
import type { CommandDefinition } from './table.ts';

export type AgentOperations = Operations<typeof agentExtensions>;

/**
 * Not lent and not offered to agents: adding one runs programs on this machine. For the same reason, everything that
 * runs or changes one is recorded with its command line, but without its variables, which may be secret.
 */
const rows: Rows<typeof agentExtensions> = {
  listAgents: { grant: 'admin' },
  listAgentCatalog: { grant: 'admin', detached: true, reads: [] },
  addAgent: { grant: 'admin', topic: ({ settings }) => topicOf(undefined, settings) },
  updateAgent: { grant: 'admin', topic: ({ agent, settings }) => topicOf(agent, settings) },
  testAgent: {
    grant: 'admin',
    detached: true,
    topic: ({ agent, settings }) => topicOf(agent, settings),
  },
  signInAgent: {
    grant: 'admin',
    detached: true,
    topic: ({ agent, method }) => ({ target: `${agent} ${method}` }),
  },
  removeAgent: { grant: 'admin', topic: ({ agent }) => ({ target: agent }) },
};

const longestTarget = 500;

function topicOf(agent: string | undefined, settings: AgentSettings | undefined): ActTopic {
  const line = settings ? [settings.command, ...(settings.args ?? [])].join(' ') : undefined;
  const target = [agent ?? settings?.name, line].filter((part) => part !== undefined).join(': ');
  return { target: target.slice(0, longestTarget) };
}

export function agentCommands(operations: AgentOperations): Record<string, CommandDefinition> {
  return commandsOf(agentExtensions, rows, operations);
}

export function agentOperations(
  agents: AddedAgents,
  catalog: Pick<AgentCatalog, 'list'>,
  clock: { now(): number },
): AgentOperations {
  const timed = async <Result extends object>(work: () => Promise<Result>) => {
    const startedAt = clock.now();
    return { ...(await work()), durationMs: clock.now() - startedAt };
  };
  return {
    listAgents: async () => ({ agents: agents.list() }),
    listAgentCatalog: () => catalog.list(),
    addAgent: async ({ settings }) => ({ agent: await agents.add(settings) }),
    updateAgent: async ({ agent, settings }) => ({ agent: await agents.update(agent, settings) }),
    testAgent: (params, { signal }) => timed(() => agents.test(params, signal)),
    signInAgent: ({ agent, method }, { signal }) => timed(() => agents.signIn(agent, method, signal)),
    removeAgent: async ({ agent }) => {
      await agents.remove(agent);
      return {};
    },
  };
}
