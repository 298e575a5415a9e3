import { promptExtensions } from '@loggia/protocol';
import { commandsOf, type Operations, type Rows } from './from-contract.ts';
import { decisionRecords } from './servers.ts';
import type { CommandDefinition } from './table.ts';

export type PromptCommands = Operations<typeof promptExtensions>;

/** Not lent: a prompt is requested from a server as the person. */
const rows: Rows<typeof promptExtensions> = {
  listPrompts: {
    says: 'Lists the prompts of the MCP servers that are ready.',
    grant: 'read',
    reads: decisionRecords,
    detached: true,
  },
  getPrompt: {
    says: 'Fills in a prompt of an MCP server.',
    grant: 'write',
    detached: true,
  },
  completePrompt: {
    says: 'Suggests values for an argument of a prompt of an MCP server.',
    grant: 'write',
    detached: true,
  },
};

export function promptCommands(operations: PromptCommands): Record<string, CommandDefinition> {
  return commandsOf(promptExtensions, rows, operations);
}
