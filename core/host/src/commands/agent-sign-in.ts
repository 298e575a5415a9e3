import { agentSignInExtensions } from '@loggia/protocol';
import type { AgentSignIns } from '../models/agent-sign-ins.ts';
import { commandsOf, type Operations, type Rows } from './from-contract.ts';
import type { CommandDefinition } from './table.ts';

export type AgentSignInOperations = Operations<typeof agentSignInExtensions>;

/** Like adding an agent: it runs a program on this machine. */
const rows: Rows<typeof agentSignInExtensions> = {
  openAgentSignIn: {
    grant: 'admin',
    detached: true,
    topic: ({ agent, method }) => ({ target: `${agent} ${method}` }),
  },
};

export function agentSignInCommands(operations: AgentSignInOperations): Record<string, CommandDefinition> {
  return commandsOf(agentSignInExtensions, rows, operations);
}

export function agentSignInOperations(signIns: AgentSignIns): AgentSignInOperations {
  return {
    openAgentSignIn: async (params, caller) => {
      await signIns.open(params, caller);
      return {};
    },
  };
}
